import * as vscode from "vscode";
import { choose, isReadOnly, showInformation, withCancellableProgress } from "../platform/editor";
import type { Span, TextChange } from "./jsonReading";
import type { ReferenceUpdate } from "./referencesInText";

/** The maximum size of a searched document, in bytes: VS Code gives extensions no larger documents. */
const maxBytes = 50 * 1024 * 1024;

/** The text of a document: from its editor if open, else from its file. */
export interface DocumentText {
  readonly uri: vscode.Uri;
  /** VS Code's language identifier; undefined if the document is not open. */
  readonly languageId: string | undefined;
  readonly text: string;
}

/** Lets the user choose the active document or all documents of the workspace, and reads them; undefined on cancel. */
export async function chooseDocuments(
  title: string,
  matches: (document: vscode.TextDocument) => boolean,
  pattern: string,
): Promise<readonly DocumentText[] | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  const active = document !== undefined && matches(document) ? document : undefined;
  const workspace = { label: vscode.l10n.t("All documents of the workspace"), isWorkspace: true };
  const items =
    active === undefined
      ? [workspace]
      : [{ label: vscode.l10n.t("This document"), isWorkspace: false }, workspace];
  const chosen = await choose(items, { title });
  if (chosen === undefined) return undefined;
  if (!chosen.isWorkspace)
    return active && [{ uri: active.uri, languageId: active.languageId, text: active.getText() }];
  return withCancellableProgress(vscode.l10n.t("Reading the documents of the workspace…"), async (signal) => {
    const documents = await documentsOfWorkspace(pattern, signal);
    return signal.aborted ? undefined : documents;
  });
}

/** The readable documents of the workspace that match a pattern, with their current texts. */
export async function documentsOfWorkspace(
  pattern: string,
  signal: AbortSignal,
): Promise<readonly DocumentText[]> {
  const texts: DocumentText[] = [];
  for (const uri of await vscode.workspace.findFiles(pattern, "**/node_modules/**")) {
    if (signal.aborted) break;
    const read = await readDocument(uri);
    if (read !== undefined) texts.push({ uri, ...read });
  }
  return texts;
}

async function readDocument(uri: vscode.Uri): Promise<Omit<DocumentText, "uri"> | undefined> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  if (open !== undefined) return { languageId: open.languageId, text: open.getText() };
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxBytes) return undefined;
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    // Offsets of changes refer to VS Code's text, which normalizes line breaks and decodes other encodings.
    const differsInEditor = /\r(?!\n)|\ufffd/.test(text) || (text.includes("\r") && /(?<!\r)\n/.test(text));
    return {
      languageId: undefined,
      text: differsInEditor ? (await vscode.workspace.openTextDocument(uri)).getText() : text,
    };
  } catch {
    return undefined;
  }
}

export interface DocumentChanges extends Pick<DocumentText, "uri" | "text"> {
  readonly changes: readonly ReferenceUpdate[];
}

/**
 * Makes all changes, or the changes that the user ticks in the refactor preview, as one undo step.
 *
 * @param label describes the changes, for display
 */
export async function offerChanges(documents: readonly DocumentChanges[], label: string): Promise<void> {
  const changed = await withoutReadOnly(documents.filter(({ changes }) => changes.length > 0));
  if (changed.length === 0) return;
  const preview = {
    label: vscode.l10n.t("Preview and choose…"),
    detail: vscode.l10n.t("Tick what is to be changed in the Refactor Preview, then press Apply."),
    needsConfirmation: true,
  };
  const hasWording = changed.some(({ changes }) => changes.some(({ mayBeWording }) => mayBeWording === true));
  const all = {
    label: vscode.l10n.t("Make all changes"),
    needsConfirmation: false,
    ...(hasWording && {
      detail: vscode.l10n.t("Texts of links are shown first, since they may be your own wording."),
    }),
  };
  const chosen = await choose([preview, all], {
    title: label,
    placeHolder: vscode.l10n.t("Changes: {0}, documents: {1}", countOf(changed), changed.length),
  });
  if (chosen === undefined) return;
  const { needsConfirmation } = chosen;
  const { made, editedMeanwhile } = await makeChanges(changed, { needsConfirmation, label });
  if (editedMeanwhile.length > 0) {
    const names = editedMeanwhile.map(({ uri }) => vscode.workspace.asRelativePath(uri)).join(", ");
    void showInformation(vscode.l10n.t("Left alone, as they were edited meanwhile: {0}.", names));
  }
  if (made.length === 0) {
    void showInformation(
      vscode.l10n.t("Nothing was changed. In the Refactor Preview, only what is ticked is changed."),
    );
  } else if (!needsConfirmation && !hasWording) {
    void showInformation(vscode.l10n.t("Changes made: {0}, documents: {1}.", countOf(made), made.length));
  }
}

function countOf(documents: readonly DocumentChanges[]): number {
  return documents.reduce((sum, { changes }) => sum + changes.length, 0);
}

/** The writable documents; reports the read-only documents, in which changes would be lost. */
async function withoutReadOnly(documents: readonly DocumentChanges[]): Promise<readonly DocumentChanges[]> {
  const writable: DocumentChanges[] = [];
  const readOnly: string[] = [];
  for (const document of documents) {
    const text = await Promise.resolve(vscode.workspace.openTextDocument(document.uri)).catch(
      () => undefined,
    );
    if (await isReadOnly(document.uri, text)) readOnly.push(vscode.workspace.asRelativePath(document.uri));
    else writable.push(document);
  }
  if (readOnly.length > 0)
    void showInformation(vscode.l10n.t("Left alone, as they are read-only: {0}.", readOnly.join(", ")));
  return writable;
}

interface MadeChanges {
  readonly made: readonly DocumentChanges[];
  /** Documents edited since they were read, hence not changed: the offsets would be wrong. */
  readonly editedMeanwhile: readonly DocumentChanges[];
}

/** Makes changes as one undo step. Changes of a link's text always need the user's confirmation. */
export async function makeChanges(
  changed: readonly DocumentChanges[],
  metadata: vscode.WorkspaceEditEntryMetadata,
): Promise<MadeChanges> {
  const label = vscode.l10n.t("Texts of links, which may be your own wording");
  const wording = { needsConfirmation: true, label };
  const edit = new vscode.WorkspaceEdit();
  const asRead: DocumentChanges[] = [];
  const editedMeanwhile: DocumentChanges[] = [];
  for (const entry of changed) {
    const { uri, text, changes } = entry;
    const document = await vscode.workspace.openTextDocument(uri);
    const isAsRead = document.getText() === text;
    (isAsRead ? asRead : editedMeanwhile).push(entry);
    if (!isAsRead) continue;
    for (const change of changes) {
      const changeMetadata = change.mayBeWording === true ? wording : metadata;
      edit.replace(uri, rangeOf(document, change), change.newText, changeMetadata);
    }
  }
  const isDone = edit.size > 0 && (await vscode.workspace.applyEdit(edit, { isRefactoring: true }));
  const made: DocumentChanges[] = [];
  // In the preview, the user may have ticked none of a document's changes.
  for (const changes of isDone ? asRead : [])
    if ((await vscode.workspace.openTextDocument(changes.uri)).getText() !== changes.text) made.push(changes);
  return { made, editedMeanwhile };
}

export function spanOf(document: vscode.TextDocument, { start, end }: vscode.Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

export function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Converts changes to an edit of a document, which is one undo step. */
export function editOf(document: vscode.TextDocument, changes: readonly TextChange[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const change of changes) edit.replace(document.uri, rangeOf(document, change), change.newText);
  return edit;
}
