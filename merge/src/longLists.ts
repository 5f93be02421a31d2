import type { ArrayNode, LazyNode, Placed } from "../../json/src";

const Char = {
  Space: 0x20,
  Quote: 0x22,
  Comma: 0x2c,
  OpenBracket: 0x5b,
  Backslash: 0x5c,
  CloseBracket: 0x5d,
  OpenBrace: 0x7b,
  CloseBrace: 0x7d,
} as const;

/**
 * A list of objects that is so long that its tree does not have all of them.
 *
 * @returns undefined where something in it is no object
 */
export function allElements(text: string, { node, start }: Placed<ArrayNode>): ArrayNode | undefined {
  const starts: number[] = [];
  const elements: LazyNode[] = [];
  const end = start + node.length - 1;
  let depth = 0;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === Char.Quote) at = endOfString(text, at);
    if (code === Char.OpenBrace || code === Char.OpenBracket) {
      if (depth === 0) starts.push(at - start);
      depth += 1;
    } else if (code === Char.CloseBrace || code === Char.CloseBracket) {
      depth -= 1;
      if (depth === 0) elements.push(objectNode(at + 1 - start - (starts.at(-1) ?? 0)));
    }
    const isOther = depth === 0 && code > Char.Space && code !== Char.Comma && code !== Char.CloseBrace;
    if (isOther || (depth === 1 && code === Char.OpenBracket && starts.at(-1) === at - start))
      return undefined;
  }
  return { ...node, starts, elements, unlisted: 0 };
}

/** Where the closing quote of a string stands. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === Char.Backslash) escapes++;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
}

function objectNode(length: number): LazyNode {
  return {
    kind: "lazy",
    length,
    opens: "object",
    wellFormed: true,
    tree: undefined,
    keyCount: 0,
    longNumbers: false,
    cached: undefined,
  };
}
