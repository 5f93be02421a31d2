/** Maximum length of a shown value, such as a study or an analysis. */
const longest = 160;
/** The text that is shown before a difference. */
const before = 40;

/**
 * Values of one cell, on one line each, as they are written in their documents. Long ones are cut so that what differs
 * is visible.
 *
 * @param none shown for a value that is not there
 */
export function shownValues(values: readonly (string | null)[], none: string): readonly string[] {
  const lines = values.map((value) => value?.replace(/\s+/g, " "));
  const written = lines.filter((line) => line !== undefined);
  const isLong = written.some(({ length }) => length > longest);
  const from = isLong && written.length > 1 ? Math.max(0, firstDifference(written) - before) : 0;
  return lines.map((line) => {
    if (line === undefined) return none;
    const shown = line.slice(from, from + longest);
    return `${from > 0 ? "…" : ""}${shown}${from + longest < line.length ? "…" : ""}`;
  });
}

function firstDifference(lines: readonly string[]): number {
  const [first = ""] = lines;
  let at = 0;
  while (at < first.length && lines.every((line) => line[at] === first[at])) at += 1;
  return at;
}
