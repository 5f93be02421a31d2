import type { OffsetRange } from "./benchDocument";

/**
 * Finds the first match at or after a fraction of the text (0: its start, 1: its end), else the first of all.
 * @param pattern with the flag `g`
 */
export function find(text: string, pattern: RegExp, part: number): OffsetRange | undefined {
  for (const start of [Math.floor(text.length * part), 0]) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match !== null) return { from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}
