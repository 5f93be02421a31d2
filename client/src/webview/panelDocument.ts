import * as vscode from "vscode";
import type { TextRange } from "@analyses/protocol/referenceMessages";
import { nameOf } from "../platform/displayText";
import { isNew, isReadOnly } from "../platform/editor";

/** A diagnostic of the text, as a panel shows it. */
interface TextDiagnostic {
  readonly range: TextRange;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

interface TextChange {
  readonly range: vscode.Range;
  readonly text: string;
}

/** A half-open range of offsets, which count UTF-16 code units. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** The replacement of a range of the text. */
export interface Replacement extends OffsetRange {
  readonly text: string;
}

/** The outcome of applying edits; a read-only document accepts none. */
export type ApplyResult = "written" | "failed" | "read-only";

/** How often, and after how many milliseconds, a request is repeated while the server does not know the document. */
export const retryPolicy = { delay: 150, attempts: 40 };

/** The document that a panel shows: its text, and the editors in which it is open. */
export class PanelDocument {
  #lastEditor: vscode.TextEditor | undefined;
  /**
   * The cursor, moved by changes of the text. It applies while the editor still has the selection `since`: VS Code
   * reports the moved selection only later.
   */
  #movedCursor: { readonly since: vscode.Selection; readonly cursor: vscode.Position } | undefined;

  constructor(
    public uri: vscode.Uri,
    /** The panel's editor column. */
    private readonly panelColumn: () => vscode.ViewColumn | undefined,
  ) {}

  isOf(uri: vscode.Uri): boolean {
    return uri.toString() === this.uri.toString();
  }

  get name(): string {
    return nameOf(this.uri);
  }

