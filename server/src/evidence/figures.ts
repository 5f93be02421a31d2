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

/*
 * What evidence is drawn, written and explained as: a bundle of its own in Node, loaded when the first panel, hover or
 * report asks. It keeps nothing, and is given the words of the language that is spoken.
 */

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

/** @param faulty of an item without a pool, of which there is the forest plot only */
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

/** A figure to be shown within a text, as SVG. */
export function smallImage(...drawn: Parameters<typeof smallForest>): string {
  return imageOf(smallForest(...drawn));
}

/**
 * The text of a file or of the clipboard; empty where there is nothing to write.
 *
 * @param note what has to be said wherever the result goes; empty for nothing
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

/** A figure with a line of text under it. */
function withNote(figure: Figure, text: string): Figure {
  if (text === "") return figure;
  const y = figure.height + 8;
  const mark = { kind: "text", key: "note", x: 8, y, text, anchor: "start", bold: true } as const;
  const width = Math.max(figure.width, Math.ceil(textWidth(text, true)) + 16);
  return { ...figure, width, height: y + 12, marks: [...figure.marks, mark] };
}
