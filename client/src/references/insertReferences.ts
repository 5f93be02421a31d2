import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import { referenceObject } from "../../../protocol/src/references";
import { readAnalysesSettings, settingsSection } from "../../../protocol/src/settings";
import { analysesLanguage } from "../language/documentLanguage";
import { analysesFormatPermits } from "./analysesPlaces";
import type { InsertionPlan, Layout, TextChange } from "./jsonInsertion";
import { planJsonInsertion } from "./jsonInsertion";
import { referenceText } from "./textInsertion";

const jsonLanguages = new Set(["json", "jsonc", "json5", "jsonl", "snippets", analysesLanguage]);

/**
 * Puts references in at every caret of the editor, in one step to undo. Where the document has no room
 * for them, says so and offers the clipboard.
 */
export async function insertReferences(
  editor: vscode.TextEditor,
  references: readonly RegistryReference[],
): Promise<void> {
  const plans = editor.selections.map((selection) => plan(editor, selection, references));
  const changes = distinct(plans.flatMap((each) => (each.kind === "changes" ? each.changes : [])));
  if (changes.length === 0) {
    await offerClipboard(plans, references);
    return;
  }
  const { document } = editor;
  const isDone = await editor.edit((builder) => {
    for (const { start, end, newText } of changes) {
      builder.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), newText);
    }
  });
  if (!isDone) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t("The reference was not inserted: the document cannot be edited or has just changed."),
    );
  }
}

function plan(
  editor: vscode.TextEditor,
  selection: vscode.Selection,
  references: readonly RegistryReference[],
): InsertionPlan {
  const { document } = editor;
  if (!jsonLanguages.has(document.languageId)) {
    const newText = references.map((each) => referenceText(each, document.languageId)).join(", ");
    const change = {
      start: document.offsetAt(selection.start),
      end: document.offsetAt(selection.end),
      newText,
    };
    return { kind: "changes", changes: [change] };
  }
  const settings = readAnalysesSettings(vscode.workspace.getConfiguration(settingsSection, document.uri));
  return planJsonInsertion(
    document.getText(),
    document.offsetAt(selection.active),
    references,
    layoutOf(editor),
    (place) =>
      document.languageId !== analysesLanguage || analysesFormatPermits(place, settings.itemSchema !== ""),
  );
}

function layoutOf(editor: vscode.TextEditor): Layout {
  const { insertSpaces, tabSize } = editor.options;
  const width = typeof tabSize === "number" ? tabSize : 2;
  return {
    indentation: insertSpaces === false ? "\t" : " ".repeat(width),
    lineBreak: editor.document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n",
  };
}

/** Two carets can ask for the same change, for example of one object's properties. */
function distinct(changes: readonly TextChange[]): readonly TextChange[] {
  const bySpan = new Map(changes.map((change) => [`${change.start} ${change.end}`, change]));
  return [...bySpan.values()];
}

async function offerClipboard(
  plans: readonly InsertionPlan[],
  references: readonly RegistryReference[],
): Promise<void> {
  const isForbidden = plans.some(({ kind }) => kind === "formatForbids");
  const copy = vscode.l10n.t("Copy Instead");
  const chosen = await vscode.window.showWarningMessage(
    isForbidden
      ? vscode.l10n.t(
          "The analyses format has no room for a reference here. Put the cursor inside an analysis.",
        )
      : vscode.l10n.t("There is no room for a reference here. Put the cursor where a value can stand."),
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(referencesJson(references));
}

/** References as JSON text: one object, or an array of several. */
export function referencesJson(references: readonly RegistryReference[]): string {
  const objects = references.map(referenceObject);
  return JSON.stringify(objects.length === 1 ? objects[0] : objects, undefined, 2);
}
