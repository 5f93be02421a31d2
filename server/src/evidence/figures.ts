import type { ComputedItem, DocumentItem, Figure, Translate } from "../../../evidence/src/index";
import {
  cochraneSentence,
  forestPlot,
  funnelPlot,
  imageOf,
  markdownTable,
  pooledForest,
  reportItem,
  rScript,
  smallForest,
  svgOf,
  tableReport,
  tabSeparated,
} from "../../../evidence/src/index";
import type { ExportFormat, Plot } from "../../../protocol/src/evidencePanel";

/*
 * What evidence is drawn, written and explained as: a bundle of its own in Node, loaded when the first panel, hover or
 * report asks. It keeps nothing, and is given the words of the language that is spoken.
 */

export {
  changeOfFigure,
  describeRoles,
  differencesLine,
  heterogeneityLine,
  methodSentence,
  ownSubschemas,
  reportItem,
  studyTable,
  testLine,
} from "../../../evidence/src/index";

export function draw(evidence: ComputedItem, plot: Plot, title: string, translate: Translate): Figure {
  switch (plot) {
    case "forest":
      return forestPlot(evidence, title, translate);
    case "funnel":
      return funnelPlot(evidence, title, translate);
    case "leave-one-out":
    case "sensitivity":
      return pooledForest(evidence, plot, title, translate);
    case "cumulative-year":
      return pooledForest(evidence, { cumulative: "year" }, title, translate);
    case "cumulative-precision":
      return pooledForest(evidence, { cumulative: "precision" }, title, translate);
    case "cumulative-document":
      return pooledForest(evidence, { cumulative: "document" }, title, translate);
  }
}

/** Cochrane's sentence on the pooled result; null where there is none. */
export function sentenceOf({ choices, result }: ComputedItem, translate: Translate): string | null {
  const { effect } = result;
  return effect === null ? null : cochraneSentence(choices, { ...result, effect }, translate);
}

/** A figure to be shown within a text, as SVG. */
export function smallImage(...drawn: Parameters<typeof smallForest>): string {
  return imageOf(smallForest(...drawn));
}

/** The text of a file or of the clipboard; empty where there is nothing to write. */
export function written(
  item: DocumentItem & { readonly evidence: ComputedItem },
  { format, plot }: { readonly format: ExportFormat; readonly plot: Plot },
  title: string,
  translate: Translate,
): string {
  const { evidence } = item;
  switch (format) {
    case "svg":
      return svgOf(draw(evidence, plot, title, translate), reportItem(item, translate));
    case "sentence":
      return sentenceOf(evidence, translate) ?? "";
    case "markdown":
      return markdownTable(tableReport(evidence, translate));
    case "tsv":
      return tabSeparated(tableReport(evidence, translate));
    case "r":
      return rScript([item]);
  }
}
