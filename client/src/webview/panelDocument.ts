import * as vscode from "vscode";
import type { TextRange } from "@analyses/protocol/referenceRequests";
import { isNew, isReadOnly } from "../platform/editor";

/** A problem of the text, as a panel shows it. */
export interface TextProblem {
  readonly range: TextRange;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

interface TextChange {
  readonly range: TextRange;
  readonly newText: string;
}

/** What takes the place of a part of a text. Offsets count UTF-16 code units. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What came of writing edits; of a document that is read-only nothing is written. */
export type Applied = "written" | "failed" | "read-only";

/** The document that a panel shows, in whatever editors it is open. */
export class PanelDocument {
  #lastEditor: vscode.TextEditor | undefined;

  constructor(
    public uri: vscode.Uri,
    /** Where the panel is. */
    private readonly panelColumn: () => vscode.ViewColumn | undefined,
  ) {}

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

  get version(): number | undefined {
    return this.document?.version;
  }

  /** What its lines end with. */
  get lineEnd(): string {
    return this.document?.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  }

  /** What stands from one offset to another; nothing while it is closed. */
  slice(start: number, end: number): string {
    const { document } = this;
    return document?.getText(new vscode.Range(document.positionAt(start), document.positionAt(end))) ?? "";
  }

  offsetAt({ line, character }: TextRange["start"]): number {
    return this.document?.offsetAt(new vscode.Position(line, character)) ?? 0;
  }

  positionAt(offset: number): TextRange["start"] {
    return positionOf(this.document?.positionAt(offset) ?? new vscode.Position(0, 0));
  }

  /** Whether there is anything to open: a new document that no tab has any more is gone. */
  get canOpen(): boolean {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return (
      !isNew(this.uri) ||
      tabs.some(({ input }) => input instanceof vscode.TabInputText && this.isOf(input.uri))
    );
  }

  /** Whether a document that is closed has no file any more. */
  async isDeleted(): Promise<boolean> {
    if (this.document !== undefined || isNew(this.uri)) return false;
    return Promise.resolve(vscode.workspace.fs.stat(this.uri)).then(
      () => false,
      (error: unknown) => error instanceof vscode.FileSystemError && error.code === "FileNotFound",
    );
  }

  /** Reads it, where a window that was reloaded has not: its tab may be behind others. Nothing where it is gone. */
  async read(): Promise<void> {
    if (this.document !== undefined) return;
    await Promise.resolve(vscode.workspace.openTextDocument(this.uri)).catch(() => undefined);
  }

  /** Opens it where it is closed: what a panel shows is what an editor has. */
  async show(): Promise<void> {
    if (this.document === undefined) await this.goTo();
  }

  /** The reader has done something in an editor: of several with the same text, that one is meant. */
  used(editor: vscode.TextEditor): void {
    this.#lastEditor = editor;
  }

  /** The editor that was used last, else any that shows the text. */
  get editor(): vscode.TextEditor | undefined {
    const shown = vscode.window.visibleTextEditors.filter(({ document }) => this.isOf(document.uri));
    return shown.find((editor) => editor === this.#lastEditor) ?? shown[0];
  }

  isReadOnly(): Promise<boolean> {
    return isReadOnly(this.uri, this.document);
  }

  /** Saves it. A new one is saved by its editor, which goes on with the file that it gets: else nothing would show it. */
  async save(): Promise<void> {
    if (isNew(this.uri)) await vscode.workspace.save(this.uri);
    else await this.document?.save();
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

  /** Takes the focus to the text. Where no editor shows it, it is opened beside the panel, not over it. */
  async goTo(selection?: vscode.Range): Promise<void> {
    const viewColumn = this.editor?.viewColumn ?? this.#columnBeside;
    await vscode.window.showTextDocument(this.uri, { viewColumn, ...(selection && { selection }) });
  }

  /** The column that has its tab, else any that is not the panel's. */
  get #columnBeside(): vscode.ViewColumn {
    const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== this.panelColumn());
    const isOwn = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputText && this.isOf(input.uri);
    const found = others.find(({ tabs }) => tabs.some(isOwn)) ?? others[0];
    return found?.viewColumn ?? vscode.ViewColumn.Beside;
  }

  /** Writes edits, all of them one step to undo. */
  async apply(edits: readonly TextChange[]): Promise<Applied> {
    const { editor } = this;
    return editor === undefined ? this.#applyUnseen(edits) : applyIn(editor, edits);
  }

  /** {@link apply Writes} what takes the place of parts of the text. */
  replace(replacements: readonly Replacement[]): Promise<Applied> {
    return this.apply(
      replacements.map(({ start, end, text }) => ({
        range: { start: this.positionAt(start), end: this.positionAt(end) },
        newText: text,
      })),
    );
  }

  /**
   * Writes edits where no editor shows the text. Only a document that is read-only for the session, which no API says,
   * has a change then and is not dirty: that is for the caller to take back.
   */
  async #applyUnseen(edits: readonly TextChange[]): Promise<Applied> {
    const { document } = this;
    const wasDirty = document?.isDirty;
    const saved: vscode.TextDocument[] = [];
    const listening = vscode.workspace.onDidSaveTextDocument((one) => saved.push(one));
    try {
      if (!(await this.#write(edits))) return "failed";
    } finally {
      listening.dispose();
    }
    const isKept =
      document === undefined || wasDirty !== false || document.isDirty || saved.includes(document);
    return isKept ? "written" : "read-only";
  }

  #write(edits: readonly TextChange[]): Thenable<boolean> {
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      this.uri,
      edits.map(({ range, newText }) => vscode.TextEdit.replace(rangeOf(range), newText)),
    );
    return vscode.workspace.applyEdit(edit);
  }
}

/**
 * Writes edits in an editor. One that is read-only, for the session or by the file's permissions, which nobody is told,
 * takes none of them and does not say so.
 */
async function applyIn(editor: vscode.TextEditor, edits: readonly TextChange[]): Promise<Applied> {
  const { document } = editor;
  const { version } = document;
  const isApplied = await Promise.resolve(
    editor.edit((builder) => {
      for (const { range, newText } of edits) builder.replace(rangeOf(range), newText);
    }),
    // Its tab was closed or turned to another text.
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

/** Where a position is after a change of the text before it. */
export function moved(
  position: vscode.Position,
  { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent,
): vscode.Position {
  if (end.isAfter(position)) return position;
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const line = position.line - (end.line - start.line) + lines.length - 1;
  if (end.line !== position.line) return new vscode.Position(line, position.character);
  const from = lines.length === 1 ? start.character + last : last;
  return new vscode.Position(line, from + position.character - end.character);
}
