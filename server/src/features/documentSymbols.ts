import type { DocumentSymbol } from "vscode-languageserver-types";
import { SymbolKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { GroupPlace } from "../document/groups";
import { groupsOf, isGroupNode, placeInGroup } from "../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../presentation/labels";
import { AscendingPositions } from "../presentation/ascendingPositions";
import type { Placed } from "../syntax/nodes";

/**
 * The outline of a document in its author's words: "2 Drug versus placebo" with "2.1 Mortality" in it
 * (LSP 3.17, DocumentSymbol).
 */
export function documentSymbols(document: AnalysesDocument): DocumentSymbol[] {
  const positions = new AscendingPositions(document.text);
  return Array.from(groupsOf(document), (group) => groupSymbol(document, group, positions));
}

function groupSymbol(
  document: AnalysesDocument,
  group: GroupPlace,
  positions: AscendingPositions,
): DocumentSymbol {
  const { node, start } = group.place;
  const groupStart = positions.positionAt(start);
  const selectionRange = nameRange(document, group.place, positions);
  const children = Array.from(analysesOf(group), (analysis): DocumentSymbol => {
    const range = positions.rangeOf(analysis);
    return {
      name: labelText(analysisLabel(document, group, analysis, analysis.index)),
      kind: SymbolKind.Object,
      range,
      selectionRange: { start: range.start, end: range.start },
    };
  });
  return {
    name: labelText(groupLabel(group)),
    kind: SymbolKind.Namespace,
    range: { start: groupStart, end: positions.positionAt(start + node.length) },
    selectionRange,
    children,
  };
}

/** Choosing a group in the outline shows its name. */
function nameRange(
  document: AnalysesDocument,
  { node, start }: Placed,
  positions: AscendingPositions,
): DocumentSymbol["selectionRange"] {
  const name = isGroupNode(node) ? placeInGroup(document, { node, start }, "name") : { start, end: start };
  return positions.rangeBetween(name.start, name.end);
}
