import { type Analysis, isRatio } from "../analysis";
import type { AnalysisResult } from "../pooling/computeAnalysis";
import { expectedOf } from "../pooling/pool";
import { type Choices, naturalNumbers } from "../roles/choices";
import { type Finding, type Repair, rounded, saysDirection } from "./finding";
import { type PooledStudy, pooledStudies } from "./sensitivity";
import type { ItemRow } from "../roles/readRow";
import { type NumberRole, armRoles } from "../roles/roles";

/**
 * Reports a row whose arms, or whose sign, may be exchanged: the others agree on an effect, the row contradicts them by
 * more than 3.5 standard errors, and exchanged it fits them. Their heterogeneity counts as uncertainty, so that a
 * genuine outlier among differing studies is not reported.
 */
export function transposedArms(
  rows: readonly ItemRow[],
  analysis: Analysis,
  choices: Choices,
  result: AnalysisResult,
): readonly Finding[] {
  const { choice, dataType } = analysis;
  const studies = pooledStudies(result);
  if (studies.length < 5) return [];
  return candidatesAmong(studies, result).flatMap((one): Finding[] => {
    const expected = expectedOf(one, studies, analysis);
    if (expected === null || Math.abs(expected.estimate) <= 2 * expected.error) return [];
    const { estimate, spread } = expected;
    const distance = (one.estimate - estimate) / spread;
    const exchangedDistance = (-one.estimate - estimate) / spread;
    if (Math.abs(distance) <= 3.5 || Math.abs(exchangedDistance) >= 1.5) return [];
    const row = rows[one.id];
    if (row === undefined || saysDirection(row)) return [];
    const natural = naturalNumbers(row, choices);
    const onLogScale = dataType === "contrast" && !natural.isNatural && isRatio(choice.measure);
    if (onLogScale && isNotLogged(row, estimate, spread)) return [];
    return [
      {
        code: "transposed-arms",
        row: one.id,
        pointer: row.pointer,
        pooled: estimate,
        others: studies.length - 1,
        distance,
        exchangedDistance,
        ...exchanged(row, dataType, natural),
      },
    ];
  });
}

/**
 * Whether a row's numbers fit the others as ratios that were not logged, which is no evidence of an exchange. An
 * interval is symmetric around its estimate on one scale only.
 */
function isNotLogged(row: ItemRow, pooled: number, spread: number): boolean {
  const value = row.number("estimate") ?? 0;
  const [low, high] = [row.number("interval-low"), row.number("interval-high")];
  if (low === undefined || high === undefined)
    return value > 0 && Math.abs(Math.log(value) - pooled) + spread / 2 < Math.abs(-value - pooled);
  if (value <= 0 || low <= 0 || high <= low) return false;
  if (Math.abs(Math.log(value) - pooled) >= 1.5 * spread) return false;
  const unevenness = (...[one, from, to]: readonly [number, number, number]): number =>
    Math.abs(one - (from + to) / 2) / (to - from);
  return unevenness(Math.log(value), Math.log(low), Math.log(high)) < unevenness(value, low, high) / 3;
}

/**
 * The maximum number of rows to compare with the others: those that differ most from no effect, in standard errors.
 */
const maxCompared = 40;

/**
 * The rows that may contradict the others: those that differ from no effect by more than 2.5 standard errors. If these
 * are too many, only those that point away from the pooled result, or that have more than 40 % of the weight.
 */
function candidatesAmong(
  studies: readonly PooledStudy[],
  { effect }: AnalysisResult,
): readonly PooledStudy[] {
  const sizeOf = ({ estimate, standardError }: PooledStudy): number => Math.abs(estimate / standardError);
  const far = studies.filter((study) => sizeOf(study) > 2.5);
  const most = Math.min(maxCompared, Math.ceil(20_000 / studies.length));
  if (far.length <= most) return far;
  return far
    .filter(
      ({ estimate, weight }) => effect === null || estimate * effect.estimate <= 0 || (weight ?? 1) > 0.4,
    )
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, most);
}

/** The repairs that exchange each arm's numbers with the other's, or reverse an effect. */
function exchanged(
  row: ItemRow,
  dataType: Analysis["dataType"],
  { isNatural, isErrorNatural }: ReturnType<typeof naturalNumbers>,
): { readonly exchanged: "arms" | "sign"; readonly repairs: readonly Repair[] } {
  switch (dataType) {
    case "dichotomous":
    case "continuous":
      return { exchanged: "arms", repairs: exchangedArms(row) };
    case "contrast":
      return { exchanged: "sign", repairs: isNatural ? reciprocals(row, isErrorNatural) : negated(row) };
    case "observed-expected":
      return { exchanged: "sign", repairs: written(row, "observed-minus-expected", (value) => -value) };
  }
}

function exchangedArms(row: ItemRow): readonly Repair[] {
  // Computed totals cannot be exchanged in the document.
  if (row.isSummed) return [];
  return (["events", "total", "mean", "sd"] as const).flatMap((part) => {
    const [one, other] = [armRoles.experimental[part], armRoles.comparator[part]];
    const [first, second] = [row.number(one), row.number(other)];
    if (first === undefined || second === undefined || first === second) return [];
    return [...written(row, one, () => second), ...written(row, other, () => first)];
  });
}

function negated(row: ItemRow): readonly Repair[] {
  const negative = (value: number): number => -value;
  return [...written(row, "estimate", negative), ...exchangedEnds(row, negative)];
}

/**
 * Reverses a ratio on the natural scale, and its error by the delta method; an error of the logarithm is unchanged.
 */
function reciprocals(row: ItemRow, isErrorNatural: boolean): readonly Repair[] {
  const estimate = row.number("estimate") ?? 0;
  const low = row.number("interval-low") ?? 1;
  if (estimate <= 0 || low <= 0) return [];
  const reciprocal = (value: number): number => rounded(1 / value);
  return [
    ...written(row, "estimate", reciprocal),
    ...exchangedEnds(row, reciprocal),
    ...(isErrorNatural ? written(row, "standard-error", (value) => rounded(value / estimate ** 2)) : []),
    ...(isErrorNatural ? written(row, "variance", (value) => rounded(value / estimate ** 4)) : []),
  ];
}

/** Computes each end of the reversed interval from the opposite end. */
function exchangedEnds(row: ItemRow, turned: (value: number) => number): readonly Repair[] {
  const [low, high] = [row.number("interval-low"), row.number("interval-high")];
  if (low === undefined || high === undefined) return [];
  return [
    ...written(row, "interval-low", () => turned(high)),
    ...written(row, "interval-high", () => turned(low)),
  ];
}

function written(row: ItemRow, role: NumberRole, change: (value: number) => number): readonly Repair[] {
  const value = row.number(role);
  return value === undefined ? [] : [{ pointer: row.pointerOf(role), value: change(value) }];
}
