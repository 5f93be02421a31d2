// Tells apart what the lines of a table contain, in a file or pasted: headings, studies, totals and notes.

import { type Translate, placesOfRows } from "@analyses/evidence";

/** Common notations for a missing number: words, abbreviations, or only punctuation. */
const notReported =
  /^(?:[^\p{L}\p{N}]*|n\.?\s?\/?\s?[acdekrs]\.?|not (?:reported|available|applicable|stated)|missing|unknown|unclear)$/iu;

/** Whether a cell is a notation for a missing number. */
export function isNotReported(cell: string): boolean {
  return notReported.test(cell);
}

/** Whether a cell begins with a number, such as `12/148` or `12 (8%)`, and is no heading, such as `95% CI`. */
export function isValue(cell: string): boolean {
  return /^\P{L}*\p{N}/u.test(cell) && !isOfInterval(cell);
}

const sums = (
  "Total, Subtotal, Sub-total, Overall, Pooled, Sum, Total events, Gesamt, Insgesamt, Summe, Gesamtsumme, Zwischensumme, " +
  "Teilsumme, Gesamtergebnis, Gesamteffekt, Ereignisse gesamt, Suma, Total general, Total de eventos, Eventos totales, " +
  "Heterogeneity, Heterogenität, Heterogeneidad"
).split(", ");

/** The beginning of a line with a test or with heterogeneity. */
const testOfSums =
  /^(?:Heterogeneity|Heterogenität|Heterogeneidad|Tests? (?:for|auf|für)|Prueba (?:del?|para))(?!\p{L})/iu;

/**
 * Returns a function that tells whether a line is a total or a statistical test instead of a study. `name` is the text
 * in the line's study column or, without that, the line's first text; tests count only in lines without numbers. A
 * title such as `Total` counts only if nothing follows it but a scope, as in `Total (95% CI)`: a study's name may begin
 * with the same word.
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

/** Whether a heading names an interval or one of its limits: `CI low`, `Upper`, `95%-KI`. */
export function isOfInterval(heading: string): boolean {
  const words = heading.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return false;
  return (
    words.every((word) => intervalWords.has(word)) ||
    placesOfRows().some((place) =>
      place.property(heading).roles.some(({ role }) => role === "interval-low" || role === "interval-high"),
    )
  );
}

/**
 * Whether a heading names a whole interval, such as `95% CI`. Not `ci`: R's metafor calls the comparator's events so.
 */
export function isWholeInterval(heading: string): boolean {
  return (
    heading !== "ci" &&
    /^\P{L}*(?:cis?|ki|ic|confidence intervals?|konfidenzintervall|intervalo de confianza)\P{L}*$/iu.test(
      heading,
    )
  );
}
