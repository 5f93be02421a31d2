import { isRatio } from "../analysis";
import type { ConclusionChange } from "../checks/sensitivity";
import { largestOf } from "../lists";
import { cumulative, leaveOneOut, sensitivityTable } from "../report/sensitivityAnalyses";
import type { CumulativeOrder } from "../report/sensitivityAnalyses";
import {
  countText,
  effectText,
  levelText,
  measureName,
  methodLine,
  modelDetails,
  modelName,
  percentText,
} from "../report/words";
import type { Heterogeneity, PooledEffect } from "../pooling/pool";
import type { ComputedItem } from "../evidenceOfItem";
import type { Translate } from "../roles/problems";
import { ForestMarks, axisFor, gap, graphWidth, margin, rowHeight } from "./axis";
import { type Figure, fitted, textWidth } from "./marks";

/** Kinds of repeated pools: without each study, cumulatively, or by other choices. */
export type PooledForest = "leave-one-out" | "sensitivity" | { readonly cumulative: CumulativeOrder };

interface Line {
  /** The pointer of a study, or a name for another line. */
  readonly row: string;
  readonly name: string;
  readonly isBold: boolean;
  readonly effect: PooledEffect | null;
  readonly effectText: string;
  readonly heterogeneity: Heterogeneity | null;
  readonly studies: number;
  readonly participants: number | null;
  readonly change: ConclusionChange | null;
  /** Whether the pool can be drawn: it has the measure of the axis. */
  readonly isDrawn: boolean;
}

/** The maximum width of a name, in pixels: wide enough for the names' ends, which distinguish methods. */
const longestLine = 520;

/**
 * A line for each pooled result (Cochrane Handbook, section 10.14), with a mark if its conclusion differs.
 *
 * @param title the analysis's number and name
 * @param longestName the maximum width of names in pixels; longer ones are cut
 */
export function pooledForest(
  evidence: ComputedItem,
  kind: PooledForest,
  title: string,
  translate: Translate,
  longestName = longestLine,
): Figure {
  const { choices, result } = evidence;
  const { measure } = choices.pooling.choice;
  const { heading, lines } = linesOf(evidence, kind, translate);
  const effectHeading =
    kind === "sensitivity"
      ? translate("{0} CI", levelText(choices.confidenceLevel))
      : methodLine(choices, translate);
  const changes = lines.map(({ change }) => changeText(change, translate));
  const texts = [
    ["study", heading, lines.map(({ name }) => fitted(name, longestName, true))],
    ["studies", translate("Studies"), lines.map(({ studies }) => String(studies))],
    [
      "participants",
      translate("Participants"),
      lines.map(({ participants }) => (participants === null ? "" : countText(participants))),
    ],
    [
      "i2",
      "I²",
      lines.map(({ heterogeneity }) => (heterogeneity === null ? "" : `${percentText(heterogeneity.i2)}%`)),
    ],
    ["effect", effectHeading, lines.map((line) => line.effectText)],
  ] as const;
  let x = margin;
  const columns = texts.map(([part, name, cells]) => {
    const width = Math.ceil(largestOf([name, ...cells].map((text) => textWidth(text, true))));
    const start = x;
    x += width + gap;
    return { part, name, cells, place: part === "study" ? start : start + width };
  });
  const graphX = x;
  // Omit the column if no line changes the conclusion.
  const changeTitle = changes.every((change) => change === "") ? "" : translate("Conclusion");
  const changeX = graphX + graphWidth + gap;
  const width =
    changeX + Math.ceil(largestOf([changeTitle, ...changes].map((text) => textWidth(text, true)))) + margin;
  const drawn = lines.flatMap(({ effect, isDrawn }) => (effect === null || !isDrawn ? [] : [effect]));
  const axis = axisFor(isRatio(measure), result.effect === null ? [] : [result.effect], drawn);
  const forest = new ForestMarks(axis, graphX);

  const heads = { bold: true, row: "header" };
  const middle = graphX + graphWidth / 2;
  forest.text("header-measure", measureName(measure, translate), middle, "middle", { bold: true });
  forest.y += rowHeight;
  for (const { part, name, place } of columns)
    forest.text(`header ${part}`, name, place, part === "study" ? "start" : "end", { ...heads, part });
  if (changeTitle !== "")
    forest.text("header-change", changeTitle, changeX, "start", { ...heads, part: "change" });
  forest.line("header-line", margin, width - margin, forest.y + rowHeight / 2);
  forest.y += rowHeight * 1.5;
  const top = forest.y - rowHeight / 2;
  lines.forEach((line, index) => {
    const { row, isBold, effect } = line;
    for (const { part, cells, place } of columns) {
      const text = cells[index] ?? "";
      const full = part === "study" && text !== line.name ? { full: line.name } : {};
      const anchor = part === "study" ? "start" : "end";
      forest.text(`${row} ${part}`, text, place, anchor, { bold: isBold, row, part, ...full });
    }
    const change = changes[index] ?? "";
    if (change !== "")
      forest.text(`${row} change`, change, changeX, "start", { bold: true, row, part: "change" });
    if (line.isDrawn && effect !== null) {
      if (isBold) forest.diamond(row, effect);
      else {
        forest.interval(row, effect);
        forest.square(row, effect.estimate, 6);
      }
    }
    forest.y += rowHeight;
  });
  if (lines.length === 0)
    forest.text("nothing", translate("There is no total of at least two studies."), margin, "start");
  else {
    const bottom = forest.y - rowHeight / 2;
    forest.scale(top, bottom);
    const estimate = result.effect?.estimate;
    if (estimate !== undefined && forest.isInside(estimate))
      forest.upright("total-line", estimate, top, bottom, true);
  }
  const { y, marks } = forest;
  return { width, height: y + rowHeight + margin, label: translate("{0} of {1}", heading, title), marks };
}

