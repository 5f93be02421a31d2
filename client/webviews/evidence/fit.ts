// Fits a figure made for print into a narrower panel.
import { type Mark, fitted as textFitted, largestOf, textWidth } from "@analyses/evidence";

/** The graph's position in a figure, in the figure's own pixels. */
export interface Graph {
  readonly left: number;
  readonly width: number;
}

/** A foldable column's position, including the gap before it. */
export interface Column {
  readonly part: string;
  readonly from: number;
  readonly to: number;
}

/** How to fit a figure: scales all of it, and narrows its graph further. */
export interface Fit {
  readonly zoom: number;
  readonly graph: Graph;
  /** The graph's width as a fraction of its width in print. */
  readonly share: number;
  /** Columns hidden to make room for the graph. */
  readonly folded: readonly Column[];
  /** The left shift of the labels under the axis, so that the right one is not cut; shifted labels get arrows. */
  readonly labels: number;
  /** Keys of hidden axis numbers, which would overlap others. */
  readonly crowded: readonly string[];
  /** The downward shift of the texts left of the axis, if they would overlap it or its label. */
  readonly drop: number;
}

const noGraph: Graph = { left: 0, width: 0 };
export const asInPrint: Fit = {
  zoom: 1,
  graph: noGraph,
  share: 1,
  folded: [],
  labels: 0,
  crowded: [],
  drop: 0,
};

/** The smallest scale, relative to print: smaller text is illegible. */
const leastZoom = 0.7;
/** The smallest `share`: in a narrower graph intervals are illegible. */
const leastShare = 0.35;

/** The graph that an axis mark shows; undefined for any other mark. */
export function graphOf(mark: Mark): Graph | undefined {
  return mark.kind === "line" && mark.key === "axis"
    ? { left: mark.x1, width: mark.x2 - mark.x1 }
    : undefined;
}

/** In folding order: first numbers alike in most pools, then weights, which squares show; last the effects. */
const foldable = ["participants", "i2", "weight", "effect"];

/**
 * The columns that may be folded, in folding order.
 *
 * @param headings the right ends of column headings, by part
 */
export function foldableColumns(headings: ReadonlyMap<string, number>): readonly Column[] {
  return foldable.flatMap((part) => {
    const to = headings.get(part);
    const before = [...headings.values()].filter((end) => to !== undefined && end < to);
    return to === undefined || before.length === 0 ? [] : [{ part, from: largestOf(before), to }];
  });
}

/** Column numbers by part, from left to right, starting at 1: rows have no empty cells to count. */
export function columnsBetween(headings: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const parts = [...headings].sort(([, one], [, other]) => one - other);
  return new Map(parts.map(([part], index) => [part, index + 1]));
}

/** A cell's first column and its span: an arm's name spans all columns of the arm. */
export function columnOf(
  columns: ReadonlyMap<string, number>,
  part: string,
): { readonly index: number | undefined; readonly span: number } {
  const ofArm = [...columns.keys()].filter((one) => one.startsWith(`${part}-`));
  const first = ofArm[0] ?? (part === "name" ? "study" : part);
  return { index: columns.get(first), span: Math.max(1, ofArm.length) };
}

/**
 * Scales the figure down while legible, then narrows the graph, then folds columns. If that is not enough, footnotes
 * scroll, then all columns right of the graph; the effects fold only for the graph.
 *
 * @param width of the figure in print
 * @param beforeNotes the width without footnotes
 * @param room in CSS pixels
 * @param label how far the right label under the axis extends from the middle of the graph
 * @param columns that may be folded
 */
export function fitted(
  width: number,
  graph: Graph | undefined,
  room: number,
  label = 0,
  columns: readonly Column[] = [],
  beforeNotes = width,
): Fit {
  if (width <= 0 || room <= 0) return asInPrint;
  const { left, width: graphWidth } = graph ?? noGraph;
  const within = (whole: number, folded: readonly Column[]): Fit => {
    const wanted = folded.reduce((rest, { from, to }) => rest - (to - from), whole);
    const zoom = Math.min(1, Math.max(leastZoom, room / wanted));
    const share = graphWidth === 0 ? 1 : 1 - (wanted - room / zoom) / graphWidth;
    const fit = { ...asInPrint, zoom, graph: { left, width: graphWidth }, folded };
    const narrow = { ...fit, share: Math.min(1, Math.max(leastShare, share)) };
    const end = Math.max(room / zoom, shownAt(narrow, left + graphWidth) + endOfGraph);
    const beyond = shownAt(narrow, left + graphWidth / 2) + label - end;
    return { ...narrow, labels: beyond > 0 ? beyond + textWidth(" →") : 0 };
  };
  if (graphWidth === 0) return within(width, []);
  const endOfPlot = Math.min(width, left + graphWidth + endOfGraph);
  const others = columns.filter(({ part }) => part !== "effect");
  for (const end of [width, beforeNotes, endOfPlot])
    for (let count = 0; count <= others.length; count += 1) {
      const fit = within(end, others.slice(0, count));
      if (fit.share > leastShare) return fit;
    }
  return within(endOfPlot, columns);
}

