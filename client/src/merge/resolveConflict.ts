import * as vscode from "vscode";
import {
  type MergeAnswer,
  type MergeDecision,
  type MergeSource,
  type OpenConflict,
  mergeRequest,
} from "@analyses/protocol/customMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { shownValues } from "../platform/displayText";
import { repositoryOf } from "../platform/git";
import { choose, sayNotWritten, showInformation, showWarning } from "../platform/editor";

/** The server's merge of a document, with its conflicts, decided or not. */
type Merge = Extract<MergeAnswer, { kind: "merged" }>;

/**
 * Merges the versions of a document with conflict markers, asks the user to resolve each cell that both sides changed
 * differently, and writes the result as one edit. Writes nothing if the user cancels.
 */
export async function resolveMergeConflict(
  { languageClient }: { readonly languageClient: AnalysesLanguageClient },
  target: unknown,
): Promise<void> {
  const document = await documentOf(target);
  if (document === undefined) return;
  const name = vscode.workspace.asRelativePath(document.uri);
  const source = await sourceOf(document);
  let decisions: readonly MergeDecision[] = [];
  for (let answers = 0; ;) {
    const textDocument = { uri: document.uri.toString(), version: document.version };
    const merge = await languageClient.ask(mergeRequest, { textDocument, source, decisions });
    if (merge === undefined && (await languageClient.sayIfGone())) return;
    if (merge === undefined || merge === null)
      return void showInformation(vscode.l10n.t("{0} is no analyses document.", name));
    if (merge.kind === "no-markers")
      return void showInformation(vscode.l10n.t("There is no merge conflict in {0}.", name));
    if (merge.kind === "unreadable")
      return void showWarning(
        vscode.l10n.t(
          "The versions of {0} cannot be merged by study and cell: one of them is not JSON, or a conflict marker is missing.",
          name,
        ),
      );
    const open = merge.conflicts.filter(({ isDecided }) => !isDecided);
    const [first] = open;
    if (first === undefined) return writeMerge(document, merge, answers);
    // One answer decides all stored results of an analysis.
    const conflicts = first.isStoredResult
      ? open.filter(({ isStoredResult, analysis }) => isStoredResult && analysis === first.analysis)
      : [first];
    const take = await askSide(first, conflicts.length, answers + 1, answers + questionsIn(open));
    if (take === undefined) return;
    answers += 1;
    decisions = [
      ...decisions,
      ...conflicts.map(({ place, ours, theirs }) => ({ place, ours, theirs, take, text: null })),
    ];
  }
}

/**
 * The number of questions: one for each conflict, but only one for all stored results of an analysis, since neither
 * side's results fit the merged data.
 */
function questionsIn(open: readonly OpenConflict[]): number {
  const stored = open.filter(({ isStoredResult }) => isStoredResult);
  return open.length - stored.length + new Set(stored.map(({ analysis }) => analysis)).size;
}

/** The document that the command's argument names, else that of the active editor. */
async function documentOf(target: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof target === "string") return vscode.workspace.openTextDocument(vscode.Uri.parse(target));
  if (target instanceof vscode.Uri) return vscode.workspace.openTextDocument(target);
  return vscode.window.activeTextEditor?.document;
}

/**
 * The versions in Git's index, if the document consists of their lines and conflict markers. If the user has typed
 * other lines since Git's merge, the versions between the markers: the index lacks these lines.
 */
async function sourceOf(document: vscode.TextDocument): Promise<MergeSource> {
  const repository = await repositoryOf(document.uri);
  if (typeof repository === "string") return { kind: "markers" };
  const path = document.uri.fsPath;
  const stage = (number: number) => repository.show(`:${number}`, path).catch(() => undefined);
  const [base, ours, theirs] = await Promise.all([stage(1), stage(2), stage(3)]);
  if (base === undefined || ours === undefined || theirs === undefined) return { kind: "markers" };
  const linesOf = (text: string): readonly string[] => text.split(/\r?\n/);
  const indexLines = new Set([base, ours, theirs].flatMap(linesOf));
  const isUnedited = linesOf(document.getText()).every(
    (line) => indexLines.has(line) || /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/.test(line),
  );
  return isUnedited ? { kind: "versions", base, ours, theirs } : { kind: "markers" };
}

/**
 * Lets the user choose the side of a conflict.
 *
 * @param cells the number of conflicts that the answer decides
 * @param number the question's number
 * @param count the number of questions
 */
async function askSide(
  { analysis, place, isStoredResult, base, ours, theirs, ourResult, theirResult }: OpenConflict,
  cells: number,
  number: number,
  count: number,
): Promise<"base" | "ours" | "theirs" | undefined> {
  const [oursShown, theirsShown, baseShown] = shownValues(
    [ours, theirs, base],
    vscode.l10n.t("removed, or not there"),
  );
  const row = (take: "base" | "ours" | "theirs", shown = "", side: string, result: string) => ({
    label: isStoredResult ? side : shown,
    description: isStoredResult ? "" : side,
    detail: result,
    take,
  });
  const rows = [
    row("ours", oursShown, vscode.l10n.t("ours"), ourResult),
    row("theirs", theirsShown, vscode.l10n.t("theirs"), theirResult),
    ...(base === null || isStoredResult
      ? []
      : [row("base", baseShown, vscode.l10n.t("as it was before both"), "")]),
  ];
  const chosen = await choose(rows, {
    title: vscode.l10n.t("Resolve Merge Conflict ({0} of {1})", number, count),
    placeHolder: isStoredResult
      ? vscode.l10n.t(
          "Stored results of {0}, cells: {1}. Neither side’s is that of the merged data: calculate them anew afterwards.",
          analysis,
          cells,
        )
      : place,
    ignoreFocusOut: true,
  });
  return chosen?.take;
}

async function writeMerge(
  document: vscode.TextDocument,
  { text, version, notes }: Merge,
  answers: number,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  const whole = new vscode.Range(document.positionAt(0), end);
  edit.replace(document.uri, whole, text);
  if (document.version !== version || !(await vscode.workspace.applyEdit(edit))) {
    sayNotWritten();
    return;
  }
  await vscode.window.showTextDocument(document);
  const name = vscode.workspace.asRelativePath(document.uri);
  const done = vscode.l10n.t(
    "{0} is merged; questions answered: {1}. Save it and add it to the merge in Git.",
    name,
    answers,
  );
  void showInformation([done, ...notes].join(" "));
}
