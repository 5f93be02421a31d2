/** A piece of JSON text, however broken, that is not white space. */
export interface Token {
  readonly kind: "open" | "close" | "comma" | "colon" | "line-comment" | "other";
  readonly start: number;
  readonly end: number;
}

const kinds: Readonly<Partial<Record<string, Token["kind"]>>> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
};

const whiteSpace = /^[ \t\r\n]/;
const piece =
  /[ \t\r\n]+|"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|\/\/[^\r\n]*|\/\*[^]*?\*\/|[{}[\],:]|[^ \t\r\n{}[\],:"/]+|[^]/g;

/** The tokens of a text in its order. A string ends with its line at the latest. */
export function* tokensOf(text: string): Generator<Token, void> {
  for (const { index, 0: found } of text.matchAll(piece)) {
    if (whiteSpace.test(found)) continue;
    const kind = kinds[found] ?? (found.startsWith("//") ? "line-comment" : "other");
    yield { kind, start: index, end: index + found.length };
  }
}
