// A separate bundle in Node, which the first paste of text with tabs loads.
import * as vscode from "vscode";
import { type PastedStudies, pasteStudiesRequest } from "@analyses/protocol/evidencePanel";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { displayText, iconFreeText } from "../platform/displayText";
import { sayNotWritten, showInformation, showWarning } from "../platform/editor";
import { answerTable, decimalChoices } from "../platform/tableForm";
import { rangeOf } from "../webview/panelDocument";

type Columns = readonly (string | null)[];
type ColumnQuestion = Extract<PastedStudies, { kind: "columns" }>;

/** The user's answers about a block of cells. Each is null if the block itself decides. */
interface Answers {
  readonly columns: Columns | null;
  readonly decimal: "," | "." | null;
}

const noAnswers: Answers = { columns: null, decimal: null };

/** Memory key of the columns that the user has chosen, by kind of block. */
const columnsKey = "columnsOfPastedStudies";

class StudyPasteEdit extends vscode.DocumentPasteEdit {
  constructor(
    kind: vscode.DocumentDropOrPasteEditKind,
    readonly target: PasteTarget,
    readonly answer: Exclude<PastedStudies, { kind: "refused" }>,
  ) {
    super("", vscode.l10n.t("Paste as Studies"), kind);
    // Within a study, the user may want to paste plain text: VS Code offers that first.
    if (!answer.isBetween) this.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
  }
}

/** A text, and the position where it is pasted. */
interface Paste {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly text: string;
}

interface PasteTarget extends Paste {
  /** The text before the position when pasting began: once this text differs, the position may be in another list. */
  readonly textBefore: string;
}

function targetOf(paste: Paste): PasteTarget {
  return { ...paste, textBefore: textBefore(paste) };
}

function textBefore({ document, position }: Paste): string {
  return document.getText(new vscode.Range(new vscode.Position(0, 0), position));
}

/** Whether edits are for the document's current version, and the text before the position is still the same. */
function isCurrent(target: PasteTarget, { version }: Extract<PastedStudies, { kind: "edits" }>): boolean {
  return version === target.document.version && textBefore(target) === target.textBefore;
}

/** Offers to paste tab-separated rows as studies, and pastes them. */
export class StudyPasting {
  /** The status bar message about the last paste. */
  #message: vscode.Disposable | undefined;

  constructor(
    private readonly client: Pick<AnalysesLanguageClient, "ask" | "sayIfGone">,
    private readonly memory: Pick<vscode.Memento, "get" | "update">,
    private readonly kind: vscode.DocumentDropOrPasteEditKind,
  ) {}

  /** Offers to paste a text as studies, unless the server refuses it. */
  async provide(paste: Paste, token: vscode.CancellationToken): Promise<StudyPasteEdit[]> {
    const target = targetOf(paste);
    const answer = await this.#request(target, noAnswers, token);
    return answer === undefined || answer.kind === "refused"
      ? []
      : [new StudyPasteEdit(this.kind, target, answer)];
  }

  /**
   * Adds the edit that pastes the studies. Prompts for their columns if neither headings nor the user's choice for a
   * similar block decides them. Cancelling pastes nothing.
   */
  async resolve(edit: StudyPasteEdit, token: vscode.CancellationToken): Promise<StudyPasteEdit> {
    const workspaceEdit = await this.#editFor(edit.target, edit.answer, false, token);
    if (workspaceEdit !== undefined) edit.additionalEdit = workspaceEdit;
    return edit;
  }

  /** Pastes the clipboard's text at the cursor; prompts for the columns unless headings identify them. */
  async paste({ document, selection }: vscode.TextEditor): Promise<void> {
    const text = await vscode.env.clipboard.readText();
    const target = targetOf({ document, position: selection.active, text });
    const answer = await this.#request(target, noAnswers);
    if (answer === undefined) {
      if (await this.client.sayIfGone()) return;
      void showInformation(vscode.l10n.t("Put the cursor into a list of studies of an analysis."));
      return;
    }
    const edit = await this.#editFor(target, answer, true);
    if (edit !== undefined && !(await vscode.workspace.applyEdit(edit))) sayNotWritten();
  }

