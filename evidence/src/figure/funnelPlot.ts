import { isRatio } from "../analysis";
import { normalQuantile } from "../distributions";
import { largestOf } from "../extremes";
import { countsFor } from "../pooling/computeAnalysis";
import { decimals, effectText, measureName } from "../report/words";
import type { Translate } from "../roles/problems";
import { axisFor, largest } from "./axis";
import type { ComputedItem } from "../evidenceOfItem";
import type { Figure, Mark } from "./marks";

const graph = { left: 60, top: 20, width: 420, height: 320 };

/**
 * A funnel plot: each study's effect against its standard error, the largest at the bottom, with the limits that would
 * contain 95 % of studies of one true effect (Handbook 13.3.5.2).
 */
export function funnelPlot(evidence: ComputedItem, title: string, translate: Translate): Figure {
  const { result, choices, content } = evidence;
  const { measure } = choices.pooling.choice;
  const studies = result.rows.flatMap((row) => {
    const { id, study, effect, interval } = row;
    return effect.kind === "estimable" && interval !== null && countsFor(row, null)
      ? [{ id, study, interval, ...effect }]
      : [];
  });
  const centre = result.effect?.estimate ?? 0;
  const most = niceEnd(
    largestOf(
      studies.map(({ standardError }) => standardError),
      0,
    ),
  );
  const reach = Math.min(normalQuantile(0.025) * most, largest);
  const axis = axisFor(
    isRatio(measure),
    [{ low: centre - reach, high: centre + reach }],
    studies.map(({ estimate }) => ({ low: estimate, high: estimate })),
  );
  const x = (value: number): number =>
    graph.left + Math.min(1, Math.max(0, axis.shareOf(value))) * graph.width;
  const y = (error: number): number => graph.top + (error / most) * graph.height;
  const bottom = graph.top + graph.height;
  const line = (key: string, x1: number, y1: number, x2: number, y2: number, dashed: boolean): Mark => ({
    kind: "line",
    key,
    x1,
    y1,
    x2,
    y2,
    dashed,
  });
  const text = (
    key: string,
    at: number,
    baseline: number,
    content_: string,
    anchor: "middle" | "end",
  ): Mark => ({
    kind: "text",
    key,
    x: at,
    y: baseline,
    text: content_,
    anchor,
    bold: false,
  });
  // Cut the limits at the edges of the graph.
  const limit = (key: string, side: -1 | 1): Mark => {
    const end = side === 1 ? axis.high : axis.low;
    const share = Math.min(1, Math.max(0, (end - centre) / (side * reach)));
    return line(key, x(centre), graph.top, x(centre + side * reach * share), y(most * share), true);
  };
  const marks: Mark[] = [
    line("left", graph.left, graph.top, graph.left, bottom, false),
    line("bottom", graph.left, bottom, graph.left + graph.width, bottom, false),
    ...axis.ticks.flatMap(({ value, label }) => [
      line(`tick ${label}`, x(value), bottom, x(value), bottom + 4, false),
      text(`tick-label ${label}`, x(value), bottom + 18, label, "middle"),
    ]),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => {
      const label = String(Number((share * most).toPrecision(4)));
      return [
        line(`error ${share}`, graph.left - 4, y(share * most), graph.left, y(share * most), false),
        text(`error-label ${share}`, graph.left - 8, y(share * most) + 4, label, "end"),
      ];
    }),
    text("effect", graph.left + graph.width / 2, bottom + 36, measureName(measure, translate), "middle"),
    text("error", graph.left, graph.top - 6, "SE", "middle"),
    ...(result.effect === null
      ? []
      : [line("centre", x(centre), graph.top, x(centre), bottom, true), limit("low", -1), limit("high", 1)]),
    ...studies.map(({ id, study, estimate, interval, standardError }): Mark => {
      const inside = Math.min(Math.max(estimate, axis.low), axis.high);
      const { pointer: row = String(id), name } = content.rows?.[id] ?? {};
      return {
        kind: "circle",
        study: name ?? "",
        key: `${row} study`,
        x: x(inside),
        y: y(standardError),
        radius: 3.5,
        row,
        part: "study",
        text: `${study}: ${effectText(estimate, interval, measure)}, SE ${decimals(standardError, 2)}`,
      };
    }),
  ];
  const label = translate("Funnel plot of {0}", title);
  return { width: graph.left + graph.width + 30, height: bottom + 48, label, marks };
}

/** A round number to end an axis at, not much larger than the value. */
function niceEnd(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].find((one) => one * power >= value) ?? 10;
  return Math.min(factor * power, largest) || 1;
}
