import { largestOf } from "../lists";
import type { Interval, PooledEffect } from "../pooling/pool";
import type { ItemContent } from "../roles/readItem";
import type { Mark } from "./marks";
import { isObject } from "../json";
import { revMan } from "../roles/forms/published";

/** The axis of a forest plot. */
export interface Axis {
  /** On the analysis scale, for ratios the logarithm. */
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** The position of a value between both ends, 0 to 1; outside of them it is less or more. */
  readonly shareOf: (value: number) => number;
}

/** The maximum end of an axis: about the largest double, so that the labels are finite numbers. */
export const largest = 1.797e308;

/** The sets of ticks of ratios, from the narrowest axis to the widest: as in RevMan, and always around 1. */
const ratioTicks: readonly (readonly number[])[] = [
  [0.5, 0.7, 1, 1.5, 2],
  [0.2, 0.5, 1, 2, 5],
  [0.1, 0.2, 0.5, 1, 2, 5, 10],
  [0.05, 0.2, 1, 5, 20],
  [0.02, 0.1, 1, 10, 50],
  [0.01, 0.1, 1, 10, 100],
  [0.001, 0.1, 1, 10, 1000],
];

/** Further ticks for an axis that the author wants narrow. */
const narrowTicks: readonly (readonly number[])[] = [
  [0.85, 0.9, 1, 1.1, 1.2],
  [0.7, 0.85, 1, 1.2, 1.5],
];

/**
 * An axis with “no effect” in its middle: to the end that the author chose, else wide enough for all pools and most
 * studies; intervals beyond it end in arrows.
 *
 * @param pools intervals to show whole, on the analysis scale
 * @param studies intervals of which the widest tenth may be cut
 * @param content of an item whose author may have chosen the end of the axis
 */
export function axisFor(
  isRatio: boolean,
  pools: readonly Interval[],
  studies: readonly Interval[],
  content?: ItemContent,
): Axis {
  const end = content === undefined ? null : chosenEnd(content);
  if (end !== null && !isRatio) return differenceAxis(end);
  if (end !== null && end > 1) {
    const within = [...narrowTicks, ...ratioTicks].findLast((ticks) => (ticks.at(-1) ?? end) <= end);
    return ratioAxis(Math.log(end), within ?? [1]);
  }
  const reach = ({ low, high }: Interval): number => Math.max(Math.abs(low), Math.abs(high));
  const widths = studies.map(reach).sort((first, second) => first - second);
  const most = widths[Math.min(widths.length - 1, Math.floor(widths.length * 0.9))] ?? 0;
  const wanted = Math.min(largestOf(pools.map(reach), most), largest);
  if (isRatio) {
    const [first = [1]] = ratioTicks;
    const ticks =
      ratioTicks.find((tick) => Math.log(tick.at(-1) ?? 1) >= wanted) ?? ratioTicks.at(-1) ?? first;
    return ratioAxis(Math.log(ticks.at(-1) ?? 2), ticks);
  }
  return differenceAxis(roundedUp(wanted));
}

/** @param end a logarithm */
function ratioAxis(end: number, ticks: readonly number[]): Axis {
  return axis(
    end,
    ticks.map((tick) => ({ value: Math.log(tick), label: String(tick) })),
  );
}

function differenceAxis(end: number): Axis {
  return axis(
    end,
    [-1, -0.5, 0, 0.5, 1].map((share) => ({
      value: share * end,
      label: String(Number((share * end).toPrecision(6))),
    })),
  );
}

function axis(end: number, ticks: Axis["ticks"]): Axis {
  return { low: -end, high: end, ticks, shareOf: (value) => (value / end + 1) / 2 };
}

/** The end of an axis that shows the value: the first of the multiples of a power of ten that is no smaller. */
export function roundedUp(value: number, multiples: readonly number[] = [1, 2, 4, 10]): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = multiples.find((multiple) => multiple * power >= value) ?? 10;
  return Math.min(factor * power, largest) || 1;
}

// Layout of forest plots, in pixels.
export const rowHeight = 20;
export const margin = 10;
export const gap = 14;
export const graphWidth = 280;
/** The maximum width of a study's name. */
export const nameWidth = 320;
/** Wider in files, where users cannot look up the full name. */
export const nameWidthInFiles = 900;
/** From a row's middle to the baseline of its text. */
const toBaseline = 4;

