import type { FormattingOptions, TextEdit } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { pathAt } from "../../document/pathAt";
import { indentationOf } from "../../editing/indentation";
import { rangeBetween } from "../../presentation/rangeBetween";
import type { LinePosition } from "../../text/documentText";

/** After these characters the indentation of their line may have to change. */
export const onTypeCharacters = ["}", "]", "\n"] as const;

/**
 * Indents the line just begun as deep as its place in the document, and one that begins with a closing
 * bracket as its opening one (LSP 3.17, `textDocument/onTypeFormatting`).
 */
export function formatOnType(
  document: AnalysesDocument,
  position: LinePosition,
  options: FormattingOptions,
): TextEdit[] {
  const { text } = document;
  const lineStart = text.offsetAt({ line: position.line, character: 0 });
  const written = indentationOf(text, position.line);
  const contentStart = lineStart + written.length;
  if (text.offsetAt(position) > contentStart + 1) return [];
  const container = pathAt(document, contentStart).steps.findLast(
    ({ node, start }) => (node.kind === "object" || node.kind === "array") && start < contentStart,
  );
  if (container === undefined) return [];
  const outer = indentationOf(text, text.positionAt(container.start).line);
  const step = options.insertSpaces ? " ".repeat(options.tabSize) : "\t";
  const isClosing = "}]".includes(text.slice(contentStart, contentStart + 1) || " ");
  const wanted = isClosing ? outer : outer + step;
  return wanted === written
    ? []
    : [{ range: rangeBetween(document, lineStart, contentStart), newText: wanted }];
}
