import * as vscode from "vscode";
import { markdownText, visible } from "@analyses/evidence";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { MergeAnswer, MergeDecision, OpenConflict } from "@analyses/protocol/customMessages";
import { mergeRequest } from "@analyses/protocol/customMessages";
import type {
  BothValues,
  Choosing,
  ComparisonAction,
  Disagreements,
  ShownDisagreement,
} from "../../webviews/comparison/messages";
import { isJson } from "../../webviews/comparison/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { shownValues } from "../platform/displayText";
import { askAuthorName, showInformation, showWarning } from "../platform/editor";
import { fieldsOf, list, listOf, objectOf, oneOf, orNull, readText } from "@analyses/protocol/message";

/** A person's decision on a disagreement of two extractions. Values are JSON text, null if absent. */
interface Decision {
  readonly place: string;
  /** The workspace paths of the first and the second document. */
  readonly documents: readonly string[];
  readonly first: string | null;
  readonly second: string | null;
  readonly taken: "first" | "second" | "other";
  readonly value: string | null;
  readonly by: string;
  /** ISO 8601. */
  readonly on: string;
  readonly reason: string;
}

function decisionFile(document: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(document, "..", "decisions.json");
}

/** Reads the decisions from a document's folder; if their file is unreadable, returns a message for the user. */
async function decisionsOn(document: vscode.Uri): Promise<readonly Decision[] | string> {
  const { decisions, problem } = await read(decisionFile(document));
  return problem ?? listOf(decisions, readDecision) ?? unreadable(decisionFile(document));
}

/** Identifies a decision when Git merges the decisions of two branches. */
function idOf({ documents, place }: Pick<Decision, "documents" | "place">): string {
  return [...documents, place].join(" | ");
}

/** A decision as its file has it. */
function entryOf(decision: Decision): object {
  return { id: idOf(decision), ...decision };
}

/**
 * Stores an entry in place of that with the same identifier, or removes that; keeps other content of the file.
 *
 * @param entry undefined to remove
 * @returns the entry that was there; undefined if there was none
 */
