import type { Arm } from "../roles/names";
import type { ItemRow } from "../roles/readRow";
import type { NumberRole } from "../roles/roles";

export const arms: readonly Arm[] = ["experimental", "comparator"];

export function numberIn(row: ItemRow, role: NumberRole): number | undefined {
  return row.numbers.get(role)?.value;
}

export function pointerOf(row: ItemRow, role: NumberRole): string {
  return row.numbers.get(role)?.pointer ?? row.pointer;
}

/** A number as a person would write it down. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}
