import { placesOfRows, readChoice } from "@analyses/evidence";
import { withoutEscape } from "../reading/csv";
import type { Answers, ColumnMeaning } from "./answers";
import { inEnglish } from "./columns";
import type { Sheet } from "./sheets";

/**
 * Adds the measure and the scale of estimates that the table itself states: a column of measures, or a heading such as
 * `HR` or `log OR`.
 */
export function withNamedEffect(
  answers: Answers,
  { headings, records }: Sheet,
  meanings: readonly ColumnMeaning[],
): Answers {
  const heading = headings[meanings.indexOf("estimate")];
  if (heading === undefined) return answers;
  const column = meanings.indexOf("effect-measure");
  const measureTexts =
    column === -1 ? [] : records.map(({ cells }) => withoutEscape(cells[column] ?? "").trim());
  const measures = new Set(measureTexts.map((text) => readChoice["effect-measure"](text)));
  const [byColumn, ...others] = measures;
  const byHeading = placesOfRows()
    .flatMap((place) => place.property(inEnglish(heading)).roles)
    .find(({ role }) => role === "estimate")?.effect;
  const named = byColumn !== undefined && others.length === 0 ? byColumn : byHeading?.measure;
  const measure = answers.effectMeasure ?? named;
  if (measure === undefined) return answers;
  // Besides a ratio, an interval consists of ratios too, but a standard error may be that of the ratio's logarithm.
  const hasInterval = meanings.includes("interval-low") && meanings.includes("interval-high");
  const isClear = byHeading?.measure === measure && (byHeading.scale === "log" || hasInterval);
  const scale = answers.scale ?? (isClear ? byHeading.scale : undefined);
  return { ...answers, effectMeasure: measure, ...(scale === undefined ? {} : { scale }) };
}
