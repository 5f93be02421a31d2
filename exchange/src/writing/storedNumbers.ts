import { isRatio } from "@analyses/evidence";
import type { Analysis, Stored, StoredForm, StoredName } from "../model/review";

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
