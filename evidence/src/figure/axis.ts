import type { Interval } from "../pooling/pool";
import type { Mark } from "./marks";

/** The axis of a forest plot. */
export interface Axis {
  /** On the analysis scale, of ratios the logarithm. */
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Where a value lies between both ends, 0 to 1; outside of them it is less or more. */
  readonly shareOf: (value: number) => number;
}

/** The ends of an interval that go on outside the axis. `at`: where a value lies, `y`: the row's middle, in pixels. */
export function arrowsOf(
  key: string,
  { low, high }: Interval,
  axis: Axis,
  at: (value: number) => number,
  y: number,
): readonly Mark[] {
  const arrows: Mark[] = [];
  if (low < axis.low) arrows.push({ kind: "arrow", key: `${key} low`, x: at(axis.low), y, towards: "left" });
  if (high > axis.high)
    arrows.push({ kind: "arrow", key: `${key} high`, x: at(axis.high), y, towards: "right" });
  return arrows;
}

/** The ticks of ratios, by the largest: RevMan's, by halves or by decades, always around 1. */
const ratioTicks: readonly (readonly number[])[] = [
  [0.5, 0.7, 1, 1.5, 2],
  [0.2, 0.5, 1, 2, 5],
  [0.1, 0.2, 0.5, 1, 2, 5, 10],
  [0.05, 0.2, 1, 5, 20],
  [0.02, 0.1, 1, 10, 50],
  [0.01, 0.1, 1, 10, 100],
  [0.001, 0.1, 1, 10, 1000],
];

/**
 * An axis with no effect in the middle that shows all of the pools and of nearly all studies; other intervals end in arrows.
 *
 * @param pools intervals that must be whole, on the analysis scale
 * @param studies intervals of which the widest tenth may be cut
 */
export function axisFor(isRatio: boolean, pools: readonly Interval[], studies: readonly Interval[]): Axis {
  const reach = ({ low, high }: Interval): number => Math.max(Math.abs(low), Math.abs(high));
  const widths = studies.map(reach).sort((first, second) => first - second);
  const most = widths[Math.min(widths.length - 1, Math.floor(widths.length * 0.9))] ?? 0;
  const wanted = Math.max(most, ...pools.map(reach));
  if (isRatio) {
    const [first = [1]] = ratioTicks;
    const ticks = ratioTicks.find((one) => Math.log(one.at(-1) ?? 1) >= wanted) ?? ratioTicks.at(-1) ?? first;
    const end = Math.log(ticks.at(-1) ?? 2);
    return axis(
      end,
      ticks.map((tick) => ({ value: Math.log(tick), label: String(tick) })),
    );
  }
  const end = roundedUp(wanted);
  return axis(
    end,
    [-1, -0.5, 0, 0.5, 1].map((share) => ({ value: share * end, label: tickLabel(share * end) })),
  );
}

function axis(end: number, ticks: Axis["ticks"]): Axis {
  return { low: -end, high: end, ticks, shareOf: (value) => (value / end + 1) / 2 };
}

/** 1, 2, 4 or 10 times a power of ten. */
function roundedUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 10].find((one) => one * power >= value) ?? 10;
  return factor * power || 1;
}

function tickLabel(value: number): string {
  return String(Number(value.toPrecision(6)));
}
