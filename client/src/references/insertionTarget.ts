import * as vscode from "vscode";
import { readAnalysesSettings, settingsSection } from "../../../protocol/src/settings";
import { analysesLanguage } from "../language/documentLanguage";
import { analysesFormatPermits } from "./analysesPlaces";
import type { Layout } from "./jsonInsertion";
import type { JsonPlace, Span } from "./jsonPlace";
import type { InsertionTarget } from "./planInsertions";
import type { TextChange } from "./textEdits";

const jsonLanguages = new Set(["json", "jsonc", "json5", "jsonl", "snippets", analysesLanguage]);

/** In JSON Lines each value stands on one line. */
const oneLine: Layout = { indentation: "", lineBreak: "" };

/** A document as something that references go into. */
export function insertionTargetOf(document: vscode.TextDocument): InsertionTarget {
  const { languageId, uri } = document;
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  const { insertSpaces, tabSize } = editor?.options ?? {};
  const settings = readAnalysesSettings(vscode.workspace.getConfiguration(settingsSection, uri));
  return {
    text: document.getText(),
    languageId,
    isJson: jsonLanguages.has(languageId),
    layout:
      languageId === "jsonl"
        ? oneLine
        : {
            indentation:
              insertSpaces === false ? "\t" : " ".repeat(typeof tabSize === "number" ? tabSize : 2),
            lineBreak: document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n",
          },
    permits: (place: JsonPlace) =>
      languageId !== analysesLanguage || analysesFormatPermits(place, settings.itemSchema !== ""),
  };
}

export function spanOf(document: vscode.TextDocument, { start, end }: vscode.Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

export function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Changes as an edit of a document, which is one step to undo. */
export function workspaceEditOf(
  document: vscode.TextDocument,
  changes: readonly TextChange[],
): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const change of changes) edit.replace(document.uri, rangeOf(document, change), change.newText);
  return edit;
}
