import type { Direction } from "./program";
import type { PatternPosition } from "./patternTree";

/** The position behind the character at `at`, or before the one that ends there. */
export function nextPosition(text: string, at: number, direction: Direction): number {
  if (direction === 1) return (text.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
  return at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? at - 2 : at - 1;
}

/** The character that is read at `at`; undefined at the end of the text. */
export function characterAt(text: string, at: number, direction: Direction): number | undefined {
  if (direction === 1) return text.codePointAt(at);
  return at === 0 ? undefined : text.codePointAt(nextPosition(text, at, -1));
}

/** ECMA-262, Assertion. */
export function isPosition(text: string, at: number, position: PatternPosition): boolean {
  switch (position) {
    case "start":
      return at === 0;
    case "end":
      return at === text.length;
    case "word-boundary":
      return isWord(text, at - 1) !== isWord(text, at);
    case "no-word-boundary":
      return isWord(text, at - 1) === isWord(text, at);
  }
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}
