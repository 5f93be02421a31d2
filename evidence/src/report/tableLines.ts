import type { PooledRows, RowResult, SubgroupResult } from "../pooling/computeAnalysis";
import type { EffectMeasure } from "../analysis";
import type { ComputedItem } from "../evidenceOfItem";
import type { Translate } from "../roles/problems";
import { effectText, rowEffectText, studyLabel, weightText } from "./words";

/** A line of an analysis's table. `subgroup` is an index; null outside of subgroups. */
export type TableLine =
  | { readonly kind: "study"; readonly subgroup: number | null; readonly row: RowResult }
  | { readonly kind: "subgroup"; readonly subgroup: number; readonly name: string }
  | PoolLine;

/** `weight` is a fraction of 1; null if the pool has none. */
export type PoolLine =
  | {
      readonly kind: "subtotal";
      readonly subgroup: number;
      readonly pool: SubgroupResult;
      readonly weight: number | null;
    }
  | {
      readonly kind: "total";
      readonly subgroup: null;
      readonly pool: PooledRows;
      readonly weight: number | null;
    };

/**
 * The lines of an analysis's table in their order (`spec/evidence.md` section 5): studies outside of subgroups, then
 * each subgroup's heading, studies and subtotal, then the total. Without the totals that the analysis does not show.
 */
export function tableLines({
  result,
  choices,
}: Pick<ComputedItem, "result" | "choices">): readonly TableLine[] {
  const studies = (subgroup: number | null): readonly TableLine[] =>
    result.rows.flatMap((row) => (row.subgroup === subgroup ? [{ kind: "study", subgroup, row }] : []));
  const lines = [
    ...studies(null),
    ...(result.subgroups ?? []).flatMap((pool, subgroup): readonly TableLine[] => {
      const heading = { kind: "subgroup", subgroup, name: pool.name } as const;
      const subtotal = { kind: "subtotal", subgroup, pool, weight: pool.weight } as const;
      return [heading, ...studies(subgroup), ...(choices.totals === "no-totals" ? [] : [subtotal])];
    }),
  ];
  if (choices.totals !== "totals-and-subtotals") return lines;
  return [
    ...lines,
    { kind: "total", subgroup: null, pool: result, weight: result.effect === null ? null : 1 },
  ];
}

/** What a line of a table shows besides the data. */
export interface LineTexts {
  readonly label: string;
  readonly weight: string;
  readonly effect: string;
}

/**
 * The texts of a line; null for a pool without an effect.
 *
 * @param read puts numbers into the user's notation
 */
export function lineTexts(
  line: TableLine,
  measure: EffectMeasure,
  translate: Translate,
  read: (numbers: string) => string = String,
): LineTexts | null {
  const weightOf = (weight: number | null): string => (weight === null ? "" : read(weightText(weight)));
  switch (line.kind) {
    case "study": {
      const effect = read(rowEffectText(line.row, measure, translate));
      return { label: studyLabel(line.row), weight: weightOf(line.row.weight), effect };
    }
    case "subgroup":
      return { label: line.name, weight: "", effect: "" };
    case "subtotal":
    case "total": {
      const { effect } = line.pool;
      if (effect === null) return null;
      const label = line.kind === "total" ? translate("Total") : translate("Subtotal");
      const text = read(effectText(effect.estimate, effect, measure));
      return { label, weight: weightOf(line.weight), effect: text };
    }
  }
}
