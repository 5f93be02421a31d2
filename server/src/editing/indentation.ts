import type { DocumentText } from "../text/documentText";

const linesLookedAt = 100;
const defaultStep = "  ";

/** One step of indentation as the document writes it: that of its first indented line. */
export function indentationStep(text: DocumentText): string {
  for (let line = 1; line < Math.min(text.lineCount, linesLookedAt); line += 1) {
    const indentation = indentationOf(text, line);
    if (indentation.startsWith("\t")) return "\t";
    if (indentation !== "") return indentation;
  }
  return defaultStep;
}

/** The white space at the start of a line. */
export function indentationOf(text: DocumentText, line: number): string {
  const start = text.offsetAt({ line, character: 0 });
  let end = start;
  while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end += 1;
  return text.slice(start, end);
}
