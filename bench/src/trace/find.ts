/** A place in a text that a pattern has found: UTF-16 offsets. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/**
 * The first match at or after a part of the text (0: its start, 1: its end), else the first of all.
 * @param pattern with the flag `g`
 */
export function find(text: string, pattern: RegExp, part: number): Found | undefined {
  for (const start of [Math.floor(text.length * part), 0]) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match !== null) return { from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}
