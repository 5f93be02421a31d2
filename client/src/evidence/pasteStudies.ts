import * as vscode from "vscode";
import { type PastedStudies, pasteStudiesRequest } from "@analyses/protocol/evidencePanel";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { displayText, iconFreeText } from "../platform/displayText";
import { sayNotWritten, showInformation, showWarning } from "../platform/editor";
import { answerTable, decimalChoices } from "../tables/tableForm";
import { rangeOf } from "../webview/panelDocument";

/*
 * Pastes spreadsheet rows into a list of studies. In Node a separate bundle, loaded when the reader first pastes text
 * with tabs.
 */

type Columns = readonly (string | null)[];
type ColumnQuestion = Extract<PastedStudies, { kind: "columns" }>;

/** The reader's answers on a block; null if its own text decides. */
interface Answers {
  readonly columns: Columns | null;
  readonly decimal: "," | "." | null;
}

const noAnswers: Answers = { columns: null, decimal: null };

/** Memory key of the chosen columns, by possible parts, number of columns, and headings. */
const columnsKey = "columnsOfPastedStudies";

class StudyPasteEdit extends vscode.DocumentPasteEdit {
  constructor(
    kind: vscode.DocumentDropOrPasteEditKind,
    readonly place: Place,
    readonly made: Exclude<PastedStudies, { kind: "refused" }>,
  ) {
    super("", vscode.l10n.t("Paste as Studies"), kind);
    // Within a study the reader may want plain text.
    if (!made.isBetween) this.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
  }
}

/** A text, and the position to paste it at. */
interface Target {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly text: string;
}

interface Place extends Target {
  /** The text before the position: if it changes, the position may be in another list. */
  readonly before: string;
}

function placeOf(target: Target): Place {
  return { ...target, before: textBefore(target) };
}

function textBefore({ document, position }: Target): string {
  return document.getText(new vscode.Range(new vscode.Position(0, 0), position));
}

/** Whether edits fit the current document, with the same text before the position. */
function isOfNow(place: Place, { version }: Extract<PastedStudies, { kind: "edits" }>): boolean {
  return version === place.document.version && textBefore(place) === place.before;
}

/** Offers to paste tab-separated rows as studies, and pastes them. */
export class StudyPasting {
  /** The status bar message on the last paste. */
  #said: vscode.Disposable | undefined;

  constructor(
    private readonly client: Pick<AnalysesLanguageClient, "ask" | "sayIfGone">,
    private readonly memory: Pick<vscode.Memento, "get" | "update">,
    private readonly kind: vscode.DocumentDropOrPasteEditKind,
  ) {}

  async provide(target: Target, token: vscode.CancellationToken): Promise<StudyPasteEdit[]> {
    const place = placeOf(target);
    const made = await this.#ask(place, noAnswers, token);
    return made === undefined || made.kind === "refused" ? [] : [new StudyPasteEdit(this.kind, place, made)];
  }

  /** Prompts for the columns, unless the reader has chosen for similar ones before. Cancelling pastes nothing. */
  async resolve(edit: StudyPasteEdit, token: vscode.CancellationToken): Promise<StudyPasteEdit> {
    const made = await this.#edit(edit.place, edit.made, false, token);
    if (made !== undefined) edit.additionalEdit = made;
    return edit;
  }

  /** Pastes at the cursor; prompts for the columns unless headings identify them. */
  async paste({ document, selection }: vscode.TextEditor): Promise<void> {
    const text = await vscode.env.clipboard.readText();
    const place = placeOf({ document, position: selection.active, text });
    const made = await this.#ask(place, noAnswers);
    if (made === undefined) {
      if (await this.client.sayIfGone()) return;
      void showInformation(vscode.l10n.t("Put the cursor into a list of studies of an analysis."));
      return;
    }
    const edit = await this.#edit(place, made, true);
    if (edit !== undefined && !(await vscode.workspace.applyEdit(edit))) sayNotWritten();
  }

