import { largestOf } from "../extremes";
import type { Interval, PooledEffect } from "../pooling/pool";
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

/** Where an axis ends at the latest: about the largest number, and its label is one too. */
export const largest = 1.797e308;

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
  const wanted = Math.min(largestOf(pools.map(reach), most), largest);
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
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 10].find((one) => one * power >= value) ?? 10;
  return Math.min(factor * power, largest) || 1;
}

function tickLabel(value: number): string {
  return String(Number(value.toPrecision(6)));
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

// Of forest plots that are drawn row by row, in pixels.
export const rowHeight = 20;
export const margin = 10;
export const gap = 14;
export const graphWidth = 280;
/** Of the longest name of a study. */
export const nameWidth = 320;
/** In a file nobody can look up what is cut off. */
export const nameWidthInFiles = 900;
/** From a row's middle to the baseline of its text. */
const toBaseline = 4;

/** As finely as it is drawn: what changes by less, such as all weights with every number, need not be drawn anew. */
export function asDrawn(length: number): number {
  return Math.round(length * 100) / 100;
}

type Anchor = "start" | "middle" | "end";

/** The marks of a forest plot as they are drawn, row by row, along one axis. */
export class ForestMarks {
  readonly marks: Mark[] = [];
  /** The middle of the row that is drawn. */
  y = margin + rowHeight / 2;

  /** @param graphX where the graph begins */
  constructor(
    private readonly axis: Axis,
    private readonly graphX: number,
  ) {}

  /** Where a value lies. */
  at(value: number): number {
    return asDrawn(this.graphX + this.axis.shareOf(value) * graphWidth);
  }

  /** A text in the row; with `row` and `part` it is a cell of the table. */
  text(
    key: string,
    text: string,
    x: number,
    anchor: Anchor,
    more: { bold?: boolean; row?: string; part?: string; full?: string } = {},
  ): void {
    const { bold = false, ...cell } = more;
    this.marks.push({ kind: "text", key, x, y: this.y + toBaseline, text, anchor, bold, ...cell });
  }

  /** From left to right. */
  line(key: string, x1: number, x2: number, y: number, dashed = false): void {
    this.marks.push({ kind: "line", key, x1, y1: y, x2, y2: y, dashed });
  }

  /** Where a value lies, from top to bottom. */
  upright(key: string, value: number, y1: number, y2: number, dashed = false): void {
    this.marks.push({ kind: "line", key, x1: this.at(value), y1, x2: this.at(value), y2, dashed });
  }

  /** The whole interval, or what of it the axis shows, with an arrow where it goes on: never left out. */
  interval(key: string, { low, high }: Interval, dashed = false): void {
    this.line(`${key} interval`, this.#within(low), this.#within(high), this.y, dashed);
    this.#arrows(key, { low, high });
  }

  /**
   * Left out where the axis does not reach.
   * @param side as finely as it is drawn
   */
  square(key: string, value: number, side: number): void {
    if (this.isInside(value))
      this.marks.push({
        kind: "square",
        key: `${key} square`,
        x: this.at(value),
        y: this.y,
        side,
      });
  }

  /** A pooled result. */
  diamond(key: string, { estimate, low, high }: Pick<PooledEffect, "estimate" | "low" | "high">): void {
    const [left, middle, right] = [this.#within(low), this.#within(estimate), this.#within(high)];
    this.marks.push({ kind: "diamond", key: `${key} diamond`, left, middle, right, y: this.y, height: 12 });
    this.#arrows(key, { low, high });
  }

  /** The axis with its ticks, whose labels stand in the row, and the line of no effect. */
  scale(top: number, bottom: number): void {
    this.upright("no-effect", 0, top, bottom);
    this.line("axis", this.graphX, this.graphX + graphWidth, bottom);
    for (const { value, label } of this.axis.ticks) {
      this.upright(`tick ${label}`, value, bottom, bottom + 4);
      this.text(`tick-label ${label}`, label, this.at(value), "middle");
    }
  }

  isInside(value: number): boolean {
    return value >= this.axis.low && value <= this.axis.high;
  }

  #within(value: number): number {
    return this.at(Math.min(Math.max(value, this.axis.low), this.axis.high));
  }

  #arrows(key: string, interval: Interval): void {
    for (const arrow of arrowsOf(key, interval, this.axis, (value) => this.at(value), this.y))
      this.marks.push(arrow);
  }
}
