import type { Analysis } from "../analysis";
import type { AnalysisResult, RowResult } from "../pooling/computeAnalysis";
import { pool } from "../pooling/pool";
import type { Finding, Repair } from "./finding";
import type { ItemRow } from "../roles/readRow";
import { numberIn, pointerOf } from "./finding";

type Estimable = RowResult & {
  readonly effect: Extract<RowResult["effect"], { kind: "estimable" }>;
};

function isEstimable(row: RowResult): row is Estimable {
  return row.effect.kind === "estimable" && !row.excluded;
}

/**
 * A row whose arms, or whose sign, may be exchanged: the others agree on an effect, the row contradicts them by more than
 * 3.5 standard errors, and exchanged it fits them. Their heterogeneity counts as uncertainty, so that one honest outlier
 * among studies that differ anyway is none.
 */
export function transposedArms(
  rows: readonly ItemRow[],
  { choice, confidenceLevel }: Analysis,
  result: AnalysisResult,
): readonly Finding[] {
  const studies = result.rows.filter(isEstimable);
  if (studies.length < 5) return [];
  return candidatesAmong(studies, result).flatMap((one): Finding[] => {
    const others = studies.filter((other) => other !== one).map(({ effect }) => effect);
    const pooled = pool(others, {
      choice,
      confidenceLevel,
      model: {
        kind: "random-effects",
        estimator: "dersimonian-laird",
        interval: "wald",
      },
    });
    if (pooled === "out-of-range" || Math.abs(pooled.effect.statistic.value) <= 2) return [];
    const { estimate, standardError } = pooled.effect;
    const spread = Math.hypot(
      one.effect.standardError,
      standardError,
      Math.sqrt(pooled.heterogeneity?.tau2?.value ?? 0),
    );
    const distance = (one.effect.estimate - estimate) / spread;
    const exchangedDistance = (-one.effect.estimate - estimate) / spread;
    if (Math.abs(distance) <= 3.5 || Math.abs(exchangedDistance) >= 1.5) return [];
    const row = rows[one.id];
    if (row === undefined) return [];
    return [
      {
        code: "transposed-arms",
        row: one.id,
        pointer: row.pointer,
        pooled: estimate,
        others: others.length,
        distance,
        exchangedDistance,
        ...exchanged(row),
      },
    ];
  });
}

/** So many rows are each held against the others, the largest first. */
const mostHeld = 40;

/**
 * A row that is far off as it stands and near when exchanged is further than its standard error from no effect, and points
 * away from the result, unless it outweighs the others.
 */
function candidatesAmong(studies: readonly Estimable[], { effect }: AnalysisResult): readonly Estimable[] {
  const far = studies.filter(
    ({ effect: { estimate, standardError }, weight }) =>
      Math.abs(estimate) > standardError &&
      (effect === null || estimate * effect.estimate <= 0 || (weight ?? 1) > 0.4),
  );
  const most = Math.min(mostHeld, Math.ceil(20_000 / studies.length));
  if (far.length <= most) return far;
  const sizeOf = ({ effect: own }: Estimable): number => Math.abs(own.estimate / own.standardError);
  return far.sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, most);
}

/** Each arm's numbers in the places of the other's; an estimate with the other sign. */
function exchanged(row: ItemRow): {
  readonly exchanged: "arms" | "sign";
  readonly repairs: readonly Repair[];
} {
  const repairs = (["events", "total", "mean", "sd"] as const).flatMap((part): Repair[] => {
    const [first, second] = [numberIn(row, `experimental-${part}`), numberIn(row, `comparator-${part}`)];
    if (first === undefined || second === undefined || first === second) return [];
    return [
      { pointer: pointerOf(row, `experimental-${part}`), value: second },
      { pointer: pointerOf(row, `comparator-${part}`), value: first },
    ];
  });
  if (repairs.length > 0) return { exchanged: "arms", repairs };
  const negated = (role: "estimate" | "observed-minus-expected"): readonly Repair[] => {
    const value = numberIn(row, role);
    return value === undefined ? [] : [{ pointer: pointerOf(row, role), value: -value }];
  };
  const [low, high] = [numberIn(row, "interval-low"), numberIn(row, "interval-high")];
  const interval =
    low === undefined || high === undefined
      ? []
      : [
          { pointer: pointerOf(row, "interval-low"), value: -high },
          { pointer: pointerOf(row, "interval-high"), value: -low },
        ];
  return {
    exchanged: "sign",
    repairs: [...negated("estimate"), ...interval, ...negated("observed-minus-expected")],
  };
}
