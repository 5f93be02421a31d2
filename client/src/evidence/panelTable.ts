import * as vscode from "vscode";
import {
  type PlacedCell,
  type TableEdits,
  tableEditRequest,
  tablePlacesRequest,
} from "@analyses/protocol/evidencePanel";
import type {
  Cell,
  EvidenceAction,
  EvidenceNotice,
  PageEdit,
  TypedText,
} from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { choose, sayNotWritten, showInformation, showWarning } from "../platform/editor";
import type { TextRange } from "@analyses/protocol/referenceMessages";
import { type Applied, type PanelDocument, rangeOf } from "../webview/panelDocument";
import { type EditMessages, type Outcome, PanelEdits } from "./panelEdits";
import type { TrackedPlaces } from "./trackedPlaces";

/** The part of the panel that its table uses. */
export interface OwnPanel {
  /** The name of the shown analysis; undefined while there is none. */
  analysis(): string | undefined;
  /** Whether a page receives posted notices. */
  isShown(): boolean;
  post(notice: EvidenceNotice): Promise<void>;
  /** Assigns names to the rows of the current text. */
  nameRows(): Promise<void>;
  /** Shows the current text. */
  update(): Promise<void>;
}

/** The editable table of a panel: writes typed cells into the text, and posts the problems of cells. */
export class PanelTable {
  readonly #client: Pick<AnalysesLanguageClient, "ask" | "problem">;
  readonly #text: PanelDocument;
  readonly #places: TrackedPlaces;
  readonly #panel: OwnPanel;
  readonly edits: PanelEdits;
  /** Typed texts that are in no edit, or in a refused one. */
  #typed: readonly TypedText[] = [];
  /** Counts what the reader types and changes. */
  #actions = 0;

  constructor(
    client: Pick<AnalysesLanguageClient, "ask" | "problem">,
    text: PanelDocument,
    places: TrackedPlaces,
    panel: OwnPanel,
  ) {
    this.#client = client;
    this.#text = text;
    this.#places = places;
    this.#panel = panel;
    this.edits = new PanelEdits(text, places, {
      ask: ({ version, ...params }) =>
        client.ask(tableEditRequest, { textDocument: { uri: text.uri.toString(), version }, ...params }),
      problem: () => client.problem,
      nameRows: () => panel.nameRows(),
      messages: () => this.#messages,
    });
  }

