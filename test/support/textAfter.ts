import { TextDocument, type TextEdit } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver-types";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";

/** The text after edits, as an editor applies them; fails if two of them overlap. */
export const textAfter = (text: string, edits: readonly TextEdit[]): string =>
  TextDocument.applyEdits(TextDocument.create("file:///a", "json", 0, text), [...edits]);

/** The text of a range of a document. */
export const textIn = ({ text }: AnalysesDocument, { start, end }: Range): string =>
  text.slice(text.offsetAt(start), text.offsetAt(end));
