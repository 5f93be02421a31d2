import type { Analysis } from "../analysis";
import { chiSquaredUpperTail } from "../distributions";
import { largestOf } from "../extremes";
import type { AnalysisResult } from "../pooling/computeAnalysis";
import { countsFor } from "../pooling/computeAnalysis";
import { pool } from "../pooling/pool";
import type { Finding, Repair } from "./finding";
import type { ItemRow } from "../roles/readRow";
import { decimalsOf, numberIn, pointerOf, rounded } from "./finding";

/** A log ratio above this would be a ratio of more than a thousand. */
const largestLogRatio = 7;

/**
 * Ratios that stand where their logarithms should: an interval around them, or around their logarithm, is even only on the
 * natural scale, or the number is no possible logarithm. For contrast data of a ratio on the logarithmic scale.
 */
export function ratioNotLogged(rows: readonly ItemRow[]): readonly Finding[] {
  const areNatural = areAllNatural(rows);
  return rows.flatMap((row): Finding[] => {
    const [estimate, low, high] = (["estimate", "interval-low", "interval-high"] as const).map((role) =>
      numberIn(row, role),
    );
    if (estimate === undefined || row.excluded) return [];
    const logged = (
      ...roles: readonly ("estimate" | "interval-low" | "interval-high")[]
    ): readonly Repair[] =>
      roles.map((role) => ({
        pointer: pointerOf(row, role),
        value: logOf(numberIn(row, role) ?? 1),
      }));
    const say = (role: "estimate" | "interval-low", value: number, repairs: readonly Repair[]): Finding[] => [
      {
        code: "ratio-not-logged",
        row: row.index,
        pointer: pointerOf(row, role),
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
      // Printed to two or three digits, an interval is even only to some percent of its width, and to a digit.
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
    // A larger error is hardly that of a logarithm: nobody knows what to write for it.
    const error = errorOf(row);
    return say("estimate", estimate, error === undefined || error < 1 ? logged("estimate") : []);
  });
}

/** What the last digit stands for that numbers are printed with. */
function digitOf(...numbers: readonly number[]): number {
  return 10 ** -largestOf(numbers.map(decimalsOf));
}

/** Intervals that are off their middle by more than rounding explains but once in so many analyses. */
const byChance = 0.01;

/**
 * Whether the rows of an analysis together are ratios: a narrow interval is even on either scale at the digits that are
 * printed, but many of them are not on the wrong one.
 */
function areAllNatural(rows: readonly ItemRow[]): boolean {
  let [count, off, offAsRatios] = [0, 0, 0];
  for (const row of rows) {
    const estimate = numberIn(row, "estimate");
    const low = numberIn(row, "interval-low");
    const high = numberIn(row, "interval-high");
    if (row.excluded || estimate === undefined || low === undefined || high === undefined) continue;
    // A logarithm may be negative, a ratio not.
    if (low <= 0 || estimate <= 0) return false;
    // Each number is rounded; what is rounded by half a digit at most has a third of its square for variance.
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
 * What else to write where the logarithm of an estimate is written: nothing where the error beside it is the logarithm's
 * already, that of the logarithm where the error is the ratio's, by the delta method. Undefined where it is neither.
 *
 * @param half half of the interval's width on the logarithmic scale
 */
function errorLogged(row: ItemRow, estimate: number, half: number): readonly Repair[] | undefined {
  const own = errorOf(row);
  if (own === undefined) return [];
  // From 90 to 99 % confidence an interval is some two errors wide to each side.
  const off = (one: number): number => Math.abs(Math.log(half / one / 1.96));
  const [asLogarithm, asRatio] = [off(own), off(own / estimate)];
  if (!(Math.min(asLogarithm, asRatio) < 0.3)) return undefined;
  if (asLogarithm < asRatio + 0.1) return [];
  const divided = (role: "standard-error" | "variance", by: number): readonly Repair[] => {
    const value = numberIn(row, role);
    return value === undefined ? [] : [{ pointer: pointerOf(row, role), value: rounded(value / by) }];
  };
  return [...divided("standard-error", estimate), ...divided("variance", estimate ** 2)];
}

function errorOf(row: ItemRow): number | undefined {
  const variance = numberIn(row, "variance");
  return numberIn(row, "standard-error") ?? (variance === undefined ? undefined : Math.sqrt(variance));
}

function logOf(value: number): number {
  return Number(Math.log(value).toFixed(4));
}

/**
 * The same where a row has only an error beside its estimate: far from the other logarithms as it stands, and among them as
 * a ratio, more so than with the other sign. At least four others.
 */
export function ratioAmongLogarithms(
  rows: readonly ItemRow[],
  { choice, confidenceLevel }: Analysis,
  { rows: results }: AnalysisResult,
): readonly Finding[] {
  const pooled = results.flatMap((row) =>
    row.effect.kind === "estimable" && countsFor(row, null) ? [{ id: row.id, ...row.effect }] : [],
  );
  // Each is held against the others: of very many it would take too long.
  if (pooled.length < 5 || pooled.length > 300) return [];
  return rows.flatMap((row): readonly Finding[] => {
    const value = numberIn(row, "estimate") ?? 0;
    const own = pooled.find(({ id }) => id === row.index);
    const isOfError = numberIn(row, "interval-low") === undefined && value > 0 && value <= largestLogRatio;
    if (own === undefined || !isOfError) return [];
    const others = pooled.filter((one) => one !== own);
    const made = pool(others, {
      choice,
      confidenceLevel,
      predictionInterval: false,
      model: { kind: "random-effects", estimator: "dersimonian-laird", interval: "wald" },
    });
    if (made === "out-of-range") return [];
    const { estimate, standardError } = made.effect;
    const tau = Math.sqrt(made.heterogeneity?.tau2?.value ?? 0);
    const spread = Math.hypot(own.standardError, standardError, tau);
    const off = (one: number): number => Math.abs(one - estimate) / spread;
    const logged = Math.log(value);
    if (!(off(value) > 3.5 && off(logged) < 1.5 && off(logged) + 0.5 < off(-value))) return [];
    const pointer = pointerOf(row, "estimate");
    const repairs = [{ pointer, value: logOf(value) }];
    const found = { row: row.index, pointer, role: "estimate", value, others: others.length } as const;
    return [{ code: "ratio-not-logged", ...found, repairs }];
  });
}
