// How a figure that is made for print fits a panel that may be narrower.
import type { Mark } from "../../../evidence/src/index";
import { textWidth } from "../../../evidence/src/index";

/** Where the graph of a figure is, in the figure's own pixels. */
export interface Graph {
  readonly left: number;
  readonly width: number;
}

/** How a figure is shown: all of it smaller, and its graph narrower still. */
export interface Fit {
  readonly zoom: number;
  readonly graph: Graph;
  /** How wide the graph is, of its width in print. */
  readonly share: number;
  /** How far the labels under the axis go to the left, so that the right one is not cut. */
  readonly labels: number;
}

const noGraph: Graph = { left: 0, width: 0 };
export const asInPrint: Fit = { zoom: 1, graph: noGraph, share: 1, labels: 0 };

/** Of the size in print: smaller text is not for reading. */
const leastZoom = 0.7;
/** Narrower, intervals say nothing any more. */
const leastShare = 0.35;

/** The graph that an axis mark shows; undefined for any other mark. */
export function graphOf(mark: Mark): Graph | undefined {
  return mark.kind === "line" && mark.key === "axis"
    ? { left: mark.x1, width: mark.x2 - mark.x1 }
    : undefined;
}

/**
 * Everything smaller, as far as it can be read; then the graph narrower. Where that is not enough, what stands right of
 * the graph is left to scrolling.
 *
 * @param width of the figure in print
 * @param room in CSS pixels
 * @param label how far the label right under the axis goes on from the middle of the graph
 */
export function fitted(width: number, graph: Graph | undefined, room: number, label = 0): Fit {
  if (width <= 0 || room <= 0) return asInPrint;
  const { left, width: graphWidth } = graph ?? noGraph;
  const within = (wanted: number): Fit => {
    const zoom = Math.min(1, Math.max(leastZoom, room / wanted));
    const share = graphWidth === 0 ? 1 : 1 - (wanted - room / zoom) / graphWidth;
    const fit = { ...asInPrint, zoom, graph: { left, width: graphWidth } };
    const narrow = { ...fit, share: Math.min(1, Math.max(leastShare, share)) };
    const end = Math.max(room / zoom, shownAt(narrow, left + graphWidth) + endOfGraph);
    return { ...narrow, labels: Math.max(0, shownAt(narrow, left + graphWidth / 2) + label - end) };
  };
  const whole = within(width);
  return graphWidth === 0 || whole.share > leastShare ? whole : within(left + graphWidth + endOfGraph);
}

/** For the label of the last tick. */
const endOfGraph = 10;

/** Where a place of the figure is shown. */
export function shownAt({ graph: { left, width }, share }: Fit, x: number): number {
  const within = Math.min(Math.max(x - left, 0), width);
  return x - within * (1 - share);
}

/** How far a label right under the axis goes on from the middle of the graph. */
export function labelReach(mark: Mark, { left, width }: Graph = noGraph): number {
  return mark.kind === "text" ? mark.x + textWidth(mark.text) - (left + width / 2) : 0;
}

/** A mark as it is shown. */
export function placed(fit: Fit, mark: Mark): Mark {
  if (fit.share === 1 && fit.labels === 0) return mark;
  const { graph, share, labels } = fit;
  if (mark.key.startsWith("favours-") && mark.kind === "text")
    return {
      ...mark,
      x: shownAt(fit, graph.left + graph.width / 2) + mark.x - (graph.left + graph.width / 2) - labels,
    };
  // The column of effects has the same heading.
  if (
    mark.key.startsWith("header-graph") &&
    mark.kind === "text" &&
    textWidth(mark.text, true) > share * graph.width
  )
    return { ...mark, text: "" };
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
