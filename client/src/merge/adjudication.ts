import * as vscode from "vscode";
import { markdownText, visible } from "@analyses/evidence";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { MergeAnswer, MergeDecision, OpenConflict } from "@analyses/protocol/customMessages";
import { mergeRequest } from "@analyses/protocol/customMessages";
import type {
  BothValues,
  DecideAction,
  ComparisonAction,
  Disagreements,
  ShownDisagreement,
} from "../../webviews/comparison/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { shownValues } from "../platform/displayText";
import { askAuthorName, showInformation, showWarning, unlessMissing } from "../platform/editor";
import {
  fieldsOf,
  list,
  listOf,
  objectOf,
  oneOf,
  orNull,
  parsedJson,
  readText,
} from "@analyses/protocol/message";

/** A person's decision on a disagreement of two extractions. Values are JSON text; null for a value that is absent. */
interface Decision {
  readonly place: string;
  /** The workspace paths of the first and the second document. */
  readonly documents: readonly string[];
  readonly first: string | null;
  readonly second: string | null;
  readonly taken: "first" | "second" | "other";
  readonly value: string | null;
  readonly by: string;
  /** The time of the decision (ISO 8601). */
  readonly on: string;
  readonly reason: string;
}

function decisionFile(document: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(document, "..", "decisions.json");
}

/** Reads the decisions from a document's folder; if their file is unreadable, returns a message for the user. */
async function readDecisions(document: vscode.Uri): Promise<readonly Decision[] | string> {
  const { decisions, problem } = await readFile(decisionFile(document));
  return problem ?? listOf(decisions, parseDecision) ?? unreadable(decisionFile(document));
}

/** Identifies a decision in the file of decisions, also when Git merges the files of two branches. */
function idOf({ documents, place }: Pick<Decision, "documents" | "place">): string {
  return [...documents, place].join(" | ");
}

/**
 * Replaces the entry with an identifier in the file of decisions; keeps the file's other entries and fields.
 *
 * @param entry undefined to remove the entry
 * @returns the entry before; undefined if there was none
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
  const { decisions, otherFields, problem } = await readFile(file);
  if (problem !== undefined) throw new Error(problem);
  const hasId = (decision: unknown): decision is object => fieldsOf(decision).id === id;
  const others = decisions.filter((decision) => !hasId(decision));
  const newDecisions = entry === undefined ? others : [...others, entry];
  const text = `${JSON.stringify({ ...otherFields, decisions: newDecisions }, undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return decisions.find(hasId);
}

interface DecisionFile {
  readonly decisions: readonly unknown[];
  readonly otherFields: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

async function readFile(file: vscode.Uri): Promise<DecisionFile> {
  const bytes = await unlessMissing(vscode.workspace.fs.readFile(file));
  if (bytes === undefined) return { decisions: [], otherFields: {} };
  const { decisions, ...otherFields } = fieldsOf(parsedJson(new TextDecoder().decode(bytes)));
  if (Array.isArray(decisions)) return { decisions, otherFields };
  return { decisions: [], otherFields: {}, problem: unreadable(file) };
}

function unreadable(file: vscode.Uri): string {
  return vscode.l10n.t("{0} cannot be read: mend it first.", vscode.workspace.asRelativePath(file));
}

const parseDecision = objectOf<Decision>({
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

/** The server's merge of two extractions. */
type Merge = Extract<MergeAnswer, { kind: "merged" }>;

/** How many disagreements a page shows: once they are decided, others take their place. */
const maxShown = 300;

/** The merge that the page shows, and the stored decisions that hold, by the places of its conflicts. */
interface ShownMerge {
  readonly merged: Merge;
  readonly decided: ReadonlyMap<string, Decision>;
}

export interface AdjudicationParts {
  readonly client: Pick<AnalysesLanguageClient, "ask">;
  /** Stores the user's name. */
  readonly memory: Pick<vscode.Memento, "get" | "update">;
}

/**
 * Lets a person decide the disagreements of two extractions. Stores each decision at once in `decisions.json` in the
 * folder of the first one; a decision holds while both values are those that it was made on.
 */
