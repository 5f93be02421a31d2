// Renders and explains evidence. In Node this file is a separate bundle, which the first panel, hover or report loads.
// It has no state, because each bundle has its own copy of a module; for the same reason, callers pass the translation.

import type { ComputedItem, DocumentItem, FaultyRows, Figure, Translate } from "@analyses/evidence";
import {
  cochraneSentence,
  forestPlot,
  funnelPlot,
  imageOf,
  markdownTable,
  markdownText,
  nameWidthInFiles,
  pooledForest,
  reportItem,
  rScript,
  smallForest,
  svgOf,
  tableReport,
  tabSeparated,
  textWidth,
} from "@analyses/evidence";
import type { ExportFormat, Plot } from "@analyses/protocol/evidencePanel";

export {
  cochraneSentence,
  describeRoles,
  differencesLine,
  heterogeneityLine,
  methodSentence,
  ownSubschemas,
  predictionText,
  reportItem,
  studyTable,
  testLine,
} from "@analyses/evidence";

/** Draws a plot. An analysis with faulty rows has no pooled result, and can only have a forest plot. */
export function draw(
  evidence: ComputedItem,
  plot: Plot,
  title: string,
  translate: Translate,
  longestName?: number,
  faulty?: FaultyRows,
): Figure {
  if (faulty !== undefined) return forestPlot(evidence, title, translate, longestName, faulty);
  switch (plot) {
    case "forest":
      return forestPlot(evidence, title, translate, longestName);
    case "funnel":
      return funnelPlot(evidence, title, translate);
    case "leave-one-out":
    case "sensitivity":
      return pooledForest(evidence, plot, title, translate, longestName);
    case "cumulative-year":
      return pooledForest(evidence, { cumulative: "year" }, title, translate, longestName);
    case "cumulative-precision":
      return pooledForest(evidence, { cumulative: "precision" }, title, translate, longestName);
    case "cumulative-document":
      return pooledForest(evidence, { cumulative: "document" }, title, translate, longestName);
  }
}

/** A small forest plot for a hover, as SVG. */
export function smallImage(...drawn: Parameters<typeof smallForest>): string {
  return imageOf(smallForest(...drawn));
}

/**
 * An analysis in an export format; empty if the format has nothing to say about it.
 *
 * @param note a sentence that every format must contain, such as the list of studies left out; may be empty
 */
export function written(
  item: DocumentItem & { readonly evidence: ComputedItem },
  { format, plot }: { readonly format: Exclude<ExportFormat, "notes">; readonly plot: Plot },
  title: string,
  note: string,
  translate: Translate,
): string {
  const { evidence } = item;
  const line = note.replace(/\s+/g, " ");
  switch (format) {
    case "svg":
      return svgOf(
        withNote(draw(evidence, plot, title, translate, nameWidthInFiles), line),
        reportItem(item, translate),
      );
    case "sentence": {
      const sentence = cochraneSentence(evidence, translate) ?? "";
      return sentence === "" || line === "" ? sentence : `${sentence}. ${line}`;
    }
    case "markdown":
      return markdownTable(tableReport(evidence, translate)) + (line && `\n${markdownText(line)}\n`);
    case "tsv":
      return tabSeparated([...tableReport(evidence, translate), ...(line === "" ? [] : [[line]])]);
    case "r":
      return (line && `# ${line}\n`) + rScript([item]);
  }
}

/** Adds a line of text below a figure. */
function withNote(figure: Figure, text: string): Figure {
  if (text === "") return figure;
  // In pixels: a margin of 8 around the line of text.
  const y = figure.height + 8;
  const mark = { kind: "text", key: "note", x: 8, y, text, anchor: "start", bold: true } as const;
  const width = Math.max(figure.width, Math.ceil(textWidth(text, true)) + 16);
  return { ...figure, width, height: y + 12, marks: [...figure.marks, mark] };
}