  async #edit(
    place: Place,
    made: PastedStudies,
    asksAgain: boolean,
    token?: vscode.CancellationToken,
  ): Promise<vscode.WorkspaceEdit | undefined> {
    switch (made.kind) {
      case "refused":
        void showWarning(displayText(made.message));
        return undefined;
      case "columns": {
        const answers = await this.#answers(made, asksAgain);
        return answers && this.#answered(place, answers, token);
      }
      case "edits":
        return isOfNow(place, made) ? this.#editOf(place, made) : this.#answered(place, noAnswers, token);
    }
  }

  /** Requests the edits with the reader's answers; once more if the document changes meanwhile. */
  async #answered(
    place: Place,
    answers: Answers,
    token: vscode.CancellationToken | undefined,
  ): Promise<vscode.WorkspaceEdit | undefined> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const made = await this.#ask(place, answers, token);
      if (token?.isCancellationRequested === true) return undefined;
      if (made?.kind === "refused") {
        void showWarning(displayText(made.message));
        return undefined;
      }
      // The chosen columns may have numbers with two readings.
      if (made?.kind === "columns") return this.#edit(place, made, true, token);
      if (made?.kind === "edits" && isOfNow(place, made)) return this.#editOf(place, made);
    }
    sayNotWritten();
    return undefined;
  }

  async #ask(
    { document, position, text }: Place,
    answers: Answers,
    token?: vscode.CancellationToken,
  ): Promise<PastedStudies | undefined> {
    const { line, character } = position;
    const textDocument = { uri: document.uri.toString() };
    const params = { textDocument, position: { line, character }, text, ...answers };
    // The server rejects it if the text changes meanwhile.
    return (await this.client.ask(pasteStudiesRequest, params, token).catch(() => undefined)) ?? undefined;
  }

  async #answers(question: ColumnQuestion, asksAgain: boolean): Promise<Answers | undefined> {
    const parts = question.parts.map(({ part }) => part);
    const headings = question.headings.map((heading) => heading.trim().toLowerCase()).join("\t");
    const key = [...parts, question.guess.length, ...(headings === "" ? [] : [headings])].join(" ");
    const kept = this.memory.get<Readonly<Record<string, Columns>>>(columnsKey, {});
    const known = kept[key];
    if (known !== undefined && !asksAgain && !question.isSignOpen) return { columns: known, decimal: null };
    const answers = await askAnswers(question, known ?? question.guess);
    if (answers !== undefined) await this.memory.update(columnsKey, { ...kept, [key]: answers.columns });
    return answers;
  }

  #editOf({ document }: Place, made: Extract<PastedStudies, { kind: "edits" }>): vscode.WorkspaceEdit {
    this.#said?.dispose();
    this.#said = sayLeftOut(made);
    const edit = new vscode.WorkspaceEdit();
    const edits = made.edits.map(({ range, newText }) => vscode.TextEdit.replace(rangeOf(range), newText));
    edit.set(document.uri, edits);
    return edit;
  }
}

function sayLeftOut({
  columnsLeftOut,
  linesLeftOut,
}: Extract<PastedStudies, { kind: "edits" }>): vscode.Disposable | undefined {
  const [columns, lines] = [columnsLeftOut, linesLeftOut].map((names) => iconFreeText(names.join(", ")));
  const said = [
    ...(columns ? [vscode.l10n.t("Columns that are left out: {0}", columns)] : []),
    ...(lines ? [vscode.l10n.t("Lines that are left out: {0}", lines)] : []),
  ];
  return said.length === 0 ? undefined : vscode.window.setStatusBarMessage(said.join(" · "), 10_000);
}

async function askAnswers(question: ColumnQuestion, proposed: Columns): Promise<Answers | undefined> {
  const choices = [
    ...question.parts.map(({ part, label }) => ({ value: part, label })),
    { value: null, label: vscode.l10n.t("Not used") },
  ];
  const headings = question.headings.slice(-question.examples.length);
  const signs = decimalChoices();
  const sign = {
    key: "decimal",
    kind: "question",
    label: vscode.l10n.t("Is the comma of numbers such as 1,234 between thousands, or before decimals?"),
    detail: "",
    choices: signs,
    // Not remembered: blocks without headings may come from different sources.
    chosen: undefined,
    isOnce: () => false,
  } as const;
  const rows = question.examples.map((example, index) => ({
    key: String(index),
    kind: "column" as const,
    label:
      headings[index] === undefined || headings[index] === ""
        ? vscode.l10n.t("Column {0}", index + 1)
        : headings[index],
    detail: example,
    choices,
    chosen: proposed[index] ?? null,
    isOnce: () => true,
  }));
  const all = question.isSignOpen ? [sign, ...rows] : rows;
  const answers = await answerTable(vscode.l10n.t("What are the columns?"), (given) =>
    Promise.resolve(all.map((row) => (given.has(row.key) ? { ...row, chosen: given.get(row.key) } : row))),
  );
  return (
    answers && {
      columns: rows.map(({ key }) => answers.get(key) ?? null),
      decimal: signs.find(({ value }) => value === answers.get(sign.key))?.value ?? null,
    }
  );
}