/** Rounds to the precision of the drawing: smaller changes, as an edit makes to all weights, do not redraw a mark. */
export function asDrawn(length: number): number {
  return Math.round(length * 100) / 100;
}

type Anchor = "start" | "middle" | "end";

/** Collects the marks of a figure, row by row, along one axis. */
export class ForestMarks {
  readonly marks: Mark[] = [];
  /** The middle of the current row. */
  y = margin + rowHeight / 2;

  /** @param graphX the left edge of the graph */
  constructor(
    private readonly axis: Axis,
    private readonly graphX: number,
    private readonly width = graphWidth,
  ) {}

  /** The x coordinate of a value; of one outside the axis, that of the end. */
  at(value: number): number {
    const { axis, graphX, width } = this;
    return asDrawn(graphX + axis.shareOf(Math.min(Math.max(value, axis.low), axis.high)) * width);
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

  /** A horizontal line. */
  line(key: string, x1: number, x2: number, y: number, dashed = false): void {
    this.marks.push({ kind: "line", key, x1, y1: y, x2, y2: y, dashed });
  }

  /** A vertical line at a value. */
  upright(key: string, value: number, y1: number, y2: number, dashed = false): void {
    this.marks.push({ kind: "line", key, x1: this.at(value), y1, x2: this.at(value), y2, dashed });
  }

  /** The interval, cut at the ends of the axis with an arrow: never omitted. */
  interval(key: string, { low, high }: Interval, dashed = false): void {
    this.line(`${key} interval`, this.at(low), this.at(high), this.y, dashed);
    this.#arrows(key, { low, high });
  }

  /**
   * A square at a value, omitted if the value is outside the axis.
   *
   * @param side rounded by {@link asDrawn}
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

  /** The diamond of a pooled result. */
  diamond(key: string, { estimate, low, high }: Pick<PooledEffect, "estimate" | "low" | "high">): void {
    const [left, middle, right] = [this.at(low), this.at(estimate), this.at(high)];
    this.marks.push({ kind: "diamond", key: `${key} diamond`, left, middle, right, y: this.y, height: 12 });
    this.#arrows(key, { low, high });
  }

  /** The axis, its ticks with labels in the current row, and the line of no effect. */
  scale(top: number, bottom: number): void {
    this.upright("no-effect", 0, top, bottom);
    this.line("axis", this.graphX, this.graphX + this.width, bottom);
    this.ticks(bottom);
  }

  /** The ticks of the axis from a line down, with labels in the current row. */
  ticks(from: number): void {
    for (const { value, label } of this.axis.ticks) {
      this.upright(`tick ${label}`, value, from, from + 4);
      this.text(`tick-label ${label}`, label, this.at(value), "middle");
    }
  }

  isInside(value: number): boolean {
    return value >= this.axis.low && value <= this.axis.high;
  }

  #arrows(key: string, { low, high }: Interval): void {
    const { axis, y } = this;
    if (low < axis.low)
      this.marks.push({ kind: "arrow", key: `${key} low`, x: this.at(axis.low), y, towards: "left" });
    if (high > axis.high)
      this.marks.push({ kind: "arrow", key: `${key} high`, x: this.at(axis.high), y, towards: "right" });
  }
}

/* The author's choices about the figure, which only RevMan's form can express. */

/**
 * RevMan's default end of the axis, of ratios and differences alike: it suits few differences, and is not a choice.
 */
const unchosenEnd = 100;

/** The end of the axis, a ratio or a difference, that the author chose; null for none. */
function chosenEnd(content: ItemContent): number | null {
  const end = displaySettings(content).scale;
  return typeof end === "number" && end > 0 && end !== unchosenEnd ? end : null;
}

/** Whether the figure has the test for subgroup differences. */
export function showsDifferences(content: ItemContent): boolean {
  return itemOf(content)["subgroup-differences-enabled"] !== false;
}

/** Whether the figure has the judgements of the risk of bias. */
export function showsRiskOfBias(content: ItemContent): boolean {
  return displaySettings(content)["show-risk-of-bias"] !== false;
}

function displaySettings(content: ItemContent): Readonly<Record<string, unknown>> {
  const settings = itemOf(content)["display-settings"];
  return isObject(settings) ? settings : {};
}

function itemOf({ form, item }: ItemContent): Readonly<Record<string, unknown>> {
  return form === revMan && isObject(item) ? item : {};
}
