// Fits a figure made for print into a narrower panel.
import { type Mark, fitted as fitText, largestOf, textWidth } from "@analyses/evidence";

/** The graph's position in a figure, in the figure's own pixels. */
export interface Graph {
  readonly left: number;
  readonly width: number;
}

/** The horizontal extent of a column that can be hidden, including the gap before it. */
export interface Column {
  readonly part: string;
  readonly from: number;
  readonly to: number;
}

/** How a figure is fitted: all of it is scaled, and its graph is narrowed further. */
export interface Fit {
  readonly zoom: number;
  readonly graph: Graph;
  /** The graph's width as a fraction of its width in print. */
  readonly graphShare: number;
  /** Columns hidden to make room for the graph. */
  readonly foldedColumns: readonly Column[];
  /** How far the labels under the axis move to the left, and get arrows, so that the right one is not cut. */
  readonly labelShift: number;
  /** Keys of axis numbers that are hidden, since they would overlap others. */
  readonly hiddenTicks: readonly string[];
  /**
   * How far the texts left of the axis move down: by the axis's height if one of them would overlap the axis or its
   * label, else 0.
   */
  readonly drop: number;
}

const noGraph: Graph = { left: 0, width: 0 };
export const asInPrint: Fit = {
  zoom: 1,
  graph: noGraph,
  graphShare: 1,
  foldedColumns: [],
  labelShift: 0,
  hiddenTicks: [],
  drop: 0,
};

/** The smallest scale, relative to print: smaller text is illegible. */
const leastZoom = 0.7;
/** The smallest `graphShare`: in a narrower graph, intervals are illegible. */
const leastShare = 0.35;

/** The graph that an axis mark shows; undefined for any other mark. */
export function graphOf(mark: Mark): Graph | undefined {
  return mark.kind === "line" && mark.key === "axis"
    ? { left: mark.x1, width: mark.x2 - mark.x1 }
    : undefined;
}

/**
 * The columns to fold in a narrow panel, in this order: participants and I², which matter least in a figure of pooled
 * results; weights, which the sizes of the squares show too; effects.
 */
const foldableParts = ["participants", "i2", "weight", "effect"];

/** The columns that may be folded, in folding order. @param headings the x of column headings, by part */
export function foldableColumns(headings: ReadonlyMap<string, number>): readonly Column[] {
  return foldableParts.flatMap((part) => {
    const to = headings.get(part);
    const before = [...headings.values()].filter((end) => to !== undefined && end < to);
    return to === undefined || before.length === 0 ? [] : [{ part, from: largestOf(before), to }];
  });
}

/**
 * Column numbers by part, from left to right, from 1: screen readers cannot count cells, since rows omit empty ones.
 */
export function columnNumbers(headings: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const parts = [...headings].sort(([, one], [, other]) => one - other);
  return new Map(parts.map(([part], index) => [part, index + 1]));
}

/** A cell's first column and its span: an arm's name spans all columns of the arm. */
export function columnOf(
  columns: ReadonlyMap<string, number>,
  part: string,
): { readonly index: number | undefined; readonly span: number } {
  const ofArm = [...columns.keys()].filter((key) => key.startsWith(`${part}-`));
  const first = ofArm[0] ?? (part === "name" ? "study" : part);
  return { index: columns.get(first), span: Math.max(1, ofArm.length) };
}

/**
 * Scales the figure down as far as it stays legible, then narrows the graph, then folds columns. If that is not enough,
 * the user has to scroll to the footnotes, then to all columns right of the graph. The effects are folded last, to fit
 * the graph. The caller adds `hiddenTicks` and `drop`, which depend on the fitted marks.
 *
 * @param width of the figure in print
 * @param graph in print; undefined if the figure has none
 * @param availableWidth in CSS pixels
 * @param label the distance from the middle of the graph to the end of the right label under the axis
 * @param columns that may be folded
 * @param beforeNotes the width without footnotes
 */
export function fitFigure(
  width: number,
  graph: Graph | undefined,
  availableWidth: number,
  label = 0,
  columns: readonly Column[] = [],
  beforeNotes = width,
): Fit {
  if (width <= 0 || availableWidth <= 0) return asInPrint;
  const { left, width: graphWidth } = graph ?? noGraph;
  const fitWithin = (whole: number, folded: readonly Column[]): Fit => {
    const wanted = folded.reduce((rest, { from, to }) => rest - (to - from), whole);
    const zoom = Math.min(1, Math.max(leastZoom, availableWidth / wanted));
    const share = graphWidth === 0 ? 1 : 1 - (wanted - availableWidth / zoom) / graphWidth;
    const fit = { ...asInPrint, zoom, graph: { left, width: graphWidth }, foldedColumns: folded };
    const narrow = { ...fit, graphShare: Math.min(1, Math.max(leastShare, share)) };
    const end = Math.max(availableWidth / zoom, fittedX(narrow, left + graphWidth) + endOfGraph);
    const beyond = fittedX(narrow, left + graphWidth / 2) + label - end;
    return { ...narrow, labelShift: beyond > 0 ? beyond + textWidth(" →") : 0 };
  };
  if (graphWidth === 0) return fitWithin(width, []);
  const endOfPlot = Math.min(width, left + graphWidth + endOfGraph);
  const others = columns.filter(({ part }) => part !== "effect");
  for (const whole of [width, beforeNotes, endOfPlot])
    for (let count = 0; count <= others.length; count += 1) {
      const fit = fitWithin(whole, others.slice(0, count));
      if (fit.graphShare > leastShare) return fit;
    }
  return fitWithin(endOfPlot, columns);
}

/** The width right of the graph that the last tick's label needs. */
const endOfGraph = 10;

