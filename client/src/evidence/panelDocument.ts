import * as vscode from "vscode";
import type { EvidenceView } from "../../../protocol/src/evidencePanel";
import type { Cell, TableChange } from "../../../protocol/src/evidenceTable";
import { tableEditRequest, tablePlacesRequest } from "../../../protocol/src/evidenceTable";
import type { EvidenceNotice } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { iconFreeText } from "../platform/displayText";
import { showInformation } from "../platform/editor";

export type RangeParams = NonNullable<EvidenceView["problem"]>["range"];

/** A problem of the text, as a panel shows it. */
export interface TextProblem {
  readonly range: RangeParams;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

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

  /** Reads it, where a window that was reloaded has not: its tab may be behind others. Nothing where it is gone. */
  async read(): Promise<void> {
    if (this.document !== undefined) return;
    await Promise.resolve(vscode.workspace.openTextDocument(this.uri)).catch(() => undefined);
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

  /** Whether VS Code would not save what is written. */
  async isReadOnly(): Promise<boolean> {
    const { fs } = vscode.workspace;
    if (fs.isWritableFileSystem(this.uri.scheme) === false) return true;
    const stat = await Promise.resolve(fs.stat(this.uri)).catch(() => undefined);
    return ((stat?.permissions ?? 0) & vscode.FilePermission.Readonly) !== 0;
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
    const items = actions.map((action) => ({ label: iconFreeText(action.title), action }));
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

/** Of ranges in the order of the text, the last that does not begin after a position; -1 where there is none. */
export function lastNotAfter(ranges: readonly vscode.Range[], position: vscode.Position): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]?.start.isAfter(position) === false) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** How often an edit is made anew because the text has changed. */
const mostAttempts = 5;

/** The table of a panel as the text has it: what is typed into cells is written, and problems stand at their cells. */
export class PanelTable {
  readonly #client: AnalysesLanguageClient;
  readonly #text: PanelDocument;
  readonly #post: (notice: EvidenceNotice) => Promise<void>;
  #written: Promise<void> = Promise.resolve();
  readonly #analysis: () => string | undefined;

  /** @param analysis gives the pointer of the analysis that is shown; undefined while there is none */
  constructor(
    client: AnalysesLanguageClient,
    text: PanelDocument,
    analysis: () => string | undefined,
    post: (notice: EvidenceNotice) => Promise<void>,
  ) {
    this.#client = client;
    this.#text = text;
    this.#analysis = analysis;
    this.#post = post;
  }

  /** Resolves once everything that was typed is written. */
  get written(): Promise<void> {
    return this.#written;
  }

  /** Selects a cell's text, goes there, or offers its fixes. */
  async toCell(action: "select" | "goTo" | "fix", cell: Cell): Promise<void> {
    const found = await this.#places([cell], []);
    const [place] = found?.ranges ?? [];
    if (place === null || place === undefined) return;
    const range = rangeOf(place);
    if (action === "goTo") return this.#text.goTo(range);
    if (action === "fix") return this.#text.takeFix(range);
    this.#text.select(range);
  }

  /** Writes a change, after those before it. */
  edit(change: TableChange): Promise<void> {
    // One that failed was said, and is no reason not to write the next.
    this.#written = this.#written.catch(() => undefined).then(() => this.#write(change));
    return this.#written;
  }

  async #write(change: TableChange): Promise<void> {
    if (await this.#text.isReadOnly()) {
      const message = vscode.l10n.t("“{0}” is read-only.", this.#text.name);
      await this.#post({ kind: "refused", change, message, canForce: false });
      return;
    }
    const textDocument = { uri: this.#text.uri.toString() };
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const analysis = this.#analysis();
      if (analysis === undefined) break;
      // It is refused where the text changes meanwhile, as it does when somebody types on.
      const made = await this.#client
        .ask(tableEditRequest, { textDocument, analysis, change })
        .catch(() => undefined);
      if (made?.kind === "refused") {
        const { message, canForce } = made;
        await this.#post({ kind: "refused", change, message, canForce });
        return;
      }
      if (made?.kind !== "edits" || this.#text.document?.version !== made.version) continue;
      if (made.edits.length === 0 || (await this.#text.apply(made.edits))) return;
    }
    const message = vscode.l10n.t("“{0}” could not be changed.", this.#text.name);
    await this.#post({ kind: "refused", change, message, canForce: false });
  }

  /** Tells the page which cells have problems. */
  async showFindings(): Promise<void> {
    const { problems } = this.#text;
    const found = await this.#places(
      [],
      problems.map(({ range }) => range),
    );
    if (found === undefined) return;
    const findings = problems.flatMap(({ severity, message }, index) => {
      const cell = found.cells[index];
      return cell === null || cell === undefined ? [] : [{ ...cell, severity, message }];
    });
    await this.#post({ kind: "findings", findings });
  }

  async #places(cells: readonly Cell[], ranges: readonly RangeParams[]) {
    const analysis = this.#analysis();
    if (analysis === undefined) return undefined;
    const params = { textDocument: { uri: this.#text.uri.toString() }, analysis, cells, ranges };
    return (await this.#client.ask(tablePlacesRequest, params).catch(() => undefined)) ?? undefined;
  }
}
