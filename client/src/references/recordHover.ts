import * as vscode from "vscode";
import type { LookUpResult } from "../../../protocol/src/referenceRequests";
import type { DisposableLike } from "../platform/disposable";
import { withSignalOf } from "../platform/cancellation";
import { RecordLookUp } from "./recordLookUp";
import { plainMarkdown, recordMarkdown } from "./recordText";
import type { ReferenceFinder } from "./referenceFinder";
import { linkedLanguages } from "./referenceFinder";
import { revealLink } from "./revealLink";

/** Tells about the record that a link leads to when the pointer is on it; analyses documents have the server. */
export function showRecordHovers(finder: ReferenceFinder): DisposableLike {
  return vscode.languages.registerHoverProvider([...linkedLanguages], {
    provideHover: (document, position, token) => recordHover(finder, document, position, token),
  });
}

export async function recordHover(
  finder: ReferenceFinder,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  const found = await finder.at(document, position, token);
  if (found === undefined || !vscode.workspace.isTrusted) return undefined;
  const result = await withSignalOf(token, (signal) =>
    new RecordLookUp({ signal, purpose: "hover" }).find(found.record),
  );
  if (token.isCancellationRequested) return undefined;
  const card = new vscode.MarkdownString(paragraphsOf(result, found.record.id).join("\n\n"));
  return new vscode.Hover([card, revealLink(found.record)], found.range);
}

function paragraphsOf(result: LookUpResult, id: string): readonly string[] {
  switch (result.kind) {
    case "known":
      return recordMarkdown(result.record);
    case "unknownId":
      return [
        plainMarkdown(vscode.l10n.t("{0} has no record with the identifier {1}.", result.registry, id)),
      ];
    case "notChecked":
      return [plainMarkdown(result.message)];
    case "otherRegistry":
      return [];
  }
}