  /** Undefined while the document is closed. */
  get document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => this.isOf(uri));
  }

  get version(): number | undefined {
    return this.document?.version;
  }

  get lineEnd(): string {
    return this.document?.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  }

  /** The text between two offsets; empty while the document is closed. */
  slice(start: number, end: number): string {
    const { document } = this;
    return document?.getText(new vscode.Range(document.positionAt(start), document.positionAt(end))) ?? "";
  }

  offsetAt({ line, character }: TextRange["start"]): number {
    return this.document?.offsetAt(new vscode.Position(line, character)) ?? 0;
  }

  /** Whether the document can be opened: an untitled document is lost once no tab shows it. */
  get canOpen(): boolean {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return (
      !isNew(this.uri) ||
      tabs.some(({ input }) => input instanceof vscode.TabInputText && this.isOf(input.uri))
    );
  }

  /** Whether the document is closed and its file no longer exists. */
  async isDeleted(): Promise<boolean> {
    if (this.document !== undefined || isNew(this.uri)) return false;
    return Promise.resolve(vscode.workspace.fs.stat(this.uri)).then(
      () => false,
      (error: unknown) => error instanceof vscode.FileSystemError && error.code === "FileNotFound",
    );
  }

  /** Loads a closed document: a reloaded window does not load hidden tabs. Ignores a document that is gone. */
  async read(): Promise<void> {
    if (this.document !== undefined) return;
    await Promise.resolve(vscode.workspace.openTextDocument(this.uri)).catch(() => undefined);
  }

  /** Opens a closed document in an editor: panels show only open documents. */
  async show(): Promise<void> {
    if (this.document === undefined) await this.goTo();
  }

  /** Remembers the editor that the user used: {@link editor} prefers it to others of the same text. */
  rememberEditor(editor: vscode.TextEditor): void {
    this.#lastEditor = editor;
  }

  /** The visible editor of the text that the user used last, else any. */
  get editor(): vscode.TextEditor | undefined {
    const shown = vscode.window.visibleTextEditors.filter(({ document }) => this.isOf(document.uri));
    return shown.find((editor) => editor === this.#lastEditor) ?? shown[0];
  }

  isReadOnly(): Promise<boolean> {
    return isReadOnly(this.uri, this.document);
  }

  /** Saves the document; an untitled one by its URI, so that its editor then shows the new file. */
  async save(): Promise<void> {
    if (isNew(this.uri)) await vscode.workspace.save(this.uri);
    else await this.document?.save();
  }

  /** The cursor in the current text; undefined if no editor shows the text. */
  get cursor(): vscode.Position | undefined {
    const selection = this.editor?.selection;
    return selection === this.#movedCursor?.since ? this.#movedCursor?.cursor : selection?.active;
  }

  /** Moves {@link cursor} with a change of the text. */
  moveCursor(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const { editor, cursor } = this;
    if (editor === undefined || cursor === undefined) return;
    this.#movedCursor = { since: editor.selection, cursor: changes.reduce(positionAfter, cursor) };
  }

  get diagnostics(): readonly TextDiagnostic[] {
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

  /** Selects a range of the text; the focus stays where it is. */
  select(range: vscode.Range): void {
    const { editor } = this;
    if (editor === undefined) return;
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Moves the cursor without scrolling. */
  putCursor(position: vscode.Position): void {
    const { editor } = this;
    if (editor !== undefined) editor.selection = new vscode.Selection(position, position);
  }

  /** Moves the focus to the text. If no editor shows it, opens it in a column other than the panel's. */
  async goTo(selection?: vscode.Range): Promise<void> {
    const viewColumn = this.editor?.viewColumn ?? this.#otherColumn;
    await vscode.window.showTextDocument(this.uri, { viewColumn, ...(selection && { selection }) });
  }

  /** The column that has a tab of the document, else any other than the panel's. */
  get #otherColumn(): vscode.ViewColumn {
    const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== this.panelColumn());
    const isOfDocument = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputText && this.isOf(input.uri);
    const group = others.find(({ tabs }) => tabs.some(isOfDocument)) ?? others[0];
    return group?.viewColumn ?? vscode.ViewColumn.Beside;
  }

  /** Applies replacements as one undo step. */
  async replace(replacements: readonly Replacement[]): Promise<ApplyResult> {
    const { document, editor } = this;
    if (document === undefined) return "failed";
    const edits = replacements.map(({ start, end, text }) => ({
      range: new vscode.Range(document.positionAt(start), document.positionAt(end)),
      text,
    }));
    return editor === undefined ? this.#applyWithoutEditor(document, edits) : applyIn(editor, edits);
  }

  /**
   * Applies edits while no editor shows the text. No API reports that a document is read-only for the session; but only
   * such a document is neither dirty nor saved after the change. The caller must then revert the change.
   */
  async #applyWithoutEditor(
    document: vscode.TextDocument,
    edits: readonly TextChange[],
  ): Promise<ApplyResult> {
    const { isDirty: wasDirty } = document;
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      document.uri,
      edits.map(({ range, text }) => vscode.TextEdit.replace(range, text)),
    );
    const saved: vscode.TextDocument[] = [];
    const listener = vscode.workspace.onDidSaveTextDocument((savedDocument) => saved.push(savedDocument));
    try {
      if (!(await vscode.workspace.applyEdit(edit))) return "failed";
    } finally {
      listener.dispose();
    }
    return wasDirty || document.isDirty || saved.includes(document) ? "written" : "read-only";
  }
}

/**
 * Applies edits in an editor. A read-only editor (for the session or by the file's permissions, which no API reports)
 * ignores them and still resolves to true.
 */
async function applyIn(editor: vscode.TextEditor, edits: readonly TextChange[]): Promise<ApplyResult> {
  const { document } = editor;
  const { version } = document;
  const isApplied = await Promise.resolve(
    editor.edit((builder) => {
      for (const { range, text } of edits) builder.replace(range, text);
    }),
    // Rejects if the editor's tab was closed or shows another text now.
  ).catch(() => false);
  if (!isApplied) return "failed";
  return document.version === version ? "read-only" : "written";
}

export function positionOf({ line, character }: vscode.Position): TextRange["start"] {
  return { line, character };
}

export function rangeOf({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** A position after a change of the text; within replaced text it stays, or moves back to the end of the new text. */
export function positionAfter(
  position: vscode.Position,
  { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent,
): vscode.Position {
  if (!position.isAfter(start) && end.isAfter(position)) return position;
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const line = start.line + lines.length - 1;
  const newEnd = new vscode.Position(line, lines.length === 1 ? start.character + last : last);
  if (end.isAfter(position)) return position.isAfter(newEnd) ? newEnd : position;
  const shift = end.line === position.line ? newEnd.character - end.character : 0;
  return new vscode.Position(newEnd.line + position.line - end.line, position.character + shift);
}
