import * as vscode from "vscode";
import type { Cell, TableChange, TableEdits } from "../../../protocol/src/evidenceTable";
import { tableEditRequest, tablePlacesRequest } from "../../../protocol/src/evidenceTable";
import type { EvidenceNotice, Typed } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { choose, sayNotWritten, showInformation, showWarning } from "../platform/editor";
import type { PanelDocument, RangeParams } from "../webview/panelDocument";
import { rangeOf } from "../webview/panelDocument";

/** How often an edit is made anew because the text has changed. */
const mostAttempts = 5;

/** The table of a panel as the text has it: what is typed into cells is written, and problems stand at their cells. */
export class PanelTable {
  readonly #client: Pick<AnalysesLanguageClient, "ask">;
  readonly #text: PanelDocument;
  readonly #post: (notice: EvidenceNotice) => Promise<void>;
  #written: Promise<void> = Promise.resolve();
  #unwritten = 0;
  /** What stands in a cell that is being written into. */
  #typed: Typed | undefined;
  readonly #analysis: () => string | undefined;

  /** @param analysis gives the pointer of the analysis that is shown; undefined while there is none */
  constructor(
    client: Pick<AnalysesLanguageClient, "ask">,
    text: PanelDocument,
    analysis: () => string | undefined,
    post: (notice: EvidenceNotice) => Promise<void>,
    /** Whether there is a page that takes what is posted. */
    private readonly isShown: () => boolean,
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

  get isWritten(): boolean {
    return this.#unwritten === 0;
  }

  /** Selects a cell's text, goes there, or offers its fixes. */
  async toCell(action: "select" | "goTo" | "fix", cell: Cell): Promise<void> {
    // What was typed before is to be in the text that is fixed. Where it could not be written, that was said.
    if (action === "fix") await this.#written.catch(() => undefined);
    const version = this.#text.document?.version;
    const found = await this.#places([cell], []);
    const [place] = found?.ranges ?? [];
    if (place === null || place === undefined) return;
    const range = rangeOf(place);
    if (action === "goTo") return this.#text.goTo(range);
    if (action === "fix") return this.#takeFix(range, version);
    this.#text.select(range);
  }

  /** Lets the reader choose among the fixes of a part of the text, which is of a version of the document. */
  async #takeFix(range: vscode.Range, version: number | undefined): Promise<void> {
    if (await this.#text.isReadOnly()) {
      void showWarning(this.#readOnly);
      return;
    }
    const action = await chooseFix(this.#text.uri, range);
    if (action === undefined) return;
    const isAsOffered = this.#text.document?.version === version;
    const applied = isAsOffered ? await this.#applyEditOf(action) : "failed";
    if (applied === "read-only") void showWarning(this.#readOnly);
    if (applied === "failed") sayNotWritten();
    if (applied !== "written") return;
    const command = isCommand(action) ? action : action.command;
    if (command === undefined) return;
    const values: readonly unknown[] = command.arguments ?? [];
    await vscode.commands.executeCommand(command.command, ...values);
  }

  async #applyEditOf(action: vscode.CodeAction | vscode.Command): ReturnType<PanelDocument["apply"]> {
    if (isCommand(action) || action.edit === undefined) return "written";
    const { edit } = action;
    const own = edit.get(this.#text.uri);
    // What is of other files too is not written by an editor of this one.
    if (edit.size === 1 && own.length > 0) return this.#text.apply(own);
    return (await vscode.workspace.applyEdit(edit)) ? "written" : "failed";
  }

  get #readOnly(): string {
    return vscode.l10n.t("“{0}” is read-only.", this.#text.name);
  }

  /**
   * Writes a change, after those before it, or shows what it would make of the rows.
   *
   * @param analysis the pointer of the one that was shown when it was made
   */
  edit(analysis: string, change: TableChange, isPreview: boolean): Promise<void> {
    // One that failed was said, and is no reason not to write the next.
    this.#unwritten += 1;
    this.#written = this.#written
      .catch(() => undefined)
      .then(() => this.#write(analysis, change, isPreview))
      .finally(() => (this.#unwritten -= 1));
    return this.#written;
  }

  /** Takes note of what stands in a cell that is being written into; null once it does not any more. */
  typing(analysis: string, change: TableChange | null): void {
    this.#typed = change === null ? undefined : { analysis, change };
  }

  /** Writes what was being typed when the page went: it is what leaving the cell writes. */
  async writeTyped(): Promise<void> {
    const typed = this.#typed;
    this.#typed = undefined;
    if (typed !== undefined) await this.edit(typed.analysis, typed.change, false);
  }

  /** Says at the cell why its text was not taken; where there is no page any more, in the window. */
  async #refuse(analysis: string, change: TableChange, message: string, canForce = false): Promise<void> {
    if (this.isShown()) {
      // It stands in its cell now, and is lost with the page.
      if (change.kind === "cell") this.#typed ??= { analysis, change };
      const version = this.#text.document?.version ?? null;
      await this.#post({ kind: "refused", analysis, change, message, canForce, version });
      return;
    }
    if (change.kind !== "cell") return;
    const { text } = change;
    // Nobody waits until it is read.
    void showWarning(
      vscode.l10n.t("“{0}”, typed into a cell, is not in “{1}”: {2}", text, this.#text.name, message),
    );
  }

  async #write(analysis: string, change: TableChange, isPreview: boolean): Promise<void> {
    const refuse = (message: string): Promise<void> => this.#refuse(analysis, change, message);
    if (await this.#text.isReadOnly()) return refuse(this.#readOnly);
    const textDocument = { uri: this.#text.uri.toString() };
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      // It is refused where the text changes meanwhile, as it does when somebody types on.
      const made = await this.#client
        .ask(tableEditRequest, { textDocument, analysis, change })
        .catch(() => undefined);
      if (made?.kind === "refused") {
        return this.#refuse(analysis, change, made.message, made.canForce);
      }
      if (made?.kind !== "edits" || this.#text.document?.version !== made.version) continue;
      if (isPreview) {
        const notes = pasteNotes(made);
        return this.#post({ kind: "preview", analysis, change, rows: made.rows, notes });
      }
      if (made.edits.length === 0) return this.#post({ kind: "unchanged", analysis, change });
      const applied = await this.#text.apply(made.edits);
      if (applied === "read-only") return refuse(this.#readOnly);
      if (applied === "written") return;
    }
    await refuse(vscode.l10n.t("“{0}” could not be changed.", this.#text.name));
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

/** What is to be known of a block beside what it makes of rows. */
function pasteNotes({ rows, linesLeftOut }: Extract<TableEdits, { kind: "edits" }>): readonly string[] {
  const mixed = rows.flatMap(({ study, isMixed }) => (isMixed && study !== null ? [study] : []));
  return [
    ...(linesLeftOut.length > 0
      ? [vscode.l10n.t("Lines that are left out: {0}", linesLeftOut.join(", "))]
      : []),
    ...(mixed.length > 0
      ? [
          vscode.l10n.t(
            "Other data of these studies, such as risk of bias, stay in their rows under the new names: {0}",
            mixed.join(", "),
          ),
        ]
      : []),
  ];
}

/** Lets the reader choose among the fixes of a part of the text; says so where there are none. */
export async function chooseFix(
  uri: vscode.Uri,
  range: vscode.Range,
): Promise<vscode.CodeAction | vscode.Command | undefined> {
  const actions = await vscode.commands.executeCommand<readonly (vscode.CodeAction | vscode.Command)[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
  if (actions.length === 0) {
    void showInformation(vscode.l10n.t("There is no fix for this cell."));
    return undefined;
  }
  const items = actions.map((action) => ({ label: action.title, action }));
  return (await choose(items, { title: vscode.l10n.t("Fixes") }))?.action;
}

function isCommand(action: vscode.CodeAction | vscode.Command): action is vscode.Command {
  return typeof action.command === "string";
}
