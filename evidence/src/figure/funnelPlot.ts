import { isRatio } from "../analysis";
import { normalQuantile } from "../distributions";
import { largestOf } from "../lists";
import { pooledStudies } from "../checks/sensitivity";
import { decimals, effectText, measureName } from "../report/words";
import type { Translate } from "../roles/problems";
import { ForestMarks, axisFor, largest, roundedUp } from "./axis";
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
  const studies = pooledStudies(result);
  const centre = result.effect?.estimate ?? 0;
  const errors = studies.map(({ standardError }) => standardError);
  const most = roundedUp(largestOf(errors, 0), [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10]);
  const reach = Math.min(normalQuantile(0.025) * most, largest);
  const axis = axisFor(
    isRatio(measure),
    [{ low: centre - reach, high: centre + reach }],
    studies.map(({ estimate }) => ({ low: estimate, high: estimate })),
  );
  const plot = new ForestMarks(axis, graph.left, graph.width);
  const y = (error: number): number => graph.top + (error / most) * graph.height;
  const bottom = graph.top + graph.height;
  plot.upright("left", axis.low, graph.top, bottom);
  plot.line("bottom", graph.left, graph.left + graph.width, bottom);
  plot.y = bottom + 14;
  plot.ticks(bottom);
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    plot.y = y(share * most);
    plot.line(`error ${share}`, graph.left - 4, graph.left, plot.y);
    const label = String(Number((share * most).toPrecision(4)));
    plot.text(`error-label ${share}`, label, graph.left - 8, "end");
  }
  plot.y = graph.top - 10;
  plot.text("error", "SE", graph.left, "middle");
  plot.y = bottom + 32;
  plot.text("effect", measureName(measure, translate), graph.left + graph.width / 2, "middle");
  // Cuts the limits at the edges of the graph.
  const limit = (key: string, side: -1 | 1): Mark => {
    const end = side === 1 ? axis.high : axis.low;
    const share = Math.min(1, Math.max(0, (end - centre) / (side * reach)));
    const x2 = plot.at(centre + side * reach * share);
    return { kind: "line", key, x1: plot.at(centre), y1: graph.top, x2, y2: y(most * share), dashed: true };
  };
  if (result.effect !== null) {
    plot.upright("centre", centre, graph.top, bottom, true);
    plot.marks.push(limit("low", -1), limit("high", 1));
  }
  for (const { id, study, estimate, interval, standardError } of studies) {
    const { pointer: row = String(id), name } = content.rows?.[id] ?? {};
    plot.marks.push({
      kind: "circle",
      study: name ?? "",
      key: `${row} study`,
      x: plot.at(estimate),
      y: y(standardError),
      radius: 3.5,
      row,
      part: "study",
      text: `${study}: ${effectText(estimate, interval, measure)}, SE ${decimals(standardError, 2)}`,
    });
  }
  const label = translate("Funnel plot of {0}", title);
  return { width: graph.left + graph.width + 30, height: bottom + 48, label, marks: plot.marks };
}
