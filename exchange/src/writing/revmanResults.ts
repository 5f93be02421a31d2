import { asHtml, isRatio } from "@analyses/evidence";
import type { Analysis, Cell, Review, Row, Stored, StoredForm, StoredName } from "../model/review";
import { reportConvertedEstimates } from "../model/contrast";
import type { Losses } from "../model/report";

const effects: ReadonlySet<StoredName> = new Set([
  "estimate",
  "low",
  "high",
  "predictionLow",
  "predictionHigh",
]);
const fractions: ReadonlySet<StoredName> = new Set(["i2", "weight"]);

/** Converts a stored result to the given form; undefined if the source has none. */
export function storedAs(
  stored: Stored,
  name: StoredName,
  form: StoredForm,
  { choices, storedForm }: Pick<Analysis, "choices" | "storedForm">,
): number | undefined {
  const cell = stored[name];
  if (cell === undefined || storedForm === form) return cell?.value;
  const measure = choices["effect-measure"]?.value;
  if (effects.has(name) && measure !== undefined && isRatio(measure))
    return form === "printed" ? Math.exp(cell.value) : Math.log(cell.value);
  if (fractions.has(name)) return form === "printed" ? cell.value * 100 : cell.value / 100;
  return cell.value;
}

/** The sums of an arm's numbers over the rows of an analysis or a subgroup; null if no row has the number. */
interface ArmSums {
  readonly events: number | null;
  readonly total: number | null;
}

/** The rows of a pool: of a subgroup or, if the index is null, of the total. */
export function rowsOfPool({ rows }: Analysis, subgroup: number | null): readonly Row[] {
  return rows.filter((row) =>
    subgroup === null
      ? row.appliesTo !== "subgroup-only"
      : row.subgroup === subgroup && row.appliesTo !== "overall-only",
  );
}

/** Sums an arm's numbers. Includes rows that are not estimable, like RevMan. */
export function sumsOf(rows: readonly Row[], arm: "experimental" | "comparator"): ArmSums {
  const sum = (part: "events" | "total"): number | null => {
    let total: number | null = null;
    for (const { numbers } of rows) {
      const value = numbers[`${arm}-${part}`]?.value;
      if (value !== undefined) total = (total ?? 0) + value;
    }
    return total;
  };
  return { events: sum("events"), total: sum("total") };
}

/** Reports the data that RevMan's forms cannot represent. */
export function listRevmanLosses(analysis: Analysis, key: string, losses: Losses): void {
  reportConvertedEstimates(analysis, key, losses);
  if (!analysis.rows.some(({ excluded }) => excluded)) return;
  losses
    .item("lost", "row-outside-total", { analysis: key, place: analysis.place })
    .translate("Studies that are left out of the pool count in RevMan: its files cannot say it.");
}

/** A text as HTML, which RevMan's files have in names, labels and footnotes; empty without a text. */
export function html(cell: Cell<string> | undefined, { isHtml }: Review): string {
  if (cell === undefined) return "";
  return isHtml ? cell.text : asHtml(cell.value);
}
