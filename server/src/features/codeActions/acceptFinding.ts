import type { CodeAction, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { FindingKey, FindingToAccept } from "../../../../protocol/src/acceptedFindings";
import { withEntry } from "../../../../protocol/src/acceptedFindings";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { createDocument } from "../../document/analysesDocument";
import { translate } from "../../localisation/translate";

import { findingKey } from "../../validation/acceptedFindings";
import type { Finding } from "../../validation/finding";

/** How an author can accept a finding: `file` is where accepted findings are written down. */
export type WayToAccept =
  | { readonly kind: "command"; readonly file: string; readonly command: string }
  | {
      readonly kind: "edit";
      readonly file: string;
      /** What is in the file now; undefined where there is none. */
      readonly text: string | undefined;
      /** As it is written, `2026-03-31`. */
      readonly today: string;
      readonly versionedEdits: boolean;
    };

/** The action by which a finding is accepted; undefined where none can be, or the file cannot be read. */
export function acceptFinding(
  document: AnalysesDocument,
  finding: Finding,
  way: WayToAccept | undefined,
): CodeAction | undefined {
  const key = way && findingKey(document, finding);
  if (way === undefined || key === undefined) return undefined;
  const title = translate("Accept with a reason…");
  const kind = CodeActionKind.QuickFix;
  if (way.kind === "command") {
    const toAccept: FindingToAccept = { file: way.file, key };
    return { title, kind, command: { title, command: way.command, arguments: [toAccept] } };
  }
  const edit = entryEdit(way, key);
  return edit && { title, kind, edit };
}

/** Until somebody fills in who and why, the entry accepts nothing. */
function entryEdit(
  { file, text, today, versionedEdits }: Extract<WayToAccept, { kind: "edit" }>,
  key: FindingKey,
): WorkspaceEdit | undefined {
  const written = withEntry(text, { ...key, by: "", on: today, reason: "" });
  if (written === undefined) return undefined;
  const edit = changedPart(file, text ?? "", written);
  if (!versionedEdits) return { changes: { [file]: [edit] } };
  const edits = { textDocument: { uri: file, version: null }, edits: [edit] };
  return {
    documentChanges:
      text === undefined
        ? [{ kind: "create", uri: file, options: { ignoreIfExists: true } }, edits]
        : [edits],
  };
}

/** One edit of no more than what differs. */
function changedPart(file: string, before: string, after: string): TextEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = before.length;
  let newEnd = after.length;
  while (end > start && newEnd > start && before[end - 1] === after[newEnd - 1]) {
    end--;
    newEnd--;
  }
  return {
    range: createDocument(file, "json", 0, before).text.rangeBetween(start, end),
    newText: after.slice(start, newEnd),
  };
}