  get #messages(): EditMessages {
    const { name } = this.#text;
    return {
      readOnly: this.#readOnly,
      closed: vscode.l10n.t("“{0}” is closed.", name),
      rowIsGone: vscode.l10n.t("This study is not in the text any more."),
      failed: vscode.l10n.t("“{0}” could not be changed.", name),
      otherStudies: vscode.l10n.t("The studies have changed since the preview: paste the cells again."),
      nothingToUndo: vscode.l10n.t(
        "There is nothing to take back here: what was changed in the text is taken back there.",
      ),
      nothingToRedo: vscode.l10n.t("There is nothing to do again here."),
    };
  }

  /** Selects a cell's text, goes there, or offers its fixes. */
  async toCell(action: "select" | "goTo" | "fix", cell: Cell): Promise<void> {
    const actions = this.#actions;
    // Waits until earlier edits are in the text; the panel has reported refused ones.
    if (action === "fix") await this.edits.afterwards(() => Promise.resolve());
    const { version } = this.#text;
    const found = await this.#ask([cell], []);
    const [place] = found?.ranges ?? [];
    if (place === null || place === undefined) return;
    const range = rangeOf(place);
    if (action === "goTo") return this.#text.goTo(range);
    if (action === "fix") return this.#takeFix(range, version, () => this.#actions === actions);
    this.#text.select(range);
  }

  /**
   * Applies a fix that the reader chooses for a range of the given version of the document.
   *
   * @param isAwaited whether the reader still waits: a list of fixes would take what is typed into a cell meanwhile
   */
  async #takeFix(range: vscode.Range, version: number | undefined, isAwaited: () => boolean): Promise<void> {
    if (await this.#text.isReadOnly()) {
      void showWarning(this.#readOnly);
      return;
    }
    const action = await chooseFix(this.#text.uri, range, isAwaited);
    if (action === undefined) return;
    const isAsOffered = this.#text.version === version;
    const applied = isAsOffered ? await this.#applyEditOf(action) : "failed";
    if (applied === "read-only") void showWarning(this.#readOnly);
    if (applied === "failed") sayNotWritten();
    if (applied !== "written") return;
    const command = isCommand(action) ? action : action.command;
    if (command === undefined) return;
    const values: readonly unknown[] = command.arguments ?? [];
    // A command of the server has few arguments.
    // eslint-disable-next-line house/spreading
    await vscode.commands.executeCommand(command.command, ...values);
  }

  async #applyEditOf(action: vscode.CodeAction | vscode.Command): Promise<Applied> {
    if (isCommand(action) || action.edit === undefined) return "written";
    const { edit } = action;
    const own = edit.get(this.#text.uri);
    // Edits of this document alone go through its queue, which cannot edit other files.
    if (edit.size === 1 && own.length > 0)
      return this.edits.replace(
        own.map(({ range, newText }) => ({
          start: this.#text.offsetAt(range.start),
          end: this.#text.offsetAt(range.end),
          text: newText,
        })),
        this.#text.version,
      );
    return (await vscode.workspace.applyEdit(edit)) ? "written" : "failed";
  }

  get #readOnly(): string {
    return vscode.l10n.t("“{0}” is read-only.", this.#text.name);
  }

  /** Applies a change that the page requests, after earlier ones. */
  async edit({ edit, ...request }: PageEdit): Promise<void> {
    this.#actions += 1;
    await this.#answer(edit, this.edits.write(edit, request), request);
  }

  /** Undoes or redoes the last change. */
  async takeBack({ edit, action, of }: Extract<EvidenceAction, { of: unknown }>): Promise<void> {
    this.#actions += 1;
    await this.#answer(edit, this.edits.takeBack(edit, action, of));
  }

  /** Posts a preview of the rows after a change. */
  async preview(request: Omit<PageEdit, "edit">): Promise<void> {
    const outcome = await this.edits.preview(request);
    if (outcome.kind === "refused") await this.#panel.post({ kind: "said", message: outcome.message });
    if (outcome.kind !== "preview") return;
    const { made } = outcome;
    await this.#panel.post({ kind: "preview", change: request, rows: made.rows, notes: pasteNotes(made) });
  }

  /** Reports an edit's outcome to the page, unless a change of the text does. */
  async #answer(edit: number, outcome: Promise<Outcome>, request?: Omit<PageEdit, "edit">): Promise<void> {
    const { version } = this.#text;
    const isOfPage = this.edits.isOfPage();
    const made = await outcome;
    if (made.kind === "refused") {
      const { message, canForce } = made;
      if (this.#panel.isShown() && isOfPage())
        await this.#panel.post({
          kind: "refused",
          edit,
          message,
          canForce,
          version: this.#text.version ?? null,
        });
      else if (request?.change.kind === "cell") this.#sayNotTyped(request.change.text, message);
    }
    if (this.#text.version === version) await this.#panel.update();
  }

  #sayNotTyped(text: string, message: string): void {
    // Not awaited: resolves only when the reader closes it.
    void showWarning(
      vscode.l10n.t("“{0}”, typed into a cell, is not in “{1}”: {2}", text, this.#text.name, message),
    );
  }

  /** Stores the typed texts that are in no edit, or in a refused one. */
  typing(texts: readonly TypedText[]): void {
    this.#actions += 1;
    this.#typed = texts;
  }

  /** Writes the typed texts of a page that is gone, as leaving the cell would have. */
  async writeTyped(): Promise<void> {
    const typed = this.#typed;
    this.#typed = [];
    await Promise.all(typed.map((one) => this.write(one)));
  }

  /** Writes a text into a cell, for a page that is gone. */
  async write({ analysis, row, part, text }: TypedText): Promise<void> {
    const change = { kind: "cell", part, text, asText: false } as const;
    const made = await this.edits.write(0, { analysis, row, change, makes: null });
    if (made.kind === "refused") this.#sayNotTyped(text, made.message);
  }

  /** Posts the problems of cells to the page. */
  async showFindings(): Promise<void> {
    const { problems } = this.#text;
    const found = await this.#ask(
      [],
      problems.map(({ range }) => range),
    );
    if (found === undefined) return;
    const findings = problems.flatMap(({ severity, message }, index) => {
      const cell = found.cells[index];
      const row = cell ? this.#nameOf(cell.row) : undefined;
      return cell && row !== undefined ? [{ row, part: cell.part, severity, message }] : [];
    });
    await this.#panel.post({ kind: "findings", findings });
  }

  /** The page's name for the row that begins at an offset. */
  #nameOf(start: number): string | undefined {
    const analysis = this.#panel.analysis() ?? "";
    return this.#places.nameAt(analysis, start)?.slice(analysis.length);
  }

  async #ask(cells: readonly Cell[], ranges: readonly TextRange[]) {
    const analysis = this.#panel.analysis();
    const { uri, version } = this.#text;
    const at = analysis === undefined ? undefined : this.#places.find(analysis)?.start;
    if (at === undefined || version === undefined) return undefined;
    const placed = cells.flatMap(({ row, part }): readonly PlacedCell[] => {
      const start = this.#places.find(`${analysis}${row}`)?.start;
      return start === undefined ? [] : [{ row: start, part }];
    });
    const params = { textDocument: { uri: uri.toString(), version }, at, cells: placed, ranges };
    const found = await this.#client.ask(tablePlacesRequest, params).catch(() => undefined);
    return found && this.#text.version === version ? found : undefined;
  }
}

/** Notes on a pasted block that the preview's rows do not show. */
function pasteNotes({
  rows,
  columnsLeftOut,
  linesLeftOut,
}: Extract<TableEdits, { kind: "edits" }>): readonly string[] {
  const mixed = rows.flatMap(({ study, isMixed }) => (isMixed && study !== null ? [study] : []));
  return [
    ...(columnsLeftOut.length > 0
      ? [vscode.l10n.t("Columns that are left out: {0}", columnsLeftOut.join(", "))]
      : []),
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

/** Lets a reader who still waits choose a fix for a range of the text; reports if there are none. */
export async function chooseFix(
  uri: vscode.Uri,
  range: vscode.Range,
  isAwaited: () => boolean,
): Promise<vscode.CodeAction | vscode.Command | undefined> {
  const actions = await vscode.commands.executeCommand<readonly (vscode.CodeAction | vscode.Command)[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
  if (!isAwaited()) return undefined;
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
