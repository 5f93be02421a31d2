import { isObject } from "../json";
import { revMan } from "../roles/forms/revMan";
import type { ItemContent } from "../roles/readItem";

/* What an author chose in RevMan about the figure: no other form has it. */

/** RevMan's own end of the axis, of ratios and differences alike: authors leave it, and it suits few differences. */
const unchosenEnd = 100;

/** The end of the axis, a ratio or a difference, that the author chose; null for none. */
export function chosenEnd(content: ItemContent): number | null {
  const end = displaySettings(content).scale;
  return typeof end === "number" && end > 0 && end !== unchosenEnd ? end : null;
}

/** Whether the figure has the test for subgroup differences. */
export function showsDifferences(content: ItemContent): boolean {
  return itemOf(content)["subgroup-differences-enabled"] !== false;
}

/** Whether the figure has the judgements of the risk of bias. */
export function showsRiskOfBias(content: ItemContent): boolean {
  return displaySettings(content)["show-risk-of-bias"] !== false;
}

function displaySettings(content: ItemContent): Readonly<Record<string, unknown>> {
  const settings = itemOf(content)["display-settings"];
  return isObject(settings) ? settings : {};
}

function itemOf({ form, item }: ItemContent): Readonly<Record<string, unknown>> {
  return form === revMan && isObject(item) ? item : {};
}
