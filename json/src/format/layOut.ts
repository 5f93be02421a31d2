/** What lays a text out. */
interface Layout {
  /** One step of indentation. */
  readonly step: string;
  readonly lineBreak: string;
  /** How many objects and arrays the text's first line lies in. */
  readonly depth: number;
  /** What stays as it is, in the order of the text. */
  readonly kept: readonly KeptStretch[];
}

/** Deeper than this nothing is laid out: the text would grow with the square of its depth. */
const mostSteps = 100;

/** White space to stand between two offsets. */
export interface Spacing {
  readonly start: number;
  readonly end: number;
  readonly space: string;
}

/**
 * The white space between the tokens of a text that has to change so that each member stands on a line
 * of its own. Where two tokens cannot stand beside each other in JSON, what is there stays.
 */
export function* layOut(
  text: string,
  { step, lineBreak, depth: startDepth, kept }: Layout,
): Generator<Spacing, void> {
  let depth = startDepth;
  let previous: Token | undefined;
  const indentation = (): string => step.repeat(Math.max(0, depth));
  const newLine = (): string => lineBreak + indentation();
  for (const token of tokensBeside(text, kept)) {
    if (previous?.kind === "open" && token.kind !== "close") depth += 1;
    if (token.kind === "close" && previous !== undefined && previous.kind !== "open") depth -= 1;
    depth += token.nesting ?? 0;
    const before = previous;
    previous = token;
    if (depth > mostSteps) continue;
    const start = before?.end ?? 0;
    const space = before === undefined ? atStart(token, indentation) : between(before, token, newLine);
    if (space !== undefined && space !== text.slice(start, token.start))
      yield { start, end: token.start, space };
  }
}

function atStart({ kind }: Token, indentation: () => string): string | undefined {
  return kind === "conflict" ? undefined : indentation();
}

function between(previous: Token, token: Token, newLine: () => string): string | undefined {
  if (previous.kind === "conflict") return undefined;
  if (previous.kind === "line-comment") return token.kind === "conflict" ? undefined : newLine();
  switch (token.kind) {
    case "line-comment":
    case "conflict":
      return undefined;
    case "close":
      return previous.kind === "open" ? "" : newLine();
    case "comma":
    case "colon":
      return "";
    case "open":
    case "other":
      if (previous.kind === "open" || previous.kind === "comma") return newLine();
      return previous.kind === "colon" ? " " : undefined;
  }
}

/** A piece of JSON text, however broken, that is not white space. */
interface Token {
  readonly kind: "open" | "close" | "comma" | "colon" | "line-comment" | "conflict" | "other";
  readonly start: number;
  readonly end: number;
  /** By how many objects and arrays what follows lies deeper, where the token holds some itself. */
  readonly nesting?: number;
}

/** A stretch of a text that stays as it is. */
export interface KeptStretch {
  readonly kind: "text" | "conflict";
  readonly start: number;
  readonly end: number;
  readonly nesting: number;
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
function* tokensOf(text: string): Generator<Token, void> {
  for (const { index, 0: found } of text.matchAll(piece)) {
    if (whiteSpace.test(found)) continue;
    const kind = kinds[found] ?? (found.startsWith("//") ? "line-comment" : "other");
    yield { kind, start: index, end: index + found.length };
  }
}

/** The tokens of a text in its order; what is kept is one token, with what goes on beyond it. */
function* tokensBeside(text: string, kept: readonly KeptStretch[]): Generator<Token, void> {
  let index = 0;
  let open: Token | undefined;
  for (const token of tokensOf(text)) {
    for (let next = kept[index]; next !== undefined && next.start <= token.start; next = kept[index]) {
      index++;
      if (open !== undefined) yield open;
      const start = Math.max(0, next.start, open?.end ?? 0);
      const kind = next.kind === "conflict" ? "conflict" : "other";
      open = { kind, start, end: Math.max(start, Math.min(next.end, text.length)), nesting: next.nesting };
    }
    if (open !== undefined && token.start < open.end) open = { ...open, end: Math.max(open.end, token.end) };
    else {
      if (open !== undefined) yield open;
      open = undefined;
      yield token;
    }
  }
  if (open !== undefined) yield open;
}

/** How many more objects and arrays are opened in a text than closed. */
export function nestingOf(text: string): number {
  let nesting = 0;
  for (const { kind } of tokensOf(text)) {
    if (kind === "open") nesting++;
    else if (kind === "close") nesting--;
  }
  return nesting;
}
