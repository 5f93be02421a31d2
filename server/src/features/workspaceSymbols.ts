import type { WorkspaceSymbol } from "vscode-languageserver-types";
import { SymbolKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Placed } from "../syntax/nodes";
import { groupsOf } from "../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../presentation/labels";
import { rangeBetween } from "../presentation/rangeBetween";

/** More than this nobody reads; a longer query finds the rest. */
const most = 500;

/**
 * The groups and analyses of open documents whose label has the characters of a query in their order
 * (LSP 3.17, `workspace/symbol`).
 */
export function workspaceSymbols(documents: Iterable<AnalysesDocument>, query: string): WorkspaceSymbol[] {
  const found: WorkspaceSymbol[] = [];
  const wanted = Array.from(query.toLowerCase()).filter((character) => character.trim() !== "");
  for (const document of documents) {
    const add = (name: string, kind: SymbolKind, place: Placed, containerName?: string): void => {
      if (found.length >= most || !hasInOrder(name.toLowerCase(), wanted)) return;
      const range = rangeBetween(document, place.start, place.start + place.node.length);
      const location = { uri: document.uri, range };
      found.push(
        containerName === undefined ? { name, kind, location } : { name, kind, location, containerName },
      );
    };
    for (const group of groupsOf(document)) {
      const groupName = labelText(groupLabel(group));
      add(groupName, SymbolKind.Namespace, group.place);
      for (const analysis of analysesOf(group)) {
        const name = labelText(analysisLabel(document, group, analysis, analysis.index));
        add(name, SymbolKind.Object, analysis, groupName);
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
