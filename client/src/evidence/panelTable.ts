import * as vscode from "vscode";
import type { Cell, TableChange, TableEdits } from "../../../protocol/src/evidenceTable";
import { tableEditRequest, tablePlacesRequest } from "../../../protocol/src/evidenceTable";
import type { EvidenceNotice, Typed } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { choose, showInformation, showWarning } from "../platform/editor";
import type { PanelDocument, RangeParams } from "../webview/panelDocument";
import { rangeOf } from "../webview/panelDocument";

/** How often an edit is made anew because the text has changed. */
const mostAttempts = 5;

/** The table of a panel as the text has it: what is typed into cells is written, and problems stand at their cells. */
export class PanelTable {
  readonly #client: AnalysesLanguageClient;
  readonly #text: PanelDocument;
  readonly #post: (notice: EvidenceNotice) => Promise<void>;
  #written: Promise<void> = Promise.resolve();
  #unwritten = 0;
  /** What stands in a cell that is being written into. */
  #typed: Typed | undefined;
  readonly #analysis: () => string | undefined;

  /** @param analysis gives the pointer of the analysis that is shown; undefined while there is none */
  constructor(
    client: AnalysesLanguageClient,
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
    const found = await this.#places([cell], []);
    const [place] = found?.ranges ?? [];
    if (place === null || place === undefined) return;
    const range = rangeOf(place);
    if (action === "goTo") return this.#text.goTo(range);
    if (action === "fix") return takeFix(this.#text.uri, range);
    this.#text.select(range);
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
    const readOnly = vscode.l10n.t("“{0}” is read-only.", this.#text.name);
    if (await this.#text.isReadOnly()) return refuse(readOnly);
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
      if (applied === "read-only") return refuse(readOnly);
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

/** Lets the reader choose among the fixes of a part of the text. */
export async function takeFix(uri: vscode.Uri, range: vscode.Range): Promise<void> {
  const actions = await vscode.commands.executeCommand<readonly (vscode.CodeAction | vscode.Command)[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
  if (actions.length === 0) {
    void showInformation(vscode.l10n.t("There is no fix for this cell."));
    return;
  }
  const items = actions.map((action) => ({ label: action.title, action }));
  const chosen = await choose(items, { title: vscode.l10n.t("Fixes") });
  if (chosen === undefined) return;
  const { action } = chosen;
  if (!isCommand(action) && action.edit !== undefined) await vscode.workspace.applyEdit(action.edit);
  const command = isCommand(action) ? action : action.command;
  if (command === undefined) return;
  const values: readonly unknown[] = command.arguments ?? [];
  await vscode.commands.executeCommand(command.command, ...values);
}

function isCommand(action: vscode.CodeAction | vscode.Command): action is vscode.Command {
  return typeof action.command === "string";
}
