import type { Finding, Repair } from "./finding";
import type { ItemRow } from "../roles/readRow";
import { numberIn, pointerOf } from "./finding";

/** A log ratio above this would be a ratio of more than a thousand. */
const largestLogRatio = 7;

/**
 * Ratios that stand where their logarithms should: an interval around them, or around their logarithm, is even only on the
 * natural scale, or the number is no possible logarithm. For contrast data of a ratio on the logarithmic scale.
 */
export function ratioNotLogged(rows: readonly ItemRow[]): readonly Finding[] {
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
      // Printed to two or three digits, an interval is even only to some percent of its width.
      if (estimate > 0 && isEven(Math.log(estimate), from, to, 0.06) && !isEven(estimate, low, high, 0.08))
        return say("estimate", estimate, logged("estimate", "interval-low", "interval-high"));
      const isOutside = estimate < low || estimate > high;
      return isOutside && isEven(estimate, from, to, 0.06)
        ? say("interval-low", low, logged("interval-low", "interval-high"))
        : [];
    }
    return estimate > largestLogRatio ? say("estimate", estimate, logged("estimate")) : [];
  });
}

function logOf(value: number): number {
  return Number(Math.log(value).toFixed(4));
}
