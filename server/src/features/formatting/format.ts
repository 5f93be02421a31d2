import type { FormattingOptions, Range, TextEdit } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { pathAt } from "../../document/pathAt";
import { indentationOf } from "../../editing/indentation";
import { previousSignificant } from "../../editing/scan";
import { AscendingPositions } from "../../presentation/ascendingPositions";
import { rangeBetween } from "../../presentation/rangeBetween";
import { layOut } from "./layOut";

/**
 * White space that makes a document easy to read. Nothing but white space changes: numbers stay as
 * they are written (LSP 3.17, `textDocument/formatting`).
 */
export function formatDocument(document: AnalysesDocument, options: FormattingOptions): TextEdit[] {
  const edits = formatBetween(document, 0, document.text.length, 0, options);
  const ending = finalSpacing(document, options);
  return ending === undefined ? edits : [...edits, ending];
}

/** The same for the lines of a range (LSP 3.17, `textDocument/rangeFormatting`). */
export function formatRange(
  document: AnalysesDocument,
  range: Range,
  options: FormattingOptions,
): TextEdit[] {
  const { text } = document;
  const isLineEnd = range.end.character === 0 && range.end.line > range.start.line;
  const start = text.offsetAt({ line: range.start.line, character: 0 });
  const lastLine = isLineEnd ? range.end.line - 1 : range.end.line;
  const end = text.offsetAt({ line: lastLine, character: Number.MAX_SAFE_INTEGER });
  return formatBetween(document, start, end, depthAt(document, range.start.line), options);
}

function formatBetween(
  document: AnalysesDocument,
  start: number,
  end: number,
  depth: number,
  { tabSize, insertSpaces }: FormattingOptions,
): TextEdit[] {
  const step = insertSpaces ? " ".repeat(tabSize) : "\t";
  const positions = new AscendingPositions(document.text);
  const layout = { step, lineBreak: lineBreakOf(document), depth };
  return Array.from(layOut(document.text.slice(start, end), layout), (spacing) => ({
    range: positions.rangeBetween(start + spacing.start, start + spacing.end),
    newText: spacing.space,
  }));
}

/** How many objects and arrays the first token of a line lies in; a closing bracket in one less. */
function depthAt(document: AnalysesDocument, line: number): number {
  const { text } = document;
  const offset = text.offsetAt({ line, character: 0 }) + indentationOf(text, line).length;
  const containers = pathAt(document, offset).steps.filter(
    ({ node, start }) => (node.kind === "object" || node.kind === "array") && start < offset,
  );
  const isClosing = "}]".includes(text.slice(offset, offset + 1) || " ");
  return Math.max(0, containers.length - (isClosing ? 1 : 0));
}

/** The end of the document: one line break where the editor's options or the document have it so. */
function finalSpacing(document: AnalysesDocument, options: FormattingOptions): TextEdit | undefined {
  const end = document.text.length;
  const last = previousSignificant(document.text, end);
  if (last === undefined) return undefined;
  const written = document.text.slice(last.at + 1, end);
  const wanted = (options.insertFinalNewline ?? /[\r\n]/.test(written)) ? lineBreakOf(document) : "";
  if (written === wanted) return undefined;
  return { range: rangeBetween(document, last.at + 1, end), newText: wanted };
}

/** The line break that the document begins with; a new one for a document of one line. */
function lineBreakOf({ text }: AnalysesDocument): string {
  if (text.lineCount < 2) return "\n";
  const firstLineEnd = text.offsetAt({ line: 0, character: Number.MAX_SAFE_INTEGER });
  return text.slice(firstLineEnd, text.offsetAt({ line: 1, character: 0 }));
}