/** Converts an x coordinate of the figure to the fitted figure. */
export function fittedX(
  { graph: { left, width }, graphShare: share, foldedColumns: folded }: Fit,
  x: number,
): number {
  const within = Math.min(Math.max(x - left, 0), width);
  let shown = x - within * (1 - share);
  for (const { from, to } of folded) shown -= Math.min(Math.max(x - from, 0), to - from);
  return shown;
}

/** The distance from the middle of the graph to the end of the right label under the axis. */
export function labelReach(mark: Mark, { left, width }: Graph = noGraph): number {
  return mark.kind === "text" ? mark.x + textWidth(mark.text) - (left + width / 2) : 0;
}

/** Whether a mark is an axis number, a “favours” label, or a text left of or below these. */
export function isBelowGraph(key: string): boolean {
  return isTick(key) || key.startsWith("favours-") || isFooter(key);
}

const isTick = (key: string): boolean => key.startsWith("tick-label ");

const isFooter = (key: string): boolean => /^(?:total footer|differences|legend)/.test(key);

/**
 * The keys of axis numbers to hide, since they would overlap others. The number of no effect has priority, then the two
 * ends of the axis, then the others from the middle outwards. Two numbers at the same distance from no effect are shown
 * or hidden together.
 */
export function crowdedTicks(fit: Fit, marks: Iterable<Mark>): readonly string[] {
  const middle = fit.graph.left + fit.graph.width / 2;
  const pairs = new Map<number, Tick[]>();
  for (const mark of marks) {
    if (mark.kind !== "text" || !isTick(mark.key)) continue;
    const [at, half] = [fittedX(fit, mark.x), (textWidth(mark.text) + tickGap) / 2];
    const distance = Math.round(Math.abs(mark.x - middle));
    const tick = { key: mark.key, left: at - half, right: at + half };
    pairs.set(distance, [...(pairs.get(distance) ?? []), tick]);
  }
  const outermost = largestOf(pairs.keys());
  const isBetween = (distance: number): number => Number(distance > 0 && distance < outermost);
  const shownTicks: Tick[] = [];
  return [...pairs]
    .sort(([one], [other]) => isBetween(one) - isBetween(other) || one - other)
    .flatMap(([, pair]) => {
      const isFree = pair.every((tick) =>
        shownTicks.every(({ left, right }) => tick.right <= left || tick.left >= right),
      );
      if (isFree) for (const tick of pair) shownTicks.push(tick);
      return isFree ? [] : pair.map(({ key }) => key);
    });
}

/** A number under an axis, with its extent. */
interface Tick {
  readonly key: string;
  readonly left: number;
  readonly right: number;
}

/** The smallest gap between two axis numbers. */
const tickGap = 4;

/** How far the texts left of the axis move down: its height if one would overlap the axis or its label, else 0. */
export function footerDrop(fit: Fit, marks: Iterable<Mark>): number {
  const texts = Array.from(marks).filter((mark) => mark.kind === "text");
  const label = texts.find(({ key }) => key === "favours-left");
  if (label === undefined) return 0;
  const shown = fitMark(fit, label);
  const left = Math.min(
    fittedX(fit, fit.graph.left),
    shown.kind === "text" ? shown.x - textWidth(shown.text) : Infinity,
  );
  const overlapsAxis = ({ key, x, y, text }: (typeof texts)[number]): boolean =>
    isFooter(key) && Math.abs(y - label.y) < axisHeight && x + textWidth(text) > left;
  return texts.some(overlapsAxis) ? axisHeight : 0;
}

/** The height of the numbers and labels under an axis. */
const axisHeight = 40;

/** Drops the last parts of a heading such as `M-H, Random, 95% CI` until it fits; cuts the first part if necessary. */
function shortenHeading(heading: string, width: number): string {
  const parts = heading.split(", ");
  const heads = parts.map((_, index) => parts.slice(0, parts.length - index).join(", "));
  return heads.find((head) => textWidth(head, true) <= width) ?? fitText(heading, width, true);
}

/** A mark as the fitted figure shows it. */
export function fitMark(fit: Fit, mark: Mark): Mark {
  const { graph, graphShare, labelShift, foldedColumns, hiddenTicks, drop } = fit;
  if (drop > 0 && isFooter(mark.key) && mark.kind === "text") return { ...mark, y: mark.y + drop };
  if (graphShare === 1 && labelShift === 0 && foldedColumns.length === 0) return mark;
  if (mark.key.startsWith("favours-") && mark.kind === "text") {
    const withArrow = mark.key === "favours-left" ? `← ${mark.text}` : `${mark.text} →`;
    return {
      ...mark,
      text: labelShift > 0 ? withArrow : mark.text,
      x: fittedX(fit, graph.left + graph.width / 2) + mark.x - (graph.left + graph.width / 2) - labelShift,
    };
  }
  if (hiddenTicks.includes(mark.key) && mark.kind === "text")
    return { ...mark, x: fittedX(fit, mark.x), text: "" };
  if (mark.key.startsWith("header-graph") && mark.kind === "text") {
    const text = shortenHeading(mark.text, graphShare * graph.width);
    // Hides a shortened heading while the effects' column shows all of it.
    const isRepeated = text !== mark.text && foldedColumns.length === 0;
    return { ...mark, x: fittedX(fit, mark.x), text: isRepeated ? "" : text };
  }
  switch (mark.kind) {
    case "line":
      return { ...mark, x1: fittedX(fit, mark.x1), x2: fittedX(fit, mark.x2) };
    case "diamond":
      return {
        ...mark,
        left: fittedX(fit, mark.left),
        middle: fittedX(fit, mark.middle),
        right: fittedX(fit, mark.right),
      };
    default:
      return { ...mark, x: fittedX(fit, mark.x) };
  }
}
