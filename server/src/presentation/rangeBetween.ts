import type { Range } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";

/** The LSP range between two offsets of a document's text. */
export function rangeBetween({ text }: AnalysesDocument, start: number, end: number): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) };
}
