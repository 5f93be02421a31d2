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
import { type ApplyResult, type PanelDocument, rangeOf } from "../webview/panelDocument";
import { type Outcome, PanelEdits } from "./panelEdits";
import type { TrackedPlaces } from "./trackedPlaces";

/** The part of the panel that its table uses. */
interface TablePanel {
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
  readonly #panel: TablePanel;
  readonly edits: PanelEdits;
  /** Texts that the user is typing, or whose edit was refused. */
  #unwritten: readonly TypedText[] = [];
  /** Grows with everything that the user types or changes. */
  #actionCount = 0;

  constructor(
    client: Pick<AnalysesLanguageClient, "ask" | "problem">,
    text: PanelDocument,
    places: TrackedPlaces,
    panel: TablePanel,
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
    });
  }

  /** Selects the text of a cell, moves the focus there, or offers fixes for it. */
  async actOnCell(action: "select" | "goTo" | "fix", cell: Cell): Promise<void> {
    const actionCount = this.#actionCount;
    // Waits until earlier edits are in the text, or reported as refused.
    if (action === "fix") await this.edits.enqueue(() => Promise.resolve());
    const { version } = this.#text;
    const places = await this.#requestPlaces([cell], []);
    const [textRange] = places?.ranges ?? [];
    if (textRange === null || textRange === undefined) return;
    const range = rangeOf(textRange);
    if (action === "goTo") return this.#text.goTo(range);
    if (action === "fix") return this.#offerFixes(range, version, () => this.#actionCount === actionCount);
    this.#text.select(range);
  }

  /**
   * Applies a fix that the user chooses for a range of the given version of the document.
   *
   * @param isAwaited whether the user has done nothing meanwhile: the list of fixes takes the focus, and would
   *   receive the rest of what is typed into a cell
   */
  async #offerFixes(
    range: vscode.Range,
    version: number | undefined,
    isAwaited: () => boolean,
  ): Promise<void> {
    if (await this.#text.isReadOnly()) {
      void showWarning(this.edits.readOnly);
      return;
    }
    const action = await chooseFix(this.#text.uri, range, isAwaited);
    if (action === undefined) return;
    const isCurrent = this.#text.version === version;
    const result = isCurrent ? await this.#applyEditOf(action) : "failed";
    if (result === "read-only") void showWarning(this.edits.readOnly);
    if (result === "failed") sayNotWritten();
    if (result !== "written") return;
    const command = isCommand(action) ? action : action.command;
    if (command === undefined) return;
    const values: readonly unknown[] = command.arguments ?? [];
    // Spreading is safe: a command of the server has few arguments.
    // eslint-disable-next-line house/spreading
    await vscode.commands.executeCommand(command.command, ...values);
  }

  async #applyEditOf(action: vscode.CodeAction | vscode.Command): Promise<ApplyResult> {
    if (isCommand(action) || action.edit === undefined) return "written";
    const { edit } = action;
    const textEdits = edit.get(this.#text.uri);
    // The queue, which makes the fix undoable in the panel, can edit only this document.
    if (edit.size === 1 && textEdits.length > 0)
      return this.edits.replace(
        textEdits.map(({ range, newText }) => ({
          start: this.#text.offsetAt(range.start),
          end: this.#text.offsetAt(range.end),
          text: newText,
        })),
        this.#text.version,
      );
    return (await vscode.workspace.applyEdit(edit)) ? "written" : "failed";
  }

  /** Applies a change that the page requests, after earlier ones. */
  async edit({ edit, ...request }: PageEdit): Promise<void> {
    this.#actionCount += 1;
    await this.#report(edit, this.edits.write(edit, request), request);
  }

  /** Undoes or redoes the last change. */
  async undoOrRedo(message: Extract<EvidenceAction, { typedEdit: unknown }>): Promise<void> {
    const { edit, action, typedEdit } = message;
    this.#actionCount += 1;
    await this.#report(edit, this.edits.undoOrRedo(edit, action, typedEdit));
  }

  /** Posts a preview of the rows after a change. */
  async preview(request: Omit<PageEdit, "edit">): Promise<void> {
    const outcome = await this.edits.preview(request);
    if (outcome.kind === "refused") await this.#panel.post({ kind: "said", message: outcome.message });
    if (outcome.kind !== "preview") return;
    const { edits } = outcome;
    await this.#panel.post({ kind: "preview", change: request, rows: edits.rows, notes: pasteNotes(edits) });
  }

  /**
   * Reports a refused edit to the page; if the page is gone, warns that a cell's text is not written. Updates the page
   * also after an edit that did not change the text.
   */
  async #report(edit: number, pending: Promise<Outcome>, request?: Omit<PageEdit, "edit">): Promise<void> {
    const { version } = this.#text;
    const isSamePage = this.edits.pageCheck();
    const outcome = await pending;
    if (outcome.kind === "refused") {
      const { message, canForce } = outcome;
      if (this.#panel.isShown() && isSamePage())
        await this.#panel.post({
          kind: "refused",
          edit,
          message,
          canForce,
          version: this.#text.version ?? null,
        });
      else if (request?.change.kind === "cell") this.#warnNotWritten(request.change.text, message);
    }
    if (this.#text.version === version) await this.#panel.update();
  }

  #warnNotWritten(text: string, message: string): void {
    // Not awaited: the promise resolves only when the user closes the message.
    void showWarning(
      vscode.l10n.t("“{0}”, typed into a cell, is not in “{1}”: {2}", text, this.#text.name, message),
    );
  }

  /** Stores the texts that the user is typing, or whose edit was refused. */
  storeUnwritten(texts: readonly TypedText[]): void {
    this.#actionCount += 1;
    this.#unwritten = texts;
  }

  /** Writes the stored texts of a page that is gone, as leaving their cells would have done. */
  async writeStored(): Promise<void> {
    const texts = this.#unwritten;
    this.#unwritten = [];
    await Promise.all(texts.map((text) => this.write(text)));
  }

  /** Writes a text into a cell, for a page that is gone. */
  async write({ analysis, row, part, text }: TypedText): Promise<void> {
    const change = { kind: "cell", part, text, asText: false } as const;
    const outcome = await this.edits.write(0, { analysis, row, change, newRowName: null });
    if (outcome.kind === "refused") this.#warnNotWritten(text, outcome.message);
  }

  /** Posts the problems of cells to the page. */
  async showFindings(): Promise<void> {
    const { diagnostics } = this.#text;
    const places = await this.#requestPlaces(
      [],
      diagnostics.map(({ range }) => range),
    );
    if (places === undefined) return;
    const findings = diagnostics.flatMap(({ severity, message }, index) => {
      const cell = places.cells[index];
      const row = cell ? this.#rowAt(cell.row) : undefined;
      return cell && row !== undefined ? [{ row, part: cell.part, severity, message }] : [];
    });
    await this.#panel.post({ kind: "findings", findings });
  }

  /** The page's name of the row that begins at an offset. */
  #rowAt(start: number): string | undefined {
    const analysis = this.#panel.analysis() ?? "";
    return this.#places.nameAt(analysis, start)?.slice(analysis.length);
  }

  async #requestPlaces(cells: readonly Cell[], ranges: readonly TextRange[]) {
    const analysis = this.#panel.analysis();
    const { uri, version } = this.#text;
    const at = analysis === undefined ? undefined : this.#places.find(analysis)?.start;
    if (at === undefined || version === undefined) return undefined;
    const placed = cells.flatMap(({ row, part }): readonly PlacedCell[] => {
      const start = this.#places.find(`${analysis}${row}`)?.start;
      return start === undefined ? [] : [{ row: start, part }];
    });
    const params = { textDocument: { uri: uri.toString(), version }, at, cells: placed, ranges };
    const places = await this.#client.ask(tablePlacesRequest, params).catch(() => undefined);
    return places && this.#text.version === version ? places : undefined;
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

/** Lets the user choose a fix for a range of the text, unless `isAwaited` returns false; reports if there are none. */
async function chooseFix(
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
