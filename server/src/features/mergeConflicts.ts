import type { CodeLens } from "vscode-languageserver-types";
import { conflictsIn, isWellFormed } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { translate } from "../localisation/translate";

/**
 * A lens at each merge conflict in a text (LSP 3.17, `textDocument/codeLens`).
 *
 * @param resolve the client's command that resolves the conflicts; undefined if it has none
 */
export function conflictLenses(document: AnalysesDocument, resolve: string | undefined): readonly CodeLens[] {
  const { text, root, problems, uri } = document;
  const isJson = isWellFormed(root.node) && problems.length === 0;
  if (resolve === undefined || isJson) return [];
  const command = { title: translate("Resolve Merge Conflict…"), command: resolve, arguments: [uri] };
  return conflictsIn(text.toString()).map(({ start }) => ({
    range: text.rangeBetween(start, start + 1),
    command,
  }));
}
