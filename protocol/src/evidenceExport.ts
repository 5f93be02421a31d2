import type { Plot } from "./evidencePanel";
import { plots } from "./evidencePanel";
import type { RequestMessage } from "./message";
import { fieldsOf, listOf } from "./message";
import { readDocument, readText } from "./referenceMessages";
import type { DocumentParams } from "./referenceRequests";

/** What the evidence of an analysis can be written as. */
export const exportFormats = ["svg", "sentence", "markdown", "tsv", "r"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface EvidenceExportParams {
  readonly textDocument: DocumentParams;
  /** The pointer of the analysis in the document. */
  readonly analysis: string;
  /** Of a picture. */
  readonly plot: Plot;
  /** Rows that are left out for the moment. */
  readonly without: readonly string[];
  readonly format: ExportFormat;
}

export interface EvidenceExport {
  /** Number and name of the analysis. */
  readonly name: string;
  readonly text: string;
}

/** Request from client to server. Answer: null where there is no such analysis, or it cannot be computed. */
export const evidenceExportRequest: RequestMessage<EvidenceExportParams, EvidenceExport | null> = {
  method: "analyses/evidenceExport",
  readParams(value) {
    const { textDocument, analysis, plot, without, format } = fieldsOf(value);
    const document = readDocument(textDocument);
    const rows = listOf(without, readText);
    const wanted = exportFormats.find((one) => one === format);
    if (document === undefined || typeof analysis !== "string" || !rows || !wanted) return undefined;
    const drawn = plots.find((one) => one === plot) ?? "forest";
    return { textDocument: document, analysis, plot: drawn, without: rows, format: wanted };
  },
  readResult(value) {
    if (value === null) return null;
    const { name, text } = fieldsOf(value);
    return typeof name === "string" && typeof text === "string" ? { name, text } : undefined;
  },
};