  /**
   * The edit that pastes the studies, with the user's answers; requests it again if the document changes meanwhile.
   *
   * @param alwaysPrompts whether to prompt for columns that the user has chosen before, too
   */
  async #editFor(
    target: PasteTarget,
    first: PastedStudies,
    alwaysPrompts: boolean,
    token?: vscode.CancellationToken,
  ): Promise<vscode.WorkspaceEdit | undefined> {
    let answer: PastedStudies | undefined = first;
    let answers = noAnswers;
    for (let requests = 0; requests < 3; requests += 1) {
      if (requests > 0) answer = await this.#request(target, answers, token);
      if (token?.isCancellationRequested === true) return undefined;
      if (answer?.kind === "refused") {
        void showWarning(displayText(answer.message));
        return undefined;
      }
      if (answer?.kind === "edits" && isCurrent(target, answer)) return this.#workspaceEdit(target, answer);
      if (answer?.kind !== "columns") continue;
      // The server asks again if numbers in the chosen columns are ambiguous without the decimal separator.
      const chosen = await this.#chooseColumns(answer, alwaysPrompts || answers !== noAnswers);
      if (chosen === undefined) return undefined;
      [answers, requests] = [chosen, 0];
    }
    sayNotWritten();
    return undefined;
  }

  async #request(
    { document, position, text }: PasteTarget,
    answers: Answers,
    token?: vscode.CancellationToken,
  ): Promise<PastedStudies | undefined> {
    const { line, character } = position;
    const textDocument = { uri: document.uri.toString() };
    const params = { textDocument, position: { line, character }, text, ...answers };
    // The server rejects the request if the text changes meanwhile.
    return (await this.client.ask(pasteStudiesRequest, params, token).catch(() => undefined)) ?? undefined;
  }

  /** Returns the columns that the user chooses now, or has chosen for a block with the same headings before. */
  async #chooseColumns(question: ColumnQuestion, alwaysPrompts: boolean): Promise<Answers | undefined> {
    const parts = question.parts.map(({ part }) => part);
    const headings = question.headings.map((heading) => heading.trim().toLowerCase()).join("\t");
    const key = [...parts, question.guess.length, ...(headings === "" ? [] : [headings])].join(" ");
    const columnsByKey = this.memory.get<Readonly<Record<string, Columns>>>(columnsKey, {});
    const known = columnsByKey[key];
    if (known !== undefined && !alwaysPrompts && !question.isSeparatorUnclear)
      return { columns: known, decimal: null };
    const answers = await promptForColumns(question, known ?? question.guess);
    if (answers !== undefined)
      await this.memory.update(columnsKey, { ...columnsByKey, [key]: answers.columns });
    return answers;
  }

  #workspaceEdit(
    { document }: PasteTarget,
    edits: Extract<PastedStudies, { kind: "edits" }>,
  ): vscode.WorkspaceEdit {
    this.#message?.dispose();
    this.#message = showLeftOut(edits);
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      document.uri,
      edits.edits.map(({ range, newText }) => vscode.TextEdit.replace(rangeOf(range), newText)),
    );
    return edit;
  }
}

/** Names the columns and lines that a paste leaves out, in the status bar. */
function showLeftOut({
  columnsLeftOut,
  linesLeftOut,
}: Extract<PastedStudies, { kind: "edits" }>): vscode.Disposable | undefined {
  const [columns, lines] = [columnsLeftOut, linesLeftOut].map((names) => iconFreeText(names.join(", ")));
  const sentences = [
    ...(columns ? [vscode.l10n.t("Columns that are left out: {0}", columns)] : []),
    ...(lines ? [vscode.l10n.t("Lines that are left out: {0}", lines)] : []),
  ];
  return sentences.length === 0
    ? undefined
    : vscode.window.setStatusBarMessage(sentences.join(" · "), 10_000);
}

async function promptForColumns(question: ColumnQuestion, proposed: Columns): Promise<Answers | undefined> {
  const choices = [
    ...question.parts.map(({ part, label }) => ({ value: part, label })),
    { value: null, label: vscode.l10n.t("Not used") },
  ];
  const headings = question.headings.slice(-question.examples.length);
  const separators = decimalChoices();
  const separatorRow = {
    key: "decimal",
    kind: "question",
    label: vscode.l10n.t("Is the comma of numbers such as 1,234 between thousands, or before decimals?"),
    detail: "",
    choices: separators,
    // The separator is asked for each block: blocks without headings may come from different sources.
    chosen: undefined,
    isOnce: () => false,
  } as const;
  const columnRows = question.examples.map((example, index) => ({
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
  const rows = question.isSeparatorUnclear ? [separatorRow, ...columnRows] : columnRows;
  const answers = await answerTable(vscode.l10n.t("What are the columns?"), (given) =>
    Promise.resolve(rows.map((row) => (given.has(row.key) ? { ...row, chosen: given.get(row.key) } : row))),
  );
  return (
    answers && {
      columns: columnRows.map(({ key }) => answers.get(key) ?? null),
      decimal: separators.find(({ value }) => value === answers.get(separatorRow.key))?.value ?? null,
    }
  );
}
