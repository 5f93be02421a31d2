import type { TextEdit } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Span } from "./caret";
import { nextSignificant, previousSignificant } from "../../editing/scan";

/** The commas that an insertion needs and that are not there yet. */
export interface Separators {
  /** Written behind the member before the caret. */
  readonly before: TextEdit | undefined;
  /** Written behind what is inserted. */
  readonly after: "" | ",";
}

/** The commas around a new property or element. */
export function separatorsOfMember({ text }: AnalysesDocument, { start, end }: Span): Separators {
  const previous = previousSignificant(text, start);
  const isFirst = previous === undefined || "{[,:".includes(previous.character);
  const after = commaAfter(text, end);
  if (isFirst) return { before: undefined, after };
  const position = text.positionAt(previous.at + 1);
  return { before: { range: { start: position, end: position }, newText: "," }, after };
}

/** The comma behind a property's value. */
export function separatorsOfValue({ text }: AnalysesDocument, { end }: Span): Separators {
  return { before: undefined, after: commaAfter(text, end) };
}

function commaAfter(text: AnalysesDocument["text"], end: number): Separators["after"] {
  const next = nextSignificant(text, end);
  return next === undefined || ",:}]".includes(next.character) ? "" : ",";
}
