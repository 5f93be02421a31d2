import type { Analysis, Row } from "../model/review";

/** The sums of the rows of an analysis or a subgroup; null if no row has the number. */
export interface ArmSums {
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
