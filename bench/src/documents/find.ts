import type { OffsetRange } from "./benchDocument";

/**
 * Finds the first match that starts at or after a fraction of the text, from 0 at its start to 1 at its end; without
 * such a match, the first in the whole text.
 * @param pattern with the flag `g`
 */
export function find(text: string, pattern: RegExp, fraction: number): OffsetRange | undefined {
  for (const start of [Math.floor(text.length * fraction), 0]) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match !== null) return { from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}
