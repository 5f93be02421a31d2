import type { DocumentSymbol, WorkspaceSymbol } from "vscode-languageserver-types";
import { SymbolKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { GroupPlace } from "../document/groups";
import { groupsOf, isGroupNode, placeInGroup } from "../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText, rowsOf } from "../document/labels";
import { AscendingPositions } from "../../../json/src";
import type { AnalysisRow } from "../document/labels";
import type { Placed } from "../../../json/src";

/** In a longer document studies are left out: an editor asks for the whole outline after every edit. */
const longestWithRows = 5_000_000;

function showsRows({ text }: AnalysesDocument): boolean {
  return text.length <= longestWithRows;
}

/** What an analysis comes to; undefined where it is not known, or would take too long. */
export type DetailOf = (analysis: Placed) => string | undefined;

/**
 * The outline of a document in its author's words: "2 Drug versus placebo" with "2.1 Mortality" in it, and in that its
 * subgroups and studies (LSP 3.17, DocumentSymbol).
 */
export function documentSymbols(document: AnalysesDocument, detailOf?: DetailOf): DocumentSymbol[] {
  const positions = new AscendingPositions(document.text);
  return Array.from(groupsOf(document), (group) => groupSymbol(document, group, positions, detailOf));
}

function groupSymbol(
  document: AnalysesDocument,
  group: GroupPlace,
  positions: AscendingPositions,
  detailOf: DetailOf | undefined,
): DocumentSymbol {
  const { node, start } = group.place;
  const groupStart = positions.positionAt(start);
  const selectionRange = nameRange(document, group.place, positions);
  const children = Array.from(analysesOf(group), (analysis): DocumentSymbol => {
    const range = positions.rangeOf(analysis);
    const detail = detailOf?.(analysis);
    const symbol: DocumentSymbol = {
      name: labelText(analysisLabel(document, group, analysis, analysis.index)),
      kind: SymbolKind.Class,
      range,
      selectionRange: { start: range.start, end: range.start },
      ...(detail !== undefined && { detail }),
    };
    if (!showsRows(document)) return symbol;
    const rows = rowsOf(document, analysis).map((row) => rowSymbol(row, analysis.start, positions));
    return rows.length === 0 ? symbol : { ...symbol, children: rows };
  });
  return {
    name: labelText(groupLabel(group)),
    kind: SymbolKind.Namespace,
    range: { start: groupStart, end: positions.positionAt(start + node.length) },
    selectionRange,
    children,
  };
}

function rowSymbol(row: AnalysisRow, from: number, positions: AscendingPositions): DocumentSymbol {
  const { name, range, nameRange, rows } = row;
  const start = positions.positionAt(from + range.start);
  const selectionRange = positions.rangeBetween(from + nameRange.start, from + nameRange.end);
  const children = rows.map((inner) => rowSymbol(inner, from, positions));
  const end = positions.positionAt(from + range.end);
  const kind = rows.length > 0 ? SymbolKind.Enum : SymbolKind.Field;
  const symbol: DocumentSymbol = { name, kind, range: { start, end }, selectionRange };
  return rows.length === 0 ? symbol : { ...symbol, children };
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

/** Longer lists are not read; a longer query finds the rest. */
const most = 500;

/**
 * The groups, analyses, subgroups and studies of open documents whose label has the characters of a query in their order
 * (LSP 3.17, `workspace/symbol`).
 */
export function workspaceSymbols(documents: Iterable<AnalysesDocument>, query: string): WorkspaceSymbol[] {
  const found: WorkspaceSymbol[] = [];
  const wanted = Array.from(query.toLowerCase()).filter((character) => character.trim() !== "");
  for (const document of documents) {
    const addAt = (
      name: string,
      kind: SymbolKind,
      start: number,
      end: number,
      containerName?: string,
    ): void => {
      if (found.length >= most || !hasInOrder(name.toLowerCase(), wanted)) return;
      const range = document.text.rangeBetween(start, end);
      const location = { uri: document.uri, range };
      found.push(
        containerName === undefined ? { name, kind, location } : { name, kind, location, containerName },
      );
    };
    const add = (name: string, kind: SymbolKind, { node, start }: Placed, containerName?: string): void =>
      addAt(name, kind, start, start + node.length, containerName);
    const addRows = (rows: readonly AnalysisRow[], from: number, container: string): void => {
      for (const { name, range, rows: inner } of rows) {
        const kind = inner.length > 0 ? SymbolKind.Enum : SymbolKind.Field;
        addAt(name, kind, from + range.start, from + range.end, container);
        addRows(inner, from, name);
      }
    };
    for (const group of groupsOf(document)) {
      const groupName = labelText(groupLabel(group));
      add(groupName, SymbolKind.Namespace, group.place);
      for (const analysis of analysesOf(group)) {
        const name = labelText(analysisLabel(document, group, analysis, analysis.index));
        add(name, SymbolKind.Class, analysis, groupName);
        addRows(rowsOf(document, analysis), analysis.start, name);
      }
    }
  }
  return found;
}

function hasInOrder(name: string, characters: readonly string[]): boolean {
  let from = 0;
  return characters.every((character) => {
    const at = name.indexOf(character, from);
    from = at + 1;
    return at !== -1;
  });
}
