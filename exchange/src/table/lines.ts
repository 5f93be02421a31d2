// What the lines and headings of a table are, of a file or pasted: headings, studies, totals and notes.

import { type Translate, placesOfRows } from "@analyses/evidence";

/** Common notations for a missing number, in other words or as signs. */
const notReported =
  /^(?:[^\p{L}\p{N}]*|n\.?\s?\/?\s?[acdekrs]\.?|not (?:reported|available|applicable|stated)|missing|unknown|unclear)$/iu;

/** Whether a cell is a notation for a missing number. */
export function isNotReported(cell: string): boolean {
  return notReported.test(cell);
}

/** Whether a text begins with a number: `12/148`, `12 (8%)`; `95% CI` is a heading. */
export function isValue(cell: string): boolean {
  return /^\P{L}*\p{N}/u.test(cell) && !isOfInterval(cell);
}

const sums = (
  "Total, Subtotal, Sub-total, Overall, Pooled, Sum, Total events, Gesamt, Insgesamt, Summe, Gesamtsumme, Zwischensumme, " +
  "Teilsumme, Gesamtergebnis, Gesamteffekt, Ereignisse gesamt, Suma, Total general, Total de eventos, Eventos totales, " +
  "Heterogeneity, Heterogenität, Heterogeneidad"
).split(", ");

/** Lines of tests and heterogeneity, without numbers. */
const testOfSums =
  /^(?:Heterogeneity|Heterogenität|Heterogeneidad|Tests? (?:for|auf|für)|Prueba (?:del?|para))(?!\p{L})/iu;

/**
 * Returns a test whether a line is a total of studies, or a test of one, by its study, else its first text. Its title
 * stands alone, or before its scope: a study's name may begin with the same word.
 */
export function sumTest(translate: Translate): (name: string, hasNumbers: boolean) => boolean {
  const titles = [...sums, translate("Total"), translate("Subtotal")]
    .map((title) => title.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&"))
    .join("|");
  const scope = String.raw`\s*(?:[([:]|\d+(?:[.,]\d+)?\s?%|$)|\P{L}.*\b(?:CI|KI|IC)\b`;
  const called = new RegExp(`^(?:${titles})(?:${scope})`, "iu");
  const tests = [
    translate("Heterogeneity: {0}", ""),
    translate("Test for overall effect: {0}", ""),
    translate("Test for subgroup differences: {0}", ""),
  ].map((text) => text.trim());
  return (name, hasNumbers) =>
    called.test(name) ||
    (!hasNumbers && (testOfSums.test(name) || tests.some((test) => name.startsWith(test))));
}

const intervalWords: ReadonlySet<string> = new Set(
  (
    "ci ki ic lci uci lcl ucl low lower high upper limit limits bound inf sup confidence interval of " +
    "konfidenzintervall vertrauensintervall untere unterer obere oberer unten oben grenze untergrenze obergrenze des " +
    "intervalo confianza límite limite inferior superior del de"
  ).split(" "),
);

/** Whether a heading names a limit of an interval, or the interval: `CI low`, `Upper`, `95%-KI`. */
export function isOfInterval(heading: string): boolean {
  const said = heading.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (said.length === 0) return false;
  return (
    said.every((word) => intervalWords.has(word)) ||
    placesOfRows().some((place) =>
      place.property(heading).roles.some(({ role }) => role === "interval-low" || role === "interval-high"),
    )
  );
}

/** Whether a heading names an interval as a whole: `95% CI`, `Konfidenzintervall`; `ci` is a cell of R's metafor. */
export function isWholeInterval(heading: string): boolean {
  return (
    heading !== "ci" &&
    /^\P{L}*(?:cis?|ki|ic|confidence intervals?|konfidenzintervall|intervalo de confianza)\P{L}*$/iu.test(
      heading,
    )
  );
}
