import type { LazyNode } from "@analyses/json";

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

/** Starts and lengths of a list's elements in a text: two numbers per element, for a million of them. */
export interface Extents {
  readonly count: number;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

/**
 * Finds the elements of a list of objects that is too long for its tree to store all of them.
 *
 * @param start start of the list, which is well-formed
 * @param end end of the list
 * @returns undefined if an element is not an object
 */
export function extentsOf(text: string, start: number, end: number): Extents | undefined {
  let starts = new Int32Array(1 << 17);
  let lengths = new Int32Array(1 << 17);
  let count = 0;
  let depth = 0;
  for (let at = start + 1; at < end - 1; at++) {
    const code = text.charCodeAt(at);
    if (code === Char.Quote) {
      if (depth === 0) return undefined;
      for (let inner = 0; inner !== Char.Quote;) {
        inner = text.charCodeAt((at += 1));
        if (inner === Char.Backslash) at += 1;
      }
    } else if (code === Char.OpenBrace || code === Char.OpenBracket) {
      if (depth === 0) {
        if (code === Char.OpenBracket) return undefined;
        if (count === starts.length) [starts, lengths] = [doubled(starts), doubled(lengths)];
        starts[count] = at;
      }
      depth += 1;
    } else if (code === Char.CloseBrace || code === Char.CloseBracket) {
      depth -= 1;
      if (depth === 0) {
        lengths[count] = at + 1 - (starts[count] ?? 0);
        count += 1;
      }
    } else if (depth === 0 && code > Char.Space && code !== Char.Comma) return undefined;
  }
  return { count, starts, lengths };
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

/** Creates a lazy node for an object, which navigation parses on demand. */
export function objectNode(length: number): LazyNode {
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