/** Room right of the graph for the last tick's label. */
const endOfGraph = 10;

/** Converts an x coordinate of the figure to the fitted figure. */
export function shownAt({ graph: { left, width }, share, folded }: Fit, x: number): number {
  const within = Math.min(Math.max(x - left, 0), width);
  let shown = x - within * (1 - share);
  for (const { from, to } of folded) shown -= Math.min(Math.max(x - from, 0), to - from);
  return shown;
}

/** How far the right label under the axis extends from the middle of the graph. */
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
 * Keys of the axis numbers that do not fit. No effect has priority, then both ends, then others outward. Two numbers at
 * the same distance from no effect are both kept or both hidden.
 */
export function crowdedTicks(fit: Fit, marks: Iterable<Mark>): readonly string[] {
  const middle = fit.graph.left + fit.graph.width / 2;
  const pairs = new Map<number, Tick[]>();
  for (const mark of marks) {
    if (mark.kind !== "text" || !isTick(mark.key)) continue;
    const [at, half] = [shownAt(fit, mark.x), (textWidth(mark.text) + tickGap) / 2];
    const distance = Math.round(Math.abs(mark.x - middle));
    const tick = { key: mark.key, left: at - half, right: at + half };
    pairs.set(distance, [...(pairs.get(distance) ?? []), tick]);
  }
  const outermost = largestOf(pairs.keys());
  const isBetween = (distance: number): number => Number(distance > 0 && distance < outermost);
  const kept: Tick[] = [];
  return [...pairs]
    .sort(([one], [other]) => isBetween(one) - isBetween(other) || one - other)
    .flatMap(([, pair]) => {
      const isFree = pair.every((tick) =>
        kept.every(({ left, right }) => tick.right <= left || tick.left >= right),
      );
      if (isFree) for (const tick of pair) kept.push(tick);
      return isFree ? [] : pair.map(({ key }) => key);
    });
}

/** A number under an axis, and the room that it takes. */
interface Tick {
  readonly key: string;
  readonly left: number;
  readonly right: number;
}

/** The smallest gap between two axis numbers. */
const tickGap = 4;

/** The drop of the texts left of the axis: its height if one of them would overlap it or its label, else 0. */
export function dropFor(fit: Fit, marks: Iterable<Mark>): number {
  const texts = Array.from(marks).filter((mark) => mark.kind === "text");
  const label = texts.find(({ key }) => key === "favours-left");
  if (label === undefined) return 0;
  const shown = placed(fit, label);
  const left = Math.min(
    shownAt(fit, fit.graph.left),
    shown.kind === "text" ? shown.x - textWidth(shown.text) : Infinity,
  );
  const isInTheWay = ({ key, x, y, text }: (typeof texts)[number]): boolean =>
    isFooter(key) && Math.abs(y - label.y) < axisHeight && x + textWidth(text) > left;
  return texts.some(isInTheWay) ? axisHeight : 0;
}

/** The height of the numbers and labels under an axis. */
const axisHeight = 40;

/** Drops the last parts of a heading such as `M-H, Random, 95% CI` until it fits; else cuts it. */
function headingFitted(heading: string, width: number): string {
  const parts = heading.split(", ");
  const heads = parts.map((_, index) => parts.slice(0, parts.length - index).join(", "));
  return heads.find((head) => textWidth(head, true) <= width) ?? textFitted(heading, width, true);
}

/** A mark as the fitted figure shows it. */
export function placed(fit: Fit, mark: Mark): Mark {
  const { graph, share, labels, folded, crowded, drop } = fit;
  if (drop > 0 && isFooter(mark.key) && mark.kind === "text") return { ...mark, y: mark.y + drop };
  if (share === 1 && labels === 0 && folded.length === 0) return mark;
  if (mark.key.startsWith("favours-") && mark.kind === "text") {
    const pointed = mark.key === "favours-left" ? `← ${mark.text}` : `${mark.text} →`;
    return {
      ...mark,
      text: labels > 0 ? pointed : mark.text,
      x: shownAt(fit, graph.left + graph.width / 2) + mark.x - (graph.left + graph.width / 2) - labels,
    };
  }
  if (crowded.includes(mark.key) && mark.kind === "text")
    return { ...mark, x: shownAt(fit, mark.x), text: "" };
  if (mark.key.startsWith("header-graph") && mark.kind === "text") {
    const text = headingFitted(mark.text, share * graph.width);
    // Hides a shortened heading, since the effects' column repeats it.
    const isStated = text !== mark.text && folded.length === 0;
    return { ...mark, x: shownAt(fit, mark.x), text: isStated ? "" : text };
  }
  switch (mark.kind) {
    case "line":
      return { ...mark, x1: shownAt(fit, mark.x1), x2: shownAt(fit, mark.x2) };
    case "diamond":
      return {
        ...mark,
        left: shownAt(fit, mark.left),
        middle: shownAt(fit, mark.middle),
        right: shownAt(fit, mark.right),
      };
    default:
      return { ...mark, x: shownAt(fit, mark.x) };
  }
}