export class Adjudication {
  #shown: ShownMerge | undefined;
  /** The changes of decisions on this panel, oldest first, each with the entry that it replaced. */
  readonly #changes: { readonly id: string; readonly before: object | undefined }[] = [];
  /** The last write: the next one waits for it. */
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: AdjudicationParts,
    /** Returns the URI of the first extraction, which may be renamed. */
    private readonly first: () => vscode.Uri,
    readonly second: vscode.Uri,
  ) {}

  get names(): readonly [string, string] {
    return [vscode.workspace.asRelativePath(this.first()), vscode.workspace.asRelativePath(this.second)];
  }

  /** Whether a file is the second extraction or the file of decisions, on both of which the disagreements depend. */
  dependsOn(file: vscode.Uri): boolean {
    return [this.second, decisionFile(this.first())].some((uri) => uri.toString() === file.toString());
  }

  /**
   * Compares both extractions, with the decisions so far.
   *
   * @param secondText the text of the second extraction
   * @returns a message if the decisions cannot be read; undefined if the server does not know the document
   */
  async requestDisagreements(secondText: string): Promise<Disagreements | string | undefined> {
    const stored = await readDecisions(this.first());
    if (typeof stored === "string") return stored;
    const names = this.names.join();
    const ofDocuments = stored.filter(({ documents }) => documents.join() === names);
    const merged = await this.parts.client.ask(mergeRequest, {
      textDocument: { uri: this.first().toString() },
      source: { kind: "extractions", other: secondText },
      decisions: ofDocuments.map(({ place, first, second, taken, value }): MergeDecision => ({
        place,
        ours: first,
        theirs: second,
        take: taken === "first" ? "ours" : taken === "second" ? "theirs" : "other",
        text: value,
      })),
    });
    if (merged?.kind !== "merged") return undefined;
    const held = new Set(merged.conflicts.flatMap(({ isDecided, place }) => (isDecided ? place : [])));
    const decided = new Map(
      ofDocuments.flatMap((one) => (held.has(one.place) ? [[one.place, one] as const] : [])),
    );
    this.#shown = { merged, decided };
    return disagreementsOf(this.#shown);
  }

  /** Handles an action of the page. @returns whether the page must then be updated */
  async handleAction(action: ComparisonAction): Promise<boolean> {
    switch (action.action) {
      case "decide":
        return this.#decide(action);
      case "takeBack":
        return this.#conflictOf(action) !== undefined && this.#replace(this.#idOf(action.place), undefined);
      case "undoDecision":
        return this.#undo();
      case "openAgreed":
        await this.#openAgreed();
        return false;
      case "showAgreement":
        if (this.#shown !== undefined)
          await openNew("markdown", agreementReport(this.#shown.merged, this.#shown.decided, this.names));
        return false;
      default:
        return false;
    }
  }

  /** The conflict of a disagreement on the page; undefined if its values have changed meanwhile. */
  #conflictOf({ place, first, second }: BothValues): OpenConflict | undefined {
    return this.#shown?.merged.conflicts.find(
      (conflict) => conflict.place === place && conflict.ours === first && conflict.theirs === second,
    );
  }

  #idOf(place: string): string {
    return idOf({ place, documents: this.names });
  }

  async #decide({ place, first, second, taken, value: other, reason }: DecideAction): Promise<boolean> {
    const conflict = this.#conflictOf({ place, first, second });
    if (conflict === undefined) {
      void showWarning(vscode.l10n.t("Nothing was decided: {0} has just changed.", place));
      return true;
    }
    const value = taken === "first" ? first : taken === "second" ? second : other;
    const isAllowed = taken !== "other" || (conflict.isCell && parsedJson(other ?? "") !== undefined);
    if (!isAllowed || reason.trim() === "") return false;
    const by = (authorName ??= await askAuthorName(place, this.parts.memory, this.first()));
    if (by === undefined) return false;
    const decision = { place, documents: this.names, first, second, taken, value, by };
    const on = new Date().toISOString();
    const id = this.#idOf(place);
    return this.#replace(id, { id, ...decision, on, reason: reason.trim() });
  }

  async #replace(id: string, entry: object | undefined): Promise<boolean> {
    await this.#inTurn(async () => {
      const before = await replaceEntry(this.first(), id, entry);
      this.#changes.push({ id, before });
    });
    return true;
  }

  async #undo(): Promise<boolean> {
    await this.#inTurn(async () => {
      const last = this.#changes.at(-1);
      if (last === undefined) return;
      await replaceEntry(this.first(), last.id, last.before);
      this.#changes.pop();
    });
    return true;
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const result = this.#lastWrite.then(write);
    this.#lastWrite = result.catch(() => undefined);
    return result;
  }

  async #openAgreed(): Promise<void> {
    if (this.#shown === undefined) return;
    const { merged, decided } = this.#shown;
    await openNew(analysesLanguage, merged.text);
    const open = merged.conflicts.length - decided.size;
    const sentences = [
      vscode.l10n.t("This is the document that both extractions became. Save it under a name of its own."),
      ...(open === 0 ? [] : [vscode.l10n.t("Conflict markers are around what is not decided: {0}.", open)]),
    ];
    void showInformation(sentences.join(" "));
  }
}

async function openNew(language: string, content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
}

/** The user's name, which is requested once a session. */
let authorName: string | undefined;

function disagreementsOf({ merged: { conflicts, agreement }, decided }: ShownMerge): Disagreements {
  const open = conflicts.filter(({ place }) => !decided.has(place));
  const openFirst = [...open, ...conflicts.filter(({ place }) => decided.has(place))];
  const rest = openFirst.length - maxShown;
  return {
    progress: vscode.l10n.t("Disagreements: {0}, decided: {1}", conflicts.length, decided.size),
    agreement,
    cells: openFirst
      .slice(0, maxShown)
      .map((conflict) => disagreementOf(conflict, decided.get(conflict.place))),
    more:
      rest > 0 ? vscode.l10n.t("Further disagreements, which follow as these are decided: {0}", rest) : "",
  };
}

function disagreementOf(
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
 * @param decided the decisions by the places of their conflicts
 * @param documents the paths of both extractions
 */
function agreementReport(
  { agreement, conflicts }: Merge,
  decided: ReadonlyMap<string, Decision>,
  documents: readonly string[],
): string {
  const cell = (text: string): string => markdownText(visible(text));
  const none = vscode.l10n.t("not there");
  const [first = "", second = ""] = documents;
  const titles = [vscode.l10n.t("Cell"), first, second, vscode.l10n.t("Decision"), vscode.l10n.t("Reason")];
  const rows = conflicts.map(({ place, ours, theirs }) => {
    const decision = decided.get(place);
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
