import { isObject } from "../json";
import { revMan } from "../roles/forms/revMan";
import type { ItemContent } from "../roles/readItem";
import type { ItemRow } from "../roles/readRow";

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

/** Whether the figure has the studies by name, wherever they are in the text; other orders of RevMan are not known. */
export function isSortedByStudy(content: ItemContent): boolean {
  const order = displaySettings(content)["sort-studies-by"];
  return isObject(order) && order.type === "STUDY";
}

/**
 * The rows of an item in the figure's order: those of a subgroup together, by name if the author chose so. A study
 * without a name stays below the one before it.
 */
export function rowsAsShown(content: ItemContent): readonly ItemRow[] {
  const rows = [...(content.rows ?? [])].sort(bySubgroup);
  if (!isSortedByStudy(content)) return rows;
  let name = "";
  return rows
    .map((row, at) => {
      if (rows[at - 1]?.subgroup !== row.subgroup) name = "";
      if (row.name !== null && row.name !== "") name = row.study;
      return { row, name };
    })
    .sort((one, other) => bySubgroup(one.row, other.row) || byName.compare(one.name, other.name))
    .map(({ row }) => row);
}

const byName = new Intl.Collator("en", { numeric: true });

function bySubgroup(one: ItemRow, other: ItemRow): number {
  return (one.subgroup ?? -1) - (other.subgroup ?? -1);
}

function displaySettings(content: ItemContent): Readonly<Record<string, unknown>> {
  const settings = itemOf(content)["display-settings"];
  return isObject(settings) ? settings : {};
}

function itemOf({ form, item }: ItemContent): Readonly<Record<string, unknown>> {
  return form === revMan && isObject(item) ? item : {};
}
