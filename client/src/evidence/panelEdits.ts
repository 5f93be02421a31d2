import * as vscode from "vscode";
import type { TableEditParams, TableEdits } from "@analyses/protocol/evidencePanel";
import type { PageEdit } from "../../webviews/evidence/messages";
import {
  type ApplyResult,
  type PanelDocument,
  type Replacement,
  retryPolicy,
} from "../webview/panelDocument";
import { type ReplacedObject, type TrackedPlaces, startsAfter } from "./trackedPlaces";

/** The document that a panel edits. */
type EditableDocument = Pick<
  PanelDocument,
  "name" | "version" | "lineEnd" | "slice" | "offsetAt" | "isReadOnly" | "replace"
>;

/** A change that the page requests. */
type EditRequest = Omit<PageEdit, "edit">;

/** The server's edits of the text for a request. */
type ComputedEdits = Extract<TableEdits, { kind: "edits" }>;

export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly message: string; readonly canForce: boolean }
  | { readonly kind: "preview"; readonly edits: ComputedEdits };

type Direction = "undo" | "redo";

/** An entry of the undo or redo stack: the replacements of one edit, in text order. */
interface UndoEntry {
  readonly replacements: readonly Replacement[];
  /** The rows and analyses within the new texts. */
  readonly objects: readonly ReplacedObject[];
}

/** An entry that is being applied: VS Code reports the change by an event with the document version `version + 1`. */
interface EntryInProgress extends UndoEntry {
  readonly version: number;
  readonly inverse: UndoEntry;
  /** Undefined for a new edit. */
  readonly direction: Direction | undefined;
  readonly onApplied: () => void;
}

/** The requests to the language server that edits need. */
interface EditServer {
  ask(
    params: Omit<TableEditParams, "textDocument"> & { readonly version: number },
  ): Promise<TableEdits | null | undefined>;
  /** Why no language server will answer; undefined while one runs or starts. */
  problem(): string | undefined;
  /** Assigns names to the rows of the current text. */
  nameRows(): Promise<void>;
}

/** Applies the edits that a page requests to the text, one at a time; undoes and redoes them. */
export class PanelEdits {
  /** The last task of the queue. */
  #lastTask: Promise<unknown> = Promise.resolve();
  #lastSettledEdit = 0;
  #pageNumber = 0;
  #lastRefusedEdit = 0;
  /** The rows of the last preview, as JSON. */
  #previewedRows = "";
  #closeCount = 0;
  #undoStack: readonly UndoEntry[] = [];
  #redoStack: readonly UndoEntry[] = [];
  #inProgress: EntryInProgress | undefined;

  constructor(
    private readonly text: EditableDocument,
    private readonly places: TrackedPlaces,
    private readonly server: EditServer,
  ) {}

  /** Why nothing can be written into a read-only document. */
  get readOnly(): string {
    return vscode.l10n.t("“{0}” is read-only.", this.text.name);
  }

