import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import { referenceObject } from "../../../protocol/src/references";
import { messageText } from "../platform/displayText";
import type { InsertionJudge } from "./insertionJudge";
import { insertionTargetOf, rangeOf, spanOf } from "./insertionTarget";
import type { Insertions } from "./planInsertions";
import { planInsertions } from "./planInsertions";

/**
 * Puts references in at every caret of the editor, in one step to undo. Where the document has no room
 * for them, or its schemas forbid them there, says so and offers the clipboard.
 */
export async function insertReferences(
  editor: vscode.TextEditor,
  references: readonly RegistryReference[],
  judge: InsertionJudge,
): Promise<void> {
  const { document } = editor;
  const { version } = document;
  const insertions = planInsertions(
    insertionTargetOf(document),
    editor.selections.map((selection) => spanOf(document, selection)),
    references,
  );
  const problem = await judge.problemAfter(document, insertions.changes);
  if (problem !== undefined) return sayWhatIsForbidden(problem, references);
  if (insertions.changes.length > 0) {
    const isDone =
      document.version === version &&
      (await editor.edit((builder) => {
        for (const change of insertions.changes) builder.replace(rangeOf(document, change), change.newText);
      }));
    if (!isDone) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t("The reference was not inserted: the document cannot be edited or has just changed."),
      );
      return;
    }
  }
  await sayWhatFoundNoRoom(insertions, references);
}

/** Says where references found no room, and offers them on the clipboard. Silent where all did. */
export async function sayWhatFoundNoRoom(
  { changes, refused, leftOut }: Insertions,
  references: readonly RegistryReference[],
): Promise<void> {
  const message = noRoomMessage(refused, changes.length > 0, leftOut);
  if (message !== undefined) await offerClipboard(message, references);
}

/** Says that references would bring an error into the document, and offers them on the clipboard. */
export async function sayWhatIsForbidden(
  problem: string,
  references: readonly RegistryReference[],
): Promise<void> {
  await offerClipboard(
    vscode.l10n.t("With a reference here the document would not be valid. {0}", messageText(problem)),
    references,
  );
}

async function offerClipboard(message: string, references: readonly RegistryReference[]): Promise<void> {
  const copy = vscode.l10n.t("Copy Instead");
  const chosen = await vscode.window.showWarningMessage(message, copy);
  if (chosen === copy) await vscode.env.clipboard.writeText(referencesJson(references));
}

function noRoomMessage(
  { noPlace, formatForbids }: Insertions["refused"],
  isPartlyDone: boolean,
  leftOut: number,
): string | undefined {
  const count = noPlace + formatForbids;
  if (isPartlyDone && count > 0) {
    return vscode.l10n.t("At {0} of the cursors there was no room for a reference.", count);
  }
  if (leftOut > 0) {
    return vscode.l10n.t("One reference fits here. The other {0} were not inserted.", leftOut);
  }
  if (count === 0) return undefined;
  return formatForbids > 0
    ? vscode.l10n.t(
        "The analyses format has no room for a reference here. Put the cursor inside an analysis.",
      )
    : vscode.l10n.t("There is no room for a reference here. Put the cursor where a value can stand.");
}

/** References as JSON text: one object, or an array of several. */
export function referencesJson(references: readonly RegistryReference[]): string {
  const objects = references.map(referenceObject);
  return JSON.stringify(objects.length === 1 ? objects[0] : objects, undefined, 2);
}
