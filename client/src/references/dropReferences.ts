import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import { draggedMimeTypes, draggedReferences } from "./draggedReferences";
import { sayWhatFoundNoRoom, sayWhatIsForbidden } from "./insertReferences";
import type { InsertionJudge } from "./insertionJudge";
import { insertionTargetOf, spanOf, workspaceEditOf } from "./insertionTarget";
import { planInsertions } from "./planInsertions";

/** The kind of the edits by which references are dropped or pasted. */
export const referenceEditKind = vscode.DocumentDropOrPasteEditKind.Empty.append(
  "analysesRegistry",
  "reference",
);

/** Inserts rows that are dragged from the sidebar into a document as the command inserts them. */
export class ReferenceDropping implements vscode.DocumentDropEditProvider {
  constructor(private readonly judge: InsertionJudge) {}

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    transfer: vscode.DataTransfer,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const references = await draggedReferences(transfer);
    if (references.length === 0) return undefined;
    const caret = spanOf(document, new vscode.Range(position, position));
    const insertions = planInsertions(insertionTargetOf(document), [caret], references);
    // An edit that changes nothing, where there is no room: VS Code would go on to what else it can drop.
    const edit = new vscode.DocumentDropEdit("", vscode.l10n.t("Insert Reference"), referenceEditKind);
    const problem = await this.judge.problemAfter(document, insertions.changes);
    if (problem !== undefined) {
      void sayWhatIsForbidden(problem, references);
      return edit;
    }
    void sayWhatFoundNoRoom(insertions, references);
    edit.additionalEdit = workspaceEditOf(document, insertions.changes);
    return edit;
  }
}

export function takeDroppedReferences(judge: InsertionJudge): DisposableLike {
  return vscode.languages.registerDocumentDropEditProvider({ pattern: "**" }, new ReferenceDropping(judge), {
    dropMimeTypes: draggedMimeTypes,
    providedDropEditKinds: [referenceEditKind],
  });
}
