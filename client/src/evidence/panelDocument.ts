import * as vscode from "vscode";
import type { EvidenceView } from "../../../protocol/src/evidencePanel";
import { showInformation } from "../platform/messages";

export type RangeParams = NonNullable<EvidenceView["problem"]>["range"];

/** A problem of the text, as a panel shows it. */
export interface TextProblem {
  readonly range: RangeParams;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

/** The document that a panel shows, in whatever editors it is open. */
export class PanelDocument {
  constructor(public uri: vscode.Uri) {}

  isOf(uri: vscode.Uri): boolean {
    return uri.toString() === this.uri.toString();
  }

  get name(): string {
    return this.uri.path.split("/").at(-1) ?? "";
  }

  /** Undefined while it is closed. */
  get document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => this.isOf(uri));
  }

  /** The editor with the focus, else any that shows the text. */
  get editor(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return [activeTextEditor, ...visibleTextEditors].find(
      (editor) => editor && this.isOf(editor.document.uri),
    );
  }

  get cursor(): vscode.Position | undefined {
    return this.editor?.selection.active;
  }

  get problems(): readonly TextProblem[] {
    return vscode.languages.getDiagnostics(this.uri).map(({ range, severity, message }) => ({
      range: { start: positionOf(range.start), end: positionOf(range.end) },
      severity:
        severity === vscode.DiagnosticSeverity.Error
          ? "error"
          : severity === vscode.DiagnosticSeverity.Warning
            ? "warning"
            : "information",
      message,
    }));
  }

  /** Selects a part of the text; the focus stays where it is. */
  select(range: vscode.Range): void {
    const { editor } = this;
    if (editor === undefined) return;
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Puts the cursor where the reader looks already. */
  putCursor(position: vscode.Position): void {
    const { editor } = this;
    if (editor !== undefined) editor.selection = new vscode.Selection(position, position);
  }

  /** Takes the focus to the text. */
  async goTo(selection?: vscode.Range): Promise<void> {
    const viewColumn = this.editor?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(this.uri, { viewColumn, ...(selection && { selection }) });
  }

  /** Undo belongs to the text: VS Code takes it back in the editor that has the focus. */
  async run(command: "undo" | "redo"): Promise<void> {
    await this.goTo();
    await vscode.commands.executeCommand(command);
  }

  /** Writes edits, all of them one step to undo. Whether they could be written. */
  async apply(edits: readonly { readonly range: RangeParams; readonly newText: string }[]): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      this.uri,
      edits.map(({ range, newText }) => vscode.TextEdit.replace(rangeOf(range), newText)),
    );
    return vscode.workspace.applyEdit(edit);
  }

  /** Lets the reader choose among the fixes of a part of the text. */
  async takeFix(range: vscode.Range): Promise<void> {
    const actions = await vscode.commands.executeCommand<readonly (vscode.CodeAction | vscode.Command)[]>(
      "vscode.executeCodeActionProvider",
      this.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
      20,
    );
    if (actions.length === 0) {
      void showInformation(vscode.l10n.t("There is no fix for this cell."));
      return;
    }
    const items = actions.map((action) => ({ label: action.title, action }));
    const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t("Fixes") });
    if (chosen === undefined) return;
    const { action } = chosen;
    if (!isCommand(action) && action.edit !== undefined) await vscode.workspace.applyEdit(action.edit);
    const command = isCommand(action) ? action : action.command;
    if (command === undefined) return;
    const values: readonly unknown[] = command.arguments ?? [];
    await vscode.commands.executeCommand(command.command, ...values);
  }
}

function isCommand(action: vscode.CodeAction | vscode.Command): action is vscode.Command {
  return typeof action.command === "string";
}

export function positionOf({ line, character }: vscode.Position): RangeParams["start"] {
  return { line, character };
}

export function rangeOf({ start, end }: RangeParams): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
