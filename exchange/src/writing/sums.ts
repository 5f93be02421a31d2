import type { Analysis, Row } from "../model/review";

/** What the rows of an analysis or a subgroup come to; null where no row has it. */
export interface ArmSums {
  readonly events: number | null;
  readonly total: number | null;
}

/** The rows of a pool: of a subgroup, or, without its index, of the total. */
export function rowsOfPool({ rows }: Analysis, subgroup: number | null): readonly Row[] {
  return rows.filter((row) =>
    subgroup === null
      ? row.appliesTo !== "subgroup-only"
      : row.subgroup === subgroup && row.appliesTo !== "overall-only",
  );
}

/** Not estimable rows count, as in RevMan. */
export function sumsOf(rows: readonly Row[], arm: "experimental" | "comparator"): ArmSums {
  const sum = (part: "events" | "total"): number | null => {
    const values = rows.flatMap(({ numbers }) => numbers[`${arm}-${part}`]?.value ?? []);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  };
  return { events: sum("events"), total: sum("total") };
}