  get #failed(): string {
    return vscode.l10n.t("“{0}” could not be changed.", this.text.name);
  }

  /** The number of the page's last edit that is in the text, or was refused. */
  get lastSettledEdit(): number {
    return this.#lastSettledEdit;
  }

  /** Called for a new page, which counts its edits from 1. */
  startPage(): void {
    this.#pageNumber += 1;
    this.#lastSettledEdit = this.#lastRefusedEdit = 0;
  }

  /** Returns a function that checks whether no other page has started since. */
  pageCheck(): () => boolean {
    const page = this.#pageNumber;
    return () => page === this.#pageNumber;
  }

  /** Runs a task after all tasks enqueued before. */
  enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTask.then(task);
    this.#lastTask = result.catch(() => undefined);
    return result;
  }

  /** Writes a change into the text. @param edit the edit's number on the page; 0 if the page does not wait for it */
  write(edit: number, request: EditRequest): Promise<Outcome> {
    return this.#enqueueNumbered(edit, (onApplied) => this.#write(request, onApplied));
  }

  /** Computes a change without applying it, and returns the rows as the change would leave them. */
  preview(request: EditRequest): Promise<Outcome> {
    return this.enqueue(() => this.#write(request, undefined));
  }

  /** Applies replacements that the page did not request. @param version the version of the text that they are for */
  replace(replacements: readonly Replacement[], version: number | undefined): Promise<ApplyResult> {
    return this.enqueue(async () =>
      this.text.version === version ? this.#apply({ replacements, objects: [] }) : "failed",
    );
  }

  /**
   * Undoes or redoes the panel's last edit, unless something else has changed the text since.
   *
   * @param edit the number of this action on the page
   * @param typedEdit the number of the typed text that the user undoes, if no view has shown its edit yet. If that
   *   edit was refused, its text is not in the document, and nothing is undone.
   */
  undoOrRedo(edit: number, direction: Direction, typedEdit: number | null): Promise<Outcome> {
    return this.#enqueueNumbered(edit, async (onApplied) => {
      if (typedEdit === this.#lastRefusedEdit) return done;
      const entry = (direction === "undo" ? this.#undoStack : this.#redoStack).at(-1);
      if (entry === undefined)
        return refusal(
          direction === "undo"
            ? vscode.l10n.t(
                "There is nothing to take back here: what was changed in the text is taken back there.",
              )
            : vscode.l10n.t("There is nothing to do again here."),
        );
      const result = await this.#apply(entry, onApplied, direction);
      if (result === "written") return done;
      return refusal(result === "read-only" ? this.readOnly : this.#failed);
    });
  }

  /** Called when the document is closed: once it is open again, it may have another text under the same version. */
  close(): void {
    this.#closeCount += 1;
    this.#clearStacks();
  }

  #clearStacks(): void {
    this.#undoStack = this.#redoStack = [];
  }

  /** Called on each change of the text, by one of the edits or by anything else. */
  onTextChange(replacements: readonly Replacement[]): void {
    const entry = this.#inProgress;
    if (entry === undefined || !isChangeOf(entry, replacements, this.text.version)) {
      this.places.change(replacements);
      this.#clearStacks();
      return;
    }
    this.#inProgress = undefined;
    this.places.change(entry.replacements, entry.objects);
    if (entry.direction === "undo") {
      this.#undoStack = this.#undoStack.slice(0, -1);
      this.#redoStack = [...this.#redoStack, entry.inverse];
    } else {
      this.#undoStack = [...this.#undoStack, entry.inverse];
      this.#redoStack = entry.direction === "redo" ? this.#redoStack.slice(0, -1) : [];
    }
    entry.onApplied();
  }

  /** Enqueues an edit with a number of the page. @param run is given a function to call once the edit is in the text */
  #enqueueNumbered(edit: number, run: (onApplied: () => void) => Promise<Outcome>): Promise<Outcome> {
    const isSamePage = this.pageCheck();
    const settle = (): void => {
      if (isSamePage()) this.#lastSettledEdit = Math.max(this.#lastSettledEdit, edit);
    };
    return this.enqueue(async () => {
      // Always report an outcome: without it, the page would discard the typed text at its next successful edit.
      const outcome = await run(settle).catch(() => refusal(this.#failed));
      if (outcome.kind === "refused" && isSamePage()) this.#lastRefusedEdit = edit;
      settle();
      return outcome;
    });
  }

  /**
   * Applies the edits that the server computes for a request.
   *
   * @param onApplied undefined for a preview, which applies none
   */
  async #write(request: EditRequest, onApplied: (() => void) | undefined): Promise<Outcome> {
    const { analysis, change } = request;
    const row = analysis + request.row;
    const { server, text, places } = this;
    const goneMessage = vscode.l10n.t("This study is not in the text any more.");
    // Retries without limit while the text changes meanwhile, and up to `attempts` times while the server does not know
    // the document.
    for (let attempts = 0; attempts < retryPolicy.attempts;) {
      if (await text.isReadOnly()) return refusal(this.readOnly);
      if (places.isUnsure(row)) await server.nameRows();
      const { version } = text;
      const closeCount = this.#closeCount;
      if (version === undefined) return refusal(vscode.l10n.t("“{0}” is closed.", text.name));
      const at = places.find(row)?.start;
      if (at === undefined) return refusal(goneMessage);
      const answer = await server.ask({ version, at, change }).catch(() => undefined);
      // The answer is for an outdated text: request again.
      if (text.version !== version || this.#closeCount !== closeCount) continue;
      if (answer === null || answer === undefined) {
        const problem = server.problem();
        if (problem !== undefined) return refusal(problem);
        attempts += 1;
        await new Promise((resolve) => setTimeout(resolve, retryPolicy.delay));
        continue;
      }
      if (answer.kind === "refused") return refusal(answer.message, answer.canForce);
      if (places.isUnsure(row)) return refusal(goneMessage);
      const rows = JSON.stringify(answer.rows);
      if (onApplied === undefined) {
        this.#previewedRows = rows;
        return { kind: "preview", edits: answer };
      }
      if (change.kind === "paste" && rows !== this.#previewedRows)
        return refusal(vscode.l10n.t("The studies have changed since the preview: paste the cells again."));
      if (answer.edits.length === 0) return done;
      const result = await this.#apply(this.#entryOf(answer, request), onApplied);
      if (result === "written") return done;
      if (result === "read-only") return refusal(this.readOnly);
      if (text.version === version) return refusal(this.#failed);
    }
    return refusal(this.#failed);
  }

  #entryOf({ edits, written }: ComputedEdits, { analysis, newRowName }: EditRequest): UndoEntry {
    const { text, places } = this;
    const withLineEnds = (newText: string): string => newText.replace(/\r\n|\n/g, text.lineEnd);
    const replacements = edits.map(({ range, newText }) => ({
      start: text.offsetAt(range.start),
      end: text.offsetAt(range.end),
      text: withLineEnds(newText),
    }));
    const objects = written.flatMap(({ from, edit, offset, length }) => {
      const added = newRowName === null ? undefined : analysis + newRowName;
      const name = from === null ? added : places.nameAt(analysis, from);
      const newText = edits[edit]?.newText ?? "";
      if (name === undefined) return [];
      return {
        name,
        scope: analysis,
        replacement: edit,
        offset: withLineEnds(newText.slice(0, offset)).length,
        length: withLineEnds(newText.slice(offset, offset + length)).length,
      };
    });
    return { replacements, objects };
  }

  async #apply(entry: UndoEntry, onApplied = noPageWaits, direction?: Direction): Promise<ApplyResult> {
    const { version } = this.text;
    const { result, inverse } = await this.#replaceText(entry, onApplied, direction);
    if (result !== "read-only" || this.text.version === version) return result;
    // No editor shows the read-only text, which has changed but can never be saved: revert it.
    await this.#replaceText(inverse, noPageWaits, direction === "undo" ? "redo" : "undo");
    if (direction === undefined) this.#redoStack = [];
    return result;
  }

  async #replaceText(
    entry: UndoEntry,
    onApplied: () => void,
    direction: Direction | undefined,
  ): Promise<{ readonly result: ApplyResult; readonly inverse: UndoEntry }> {
    const { text, places } = this;
    const { version } = text;
    const starts = startsAfter(entry.replacements);
    const inverse = {
      replacements: entry.replacements.map((replacement, index) => ({
        start: starts[index] ?? 0,
        end: (starts[index] ?? 0) + replacement.text.length,
        text: text.slice(replacement.start, replacement.end),
      })),
      objects: places.within(entry.replacements),
    };
    if (version === undefined) return { result: "failed", inverse };
    this.#inProgress = { ...entry, version, inverse, direction, onApplied };
    const result = await text.replace(entry.replacements);
    this.#inProgress = undefined;
    return { result, inverse };
  }
}

const done: Outcome = { kind: "done" };
const noPageWaits = (): void => undefined;

function refusal(message: string, canForce = false): Outcome {
  return { kind: "refused", message, canForce };
}

/** Whether a change of the text is the one that applies an entry. @param version of the changed text */
function isChangeOf(
  { replacements, version: versionBefore }: EntryInProgress,
  changes: readonly Replacement[],
  version: number | undefined,
): boolean {
  return (
    version === versionBefore + 1 &&
    changes.length === replacements.length &&
    replacements.every(({ start, end, text }) =>
      changes.some((change) => change.start === start && change.end === end && change.text === text),
    )
  );
}
