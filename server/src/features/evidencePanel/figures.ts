import type { ComputedItem, DocumentItem, Figure } from "../../../../evidence/src/index";
import {
  cochraneSentence,
  forestPlot,
  funnelPlot,
  markdownTable,
  reportItem,
  rScript,
  svgOf,
  tableReport,
  tabSeparated,
} from "../../../../evidence/src/index";
import type { Translate } from "../../../../evidence/src/index";
import type { ExportFormat } from "../../../../protocol/src/evidenceExport";
import type { Plot } from "../../../../protocol/src/evidencePanel";

/*
 * What evidence is drawn and written as: a bundle of its own in Node, loaded when the first panel asks. It keeps
 * nothing, and is given the words of the language that is spoken.
 */

export function draw(evidence: ComputedItem, plot: Plot, title: string, translate: Translate): Figure {
  switch (plot) {
    case "funnel":
      return funnelPlot(evidence, title, translate);
    default:
      return forestPlot(evidence, title, translate);
  }
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
    case "sentence": {
      const { effect } = evidence.result;
      return effect === null
        ? ""
        : cochraneSentence(evidence.choices, { ...evidence.result, effect }, translate);
    }
    case "markdown":
      return markdownTable(tableReport(evidence, translate));
    case "tsv":
      return tabSeparated(tableReport(evidence, translate));
    case "r":
      return rScript([item]);
  }
}
