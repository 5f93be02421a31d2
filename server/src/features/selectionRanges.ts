import type { Range, SelectionRange } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import { pathAt } from "../../../json/src";
import type { LinePosition } from "../../../json/src";

/**
 * What the selection grows to at each position: the inside of a string or of brackets, the value, its
 * property, the object around it (LSP 3.17, `textDocument/selectionRange`).
 */
export function selectionRanges(
  document: AnalysesDocument,
  positions: readonly LinePosition[],
): SelectionRange[] {
  return positions.map((position) => selectionRange(document, position));
}

/** So many of the innermost at most, beside the whole text: an answer is written by recursion. */
const most = 500;

function selectionRange(document: AnalysesDocument, position: LinePosition): SelectionRange {
  const { text } = document;
  const offset = text.offsetAt(position);
  const { steps, property } = pathAt(document, offset);
  const spans: [number, number][] = [[0, text.length]];
  const add = (start: number, end: number): void => {
    if (start <= offset && offset <= end) spans.push([start, end]);
  };
  for (const { node, start, via } of steps) {
    const end = start + node.length;
    if (via.kind === "property") add(via.property.start, end);
    add(start, end);
    const isQuoted = node.kind === "string" && node.closed;
    const isBracketed = (node.kind === "object" || node.kind === "array") && node.opened && node.closed;
    if (isQuoted || isBracketed) add(start + 1, end - 1);
  }
  if (property !== undefined) {
    const { start, keyEnd, value } = property.property;
    add(start, value.start + value.node.length);
    add(start, keyEnd);
    if (text.slice(start, start + 1) === '"' && text.slice(keyEnd - 1, keyEnd) === '"')
      add(start + 1, keyEnd - 1);
  }
  return nest(
    (spans.length > most ? [...spans.slice(0, 1), ...spans.slice(-most)] : spans).map(([start, end]) =>
      document.text.rangeBetween(start, end),
    ),
    position,
  );
}

/** Ranges from the outermost to the innermost as a chain, leaving out those that add nothing. */
function nest(ranges: readonly Range[], position: LinePosition): SelectionRange {
  let chain: SelectionRange | undefined;
  for (const range of ranges) {
    if (chain !== undefined && isSame(chain.range, range)) continue;
    chain = chain === undefined ? { range } : { range, parent: chain };
  }
  return chain ?? { range: { start: position, end: position } };
}

function isSame(one: Range, other: Range): boolean {
  return (
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}