async function replaceEntry(
  document: vscode.Uri,
  id: string,
  entry: object | undefined,
): Promise<object | undefined> {
  const file = decisionFile(document);
  if (
    vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === file.toString())
  )
    throw new Error(
      vscode.l10n.t(
        "{0} has changes that are not saved: save it first.",
        vscode.workspace.asRelativePath(file),
      ),
    );
  const { decisions, more, problem } = await read(file);
  if (problem !== undefined) throw new Error(problem);
  const isIt = (one: unknown): one is object => fieldsOf(one).id === id;
  const others = decisions.filter((one) => !isIt(one));
  const all = entry === undefined ? others : [...others, entry];
  const text = `${JSON.stringify({ ...more, decisions: all }, undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return decisions.find(isIt);
}

interface DecisionFile {
  readonly decisions: readonly unknown[];
  readonly more: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

async function read(file: vscode.Uri): Promise<DecisionFile> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const { decisions, ...more } = fieldsOf(JSON.parse(text));
    if (Array.isArray(decisions)) return { decisions, more };
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound")
      return { decisions: [], more: {} };
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { decisions: [], more: {}, problem: unreadable(file) };
}

function unreadable(file: vscode.Uri): string {
  return vscode.l10n.t("{0} cannot be read: mend it first.", vscode.workspace.asRelativePath(file));
}

const readDecision = objectOf<Decision>({
  place: readText,
  documents: list(readText),
  first: orNull(readText),
  second: orNull(readText),
  taken: oneOf(["first", "second", "other"]),
  value: orNull(readText),
  by: readText,
  on: readText,
  reason: readText,
});

type Merged = Extract<MergeAnswer, { kind: "merged" }>;

/** How many disagreements a page shows: the others follow as these are decided. */
const mostShown = 300;

interface Known {
  readonly merged: Merged;
  readonly decided: ReadonlyMap<number, Decision>;
}

export interface AdjudicationParts {
  readonly client: Pick<AnalysesLanguageClient, "ask">;
  /** Stores the author's name. */
  readonly memory: Pick<vscode.Memento, "get" | "update">;
}

/**
 * Lets a person decide the disagreements of two extractions. Stores each decision at once in `decisions.json` in the
 * folder of the first one; a decision holds while both values are the same.
 */
export class Adjudication {
  #known: Known | undefined;
  /** The decisions made here, latest last, with what they replaced. */
  readonly #made: { readonly id: string; readonly before: object | undefined }[] = [];
  /** One decision is written after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: AdjudicationParts,
    /** The first extraction, which may get another name. */
    private readonly first: () => vscode.Uri,
    readonly second: vscode.Uri,
  ) {}

  get names(): readonly [string, string] {
    return [vscode.workspace.asRelativePath(this.first()), vscode.workspace.asRelativePath(this.second)];
  }

  /** Whether the disagreements depend on a file other than the first extraction. */
  dependsOn(file: vscode.Uri): boolean {
    return [this.second, decisionFile(this.first())].some((one) => one.toString() === file.toString());
  }

  /**
   * Compares both extractions, with the decisions so far.
   *
   * @param other the text of the second one
   * @returns a message if that is impossible; undefined if the server does not know the document
   */
  async ask(other: string): Promise<Disagreements | string | undefined> {
    const kept = await decisionsOn(this.first());
    if (typeof kept === "string") return kept;
    const undecided = await this.#merge(other, []);
    if (undecided?.kind !== "merged") return undefined;
    const decided = this.#decisionsFor(undecided.conflicts, kept);
    const decisions = Array.from(decided, ([id, { taken, value }]): MergeDecision => ({
      id,
      take: taken === "first" ? "ours" : taken === "second" ? "theirs" : "other",
      text: value,
    }));
    const merged = decisions.length === 0 ? undecided : await this.#merge(other, decisions);
    if (merged?.kind !== "merged") return undefined;
    this.#known = { merged, decided };
    return shownOnPage(this.#known);
  }

  #merge(other: string, decisions: readonly MergeDecision[]): Promise<MergeAnswer | null | undefined> {
    return this.parts.client.ask(mergeRequest, {
      textDocument: { uri: this.first().toString() },
      source: { kind: "extractions", other },
      decisions,
    });
  }

  /** The stored decisions on exactly these values, by conflict. */
  #decisionsFor(
    conflicts: readonly OpenConflict[],
    kept: readonly Decision[],
  ): ReadonlyMap<number, Decision> {
    const names = this.names.join();
    const own = kept.filter(({ documents }) => documents.join() === names);
    const byPlace = new Map(own.map((decision) => [decision.place, decision]));
    return new Map(
      conflicts.flatMap(({ id, place, ours, theirs }) => {
        const decision = byPlace.get(place);
        return decision?.first === ours && decision.second === theirs ? [[id, decision] as const] : [];
      }),
    );
  }

  /** Handles an action of the page. @returns whether the decisions have changed */
  async act(action: ComparisonAction): Promise<boolean> {
    switch (action.action) {
      case "decide":
        return this.#decide(action);
      case "takeBack":
        return this.#conflict(action) !== undefined && this.#replace(this.#idOf(action.place), undefined);
      case "undoDecision":
        return this.#undo();
      case "openAgreed":
        await this.#openAgreed();
        return false;
      case "showAgreement":
        if (this.#known !== undefined)
          await show("markdown", agreementReport(this.#known.merged, this.#known.decided, this.names));
        return false;
      default:
        return false;
    }
  }

  /** The disagreement that the page means; undefined if its values have changed meanwhile. */
  #conflict({ place, first, second }: BothValues): OpenConflict | undefined {
    return this.#known?.merged.conflicts.find(
      (one) => one.place === place && one.ours === first && one.theirs === second,
    );
  }

  #idOf(place: string): string {
    return idOf({ place, documents: this.names });
  }

  async #decide({ place, first, second, taken, value: other, reason }: Choosing): Promise<boolean> {
    const conflict = this.#conflict({ place, first, second });
    if (conflict === undefined) {
      void showWarning(vscode.l10n.t("Nothing was decided: {0} has just changed.", place));
      return true;
    }
    const value = taken === "first" ? first : taken === "second" ? second : other;
    const isAllowed = taken !== "other" || (conflict.isCell && isJson(other ?? ""));
    if (!isAllowed || reason.trim() === "") return false;
    const by = (nameOfSession ??= await askAuthorName(place, this.parts.memory, this.first()));
    if (by === undefined) return false;
    const decision = { place, documents: this.names, first, second, taken, value, by };
    const on = new Date().toISOString();
    return this.#replace(this.#idOf(place), entryOf({ ...decision, on, reason: reason.trim() }));
  }

  async #replace(id: string, entry: object | undefined): Promise<boolean> {
    await this.#inTurn(async () => {
      const before = await replaceEntry(this.first(), id, entry);
      this.#made.push({ id, before });
    });
    return true;
  }

  async #undo(): Promise<boolean> {
    await this.#inTurn(async () => {
      const last = this.#made.at(-1);
      if (last === undefined) return;
      await replaceEntry(this.first(), last.id, last.before);
      this.#made.pop();
    });
    return true;
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #openAgreed(): Promise<void> {
    if (this.#known === undefined) return;
    const { merged, decided } = this.#known;
    await show(analysesLanguage, merged.text);
    const open = merged.conflicts.length - decided.size;
    const sentences = [
      vscode.l10n.t("This is the document that both extractions became. Save it under a name of its own."),
      ...(open === 0 ? [] : [vscode.l10n.t("Conflict markers are around what is not decided: {0}.", open)]),
    ];
    void showInformation(sentences.join(" "));
  }
}

async function show(language: string, content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
}

let nameOfSession: string | undefined;

function shownOnPage({ merged: { conflicts, agreement }, decided }: Known): Disagreements {
  const open = conflicts.filter(({ id }) => !decided.has(id));
  const all = [...open, ...conflicts.filter(({ id }) => decided.has(id))];
  const rest = all.length - mostShown;
  return {
    progress: vscode.l10n.t("Disagreements: {0}, decided: {1}", conflicts.length, decided.size),
    agreement,
    cells: all.slice(0, mostShown).map((conflict) => shownCell(conflict, decided.get(conflict.id))),
    more:
      rest > 0 ? vscode.l10n.t("Further disagreements, which follow as these are decided: {0}", rest) : "",
  };
}

function shownCell(
  { place, ours, theirs, ourResult, theirResult, isCell }: OpenConflict,
  decision: Decision | undefined,
): ShownDisagreement {
  const [first = "", second = ""] = shownValues([ours, theirs], vscode.l10n.t("not there"));
  return {
    place,
    first: ours,
    second: theirs,
    texts: [first, second],
    results: [ourResult, theirResult],
    isCell,
    decision: decision === undefined ? null : { taken: decision.taken, sentence: sentenceOf(decision) },
  };
}

function sentenceOf({ by, value, reason }: Decision): string {
  const [shown = ""] = shownValues([value], vscode.l10n.t("not there"));
  return vscode.l10n.t("Decided by {0}: {1}. {2}", by, shown, reason);
}

/**
 * The agreement of two extractions and the decisions on their disagreements, as Markdown for a methods section.
 *
 * @param decided by conflict
 * @param documents the paths of both
 */
function agreementReport(
  { agreement, conflicts }: Merged,
  decided: ReadonlyMap<number, Decision>,
  documents: readonly string[],
): string {
  const cell = (text: string): string => markdownText(visible(text));
  const none = vscode.l10n.t("not there");
  const [first = "", second = ""] = documents;
  const titles = [vscode.l10n.t("Cell"), first, second, vscode.l10n.t("Decision"), vscode.l10n.t("Reason")];
  const rows = conflicts.map(({ id, place, ours, theirs }) => {
    const decision = decided.get(id);
    const values = shownValues([ours, theirs], none);
    if (decision === undefined) return [place, ...values, vscode.l10n.t("open"), ""];
    const { value, reason, by, on } = decision;
    return [place, ...values, ...shownValues([value], none), `${reason} (${by}, ${on.slice(0, 10)})`];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [titles.map(cell), titles.map(() => "---"), ...rows.map((row) => row.map(cell))].map(line);
  return [
    `# ${cell(`${first} · ${second}`)}`,
    ...agreement.map(cell),
    ...(rows.length === 0 ? [] : [table.join("\n")]),
    "",
  ].join("\n\n");
}
