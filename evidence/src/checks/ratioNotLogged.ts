import type { Analysis } from "../analysis";
import { chiSquaredUpperTail } from "../distributions";
import { largestOf } from "../lists";
import type { AnalysisResult } from "../pooling/computeAnalysis";
import { expectedOf } from "../pooling/pool";
import { type Finding, type Repair, rounded } from "./finding";
import { pooledStudies } from "./sensitivity";
import type { ItemRow } from "../roles/readRow";
import { decimalsOf } from "../numberText";

/** A log ratio above this would be a ratio of more than a thousand. */
const largestLogRatio = 7;

/**
 * Reports ratios in place of their logarithms: the interval is symmetric around the estimate only once both are logged,
 * or contains ratios around a logarithm, or the number is no possible logarithm.
 *
 * @param rows contrast data of ratios, read as logarithms
 */
export function ratioNotLogged(rows: readonly ItemRow[]): readonly Finding[] {
  const areNatural = areAllNatural(rows);
  return rows.flatMap((row): Finding[] => {
    const [estimate, low, high] = (["estimate", "interval-low", "interval-high"] as const).map((role) =>
      row.number(role),
    );
    if (estimate === undefined || row.excluded) return [];
    const logged = (
      ...roles: readonly ("estimate" | "interval-low" | "interval-high")[]
    ): readonly Repair[] =>
      roles.map((role) => ({
        pointer: row.pointerOf(role),
        value: logOf(row.number(role) ?? 1),
      }));
    const say = (role: "estimate" | "interval-low", value: number, repairs: readonly Repair[]): Finding[] => [
      {
        code: "ratio-not-logged",
        row: row.index,
        pointer: row.pointerOf(role),
        role,
        value,
        repairs,
      },
    ];
    if (low !== undefined && high !== undefined) {
      if (!(low > 0 && high > low)) return [];
      const [from, to] = [Math.log(low), Math.log(high)];
      const isEven = (place: number, start: number, end: number, tolerance: number): boolean =>
        Math.abs((place - start) / (end - start) - 0.5) <= tolerance;
      // Rounding to two or three digits makes an interval asymmetric by some percent, and by one unit of the last
      // digit.
      const leastUneven = 0.08 + digitOf(estimate, low, high) / (high - low);
      const isNatural =
        areNatural ||
        (isEven(Math.log(estimate), from, to, 0.06) && !isEven(estimate, low, high, leastUneven));
      if (estimate > 0 && low < estimate && estimate < high && isNatural) {
        const error = errorLogged(row, estimate, (to - from) / 2);
        const repairs = error && [...logged("estimate", "interval-low", "interval-high"), ...error];
        return say("estimate", estimate, repairs ?? []);
      }
      const isOutside = estimate < low || estimate > high;
      return isOutside && isEven(estimate, from, to, 0.06)
        ? say("interval-low", low, logged("interval-low", "interval-high"))
        : [];
    }
    if (estimate <= largestLogRatio) return [];
    // An error of 1 or more is hardly that of a logarithm: no repair is known for such a row.
    const error = errorOf(row);
    return say("estimate", estimate, error === undefined || error < 1 ? logged("estimate") : []);
  });
}

/** The value of one unit in the last printed digit, that of the number with the most decimals. */
function digitOf(...numbers: readonly number[]): number {
  return 10 ** -largestOf(numbers.map(decimalsOf));
}

/** The significance level for rejecting rounding as the cause of asymmetric intervals. */
const byChance = 0.01;

/**
 * Whether the rows of an analysis, taken together, are ratios: a single narrow interval may, as printed, be symmetric
 * on both scales, but many intervals are symmetric only on the right scale.
 */
function areAllNatural(rows: readonly ItemRow[]): boolean {
  let [count, off, offAsRatios] = [0, 0, 0];
  for (const row of rows) {
    const estimate = row.number("estimate");
    const low = row.number("interval-low");
    const high = row.number("interval-high");
    if (row.excluded || estimate === undefined || low === undefined || high === undefined) continue;
    // Ratios are positive: a number that is not is a logarithm.
    if (low <= 0 || estimate <= 0) return false;
    // The variance of a rounding error of at most half a digit is a third of its square.
    const variance = (0.5 * digitOf(estimate, low, high)) ** 2 / 3;
    count++;
    off += (estimate - (low + high) / 2) ** 2 / (variance * 1.5);
    offAsRatios +=
      (Math.log(estimate) - Math.log(low * high) / 2) ** 2 /
      (variance * (estimate ** -2 + (low ** -2 + high ** -2) / 4));
  }
  const isByChance = (sum: number): boolean => chiSquaredUpperTail(sum, count) >= byChance;
  return count > 0 && offAsRatios < off / 4 && !isByChance(off) && isByChance(offAsRatios);
}

/**
 * The repairs of a row's error if its estimate is replaced by its logarithm: none if the error is the logarithm's
 * already, or absent; by the delta method if it is the ratio's. Undefined if the error fits neither.
 *
 * @param half half of the interval's width on the logarithmic scale
 */
function errorLogged(row: ItemRow, estimate: number, half: number): readonly Repair[] | undefined {
  const own = errorOf(row);
  if (own === undefined) return [];
  // At 90 to 99 % confidence an interval extends about two errors to each side.
  const off = (value: number): number => Math.abs(Math.log(half / value / 1.96));
  const [asLogarithm, asRatio] = [off(own), off(own / estimate)];
  if (!(Math.min(asLogarithm, asRatio) < 0.3)) return undefined;
  if (asLogarithm < asRatio + 0.1) return [];
  const divided = (role: "standard-error" | "variance", by: number): readonly Repair[] => {
    const value = row.number(role);
    return value === undefined ? [] : [{ pointer: row.pointerOf(role), value: rounded(value / by) }];
  };
  return [...divided("standard-error", estimate), ...divided("variance", estimate ** 2)];
}

function errorOf(row: ItemRow): number | undefined {
  const variance = row.number("variance");
  return row.number("standard-error") ?? (variance === undefined ? undefined : Math.sqrt(variance));
}

function logOf(value: number): number {
  return Number(Math.log(value).toFixed(4));
}

/**
 * Reports ratios in place of their logarithms in rows with an error but without an interval: the number is far from the
 * other rows' logarithms, its logarithm is close to them, and closer than the number with the other sign. Requires at
 * least four other rows.
 */
export function ratioAmongLogarithms(
  rows: readonly ItemRow[],
  analysis: Analysis,
  result: AnalysisResult,
): readonly Finding[] {
  const pooled = pooledStudies(result);
  // The check pools all other rows once per row, which is too slow for more than 300 rows.
  if (pooled.length < 5 || pooled.length > 300) return [];
  return rows.flatMap((row): readonly Finding[] => {
    const value = row.number("estimate") ?? 0;
    const own = pooled.find(({ id }) => id === row.index);
    const isCandidate = row.number("interval-low") === undefined && value > 0 && value <= largestLogRatio;
    if (own === undefined || !isCandidate) return [];
    const expected = expectedOf(own, pooled, analysis);
    if (expected === null) return [];
    const off = (one: number): number => Math.abs(one - expected.estimate) / expected.spread;
    const logged = Math.log(value);
    if (!(off(value) > 3.5 && off(logged) < 1.5 && off(logged) + 0.5 < off(-value))) return [];
    const pointer = row.pointerOf("estimate");
    const repairs = [{ pointer, value: logOf(value) }];
    const found = { row: row.index, pointer, role: "estimate", value, others: pooled.length - 1 } as const;
    return [{ code: "ratio-not-logged", ...found, repairs }];
  });
}