function linesOf(
  evidence: ComputedItem,
  kind: PooledForest,
  translate: Translate,
): { readonly heading: string; readonly lines: readonly Line[] } {
  const { choices, result, content } = evidence;
  const { measure } = choices.pooling.choice;
  const rowOf = (row: number): string => content.rows?.[row]?.pointer ?? String(row);
  const textOf = (effect: PooledEffect | null, of = measure): string =>
    effect === null ? translate("Not estimable") : effectText(effect.estimate, effect, of);
  if (kind === "sensitivity")
    return {
      heading: translate("Sensitivity analysis"),
      lines: sensitivityTable(evidence).map((pool, index) => {
        const { effect, isAsAnalysed, model } = pool;
        const named = [measureName(pool.measure, translate), modelName(model.kind, translate)];
        const name = [...named, modelDetails(model)].filter((text) => text !== "").join(", ");
        const isDrawn = pool.measure === measure;
        return {
          ...pool,
          row: `choice ${index}`,
          name,
          isBold: isAsAnalysed,
          isDrawn,
          effectText: textOf(effect, pool.measure),
        };
      }),
    };
  const isGrowing = kind !== "leave-one-out";
  const steps = isGrowing ? cumulative(evidence, kind.cumulative) : leaveOneOut(evidence);
  const lines = steps.map((step): Line => {
    const { row, study, effect } = step;
    return {
      ...step,
      row: rowOf(row),
      name: study,
      isBold: false,
      isDrawn: true,
      effectText: textOf(effect),
    };
  });
  const total = {
    ...{ row: "whole", name: translate("Total"), isBold: true, isDrawn: true, change: null },
    ...{ effect: result.effect, effectText: textOf(result.effect), heterogeneity: result.heterogeneity },
    ...{ studies: result.studies, participants: result.participants },
  };
  return {
    heading: isGrowing ? translate("Study that is added") : translate("Study that is left out"),
    lines: lines.length === 0 ? [] : [...lines, total],
  };
}

function changeText(change: ConclusionChange | null, translate: Translate): string {
  switch (change) {
    case "sign":
      return translate("! other direction");
    case "significance":
      return translate("! other significance");
    case null:
      return "";
  }
}
