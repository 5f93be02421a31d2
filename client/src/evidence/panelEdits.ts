// Applies the edits that a page requests to the text, one at a time; undoes and redoes them.
import type { TableChange, TableEditParams, TableEdits } from "@analyses/protocol/evidenceTable";
import type { Applied, PanelDocument, Replacement } from "../webview/panelDocument";
import type { TrackedPlaces, WrittenPlace } from "./trackedPlaces";
import { startsAfter } from "./trackedPlaces";

/** The document that a panel edits. */
export type TextToWrite = Pick<
  PanelDocument,
  "version" | "lineEnd" | "slice" | "offsetAt" | "isReadOnly" | "replace"
>;

/** A change that the page requests. */
export interface EditRequest {
  /** The name of the analysis. */
  readonly analysis: string;
  /** The page's name for the row; empty for a change of the whole table. */
  readonly row: string;
  readonly change: TableChange;
  /** The page's name for the row that the change adds. */
  readonly makes: string | null;
}

type Made = Extract<TableEdits, { kind: "edits" }>;

/** The outcome of a request. */
export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly message: string; readonly canForce: boolean }
  | { readonly kind: "preview"; readonly made: Made };

/** Messages on why an edit was not applied. */
export interface EditMessages {
  readonly readOnly: string;
  readonly closed: string;
  readonly rowIsGone: string;
  readonly failed: string;
  readonly nothingToUndo: string;
  readonly nothingToRedo: string;
}

/** The replacements of one edit, in text order. */
interface Step {
  readonly replacements: readonly Replacement[];
  readonly written: readonly WrittenPlace[];
}

/** A step being applied: the change event of the version after `version` reports it. */
interface Writing extends Step {
  readonly version: number;
  readonly inverse: Step;
  readonly taken: "undo" | "redo" | undefined;
  readonly edit: number;
}

interface Asked {
  ask(
    params: Omit<TableEditParams, "textDocument"> & { readonly version: number },
  ): Promise<TableEdits | null | undefined>;
  /** Why no language server will answer; undefined while one runs or starts. */
  problem(): string | undefined;
  /** Assigns names to the rows of the current text. */
  nameRows(): Promise<void>;
  messages(): EditMessages;
}

/** Retries while the server does not know the document: the delay in milliseconds, and how many. */
const patience = { delay: 150, attempts: 40 };

export class PanelEdits {
  #last: Promise<unknown> = Promise.resolve();
  #through = 0;
  #page = 0;
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];
  #writing: Writing | undefined;

  constructor(
    private readonly text: TextToWrite,
    private readonly places: TrackedPlaces,
    private readonly server: Asked,
  ) {}

  /** The number of the page's last edit that is in the text, or was refused. */
  get through(): number {
    return this.#through;
  }

  /** Called for a new page, which counts its edits from 1. */
  startPage(): void {
    this.#page += 1;
    this.#through = 0;
  }

  /** Returns a check that the page is still the same when called. */
  isOfPage(): () => boolean {
    const page = this.#page;
    return () => page === this.#page;
  }

  /** Runs a task after all edits requested before. */
  afterwards<Result>(what: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(what);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** @param edit its number on the page; 0 if the page does not wait for it */
  write(edit: number, request: EditRequest): Promise<Outcome> {
    return this.#count(edit, (counted) => this.#write(request, counted));
  }

  /** Returns the rows as a change would leave them. */
  preview(request: EditRequest): Promise<Outcome> {
    return this.afterwards(() => this.#write(request, undefined));
  }

  /** Applies replacements that the page did not request. */
  replace(replacements: readonly Replacement[]): Promise<Applied> {
    return this.afterwards(() => this.#apply({ replacements, written: [] }, 0));
  }

  /** Undoes or redoes the panel's last edit, unless something else has changed the text since. */
  takeBack(edit: number, what: "undo" | "redo"): Promise<Outcome> {
    return this.#count(edit, async (counted) => {
      const messages = this.server.messages();
      const step = (what === "undo" ? this.#undo : this.#redo).at(-1);
      if (step === undefined)
        return refused(what === "undo" ? messages.nothingToUndo : messages.nothingToRedo);
      const applied = await this.#apply(step, counted, what);
      if (applied === "written") return done;
      return refused(applied === "read-only" ? messages.readOnly : messages.failed);
    });
  }

  /** Clears the undo and redo history. */
  forget(): void {
    this.#undo = this.#redo = [];
  }

  /** Called on each change of the text, by one of the edits or anything else. */
  changed(replacements: readonly Replacement[]): void {
    const writing = this.#writing;
    if (writing === undefined || !isOf(writing, replacements, this.text.version)) {
      this.places.change(replacements);
      this.forget();
      return;
    }
    this.#writing = undefined;
    this.places.change(writing.replacements, writing.written);
    if (writing.taken === "undo") {
      this.#undo = this.#undo.slice(0, -1);
      this.#redo = [...this.#redo, writing.inverse];
    } else {
      this.#undo = [...this.#undo, writing.inverse];
      this.#redo = writing.taken === "redo" ? this.#redo.slice(0, -1) : [];
    }
    this.#isThrough(writing.edit);
  }

  #isThrough(edit: number): void {
    this.#through = Math.max(this.#through, edit);
  }

  #count(edit: number, what: (counted: number) => Promise<Outcome>): Promise<Outcome> {
    const isOfPage = this.isOfPage();
    return this.afterwards(async () => {
      // A page that learns of no outcome would drop the text with the next edit that is made.
      const outcome = await what(isOfPage() ? edit : 0).catch(() => refused(this.server.messages().failed));
      if (isOfPage()) this.#isThrough(edit);
      return outcome;
    });
  }

  /** @param edit undefined for a preview */
  async #write(request: EditRequest, edit: number | undefined): Promise<Outcome> {
    const { analysis, change } = request;
    const row = analysis + request.row;
    const { server, text, places } = this;
    const messages = server.messages();
    for (let attempts = 0; attempts < patience.attempts;) {
      if (await text.isReadOnly()) return refused(messages.readOnly);
      if (places.isLost(row)) await server.nameRows();
      const { version } = text;
      if (version === undefined) return refused(messages.closed);
      const at = places.find(row)?.start;
      if (at === undefined) return refused(messages.rowIsGone);
      const made = await server.ask({ version, at, change }).catch(() => undefined);
      // The answer is for an outdated text: request again.
      if (text.version !== version) continue;
      if (made === null || made === undefined) {
        const problem = server.problem();
        if (problem !== undefined) return refused(problem);
        attempts += 1;
        await new Promise((resolve) => setTimeout(resolve, patience.delay));
        continue;
      }
      if (made.kind === "refused") return refused(made.message, made.canForce);
      if (edit === undefined) return { kind: "preview", made };
      if (made.edits.length === 0) return done;
      const applied = await this.#apply(this.#stepOf(made, request), edit);
      if (applied === "written") return done;
      if (applied === "read-only") return refused(messages.readOnly);
      if (text.version === version) return refused(messages.failed);
    }
    return refused(messages.failed);
  }

  #stepOf({ edits, written }: Made, { analysis, makes }: EditRequest): Step {
    const { text, places } = this;
    const asInText = (part: string): string => part.replace(/\r\n|\n/g, text.lineEnd);
    const replacements = edits.map(({ range, newText }) => ({
      start: text.offsetAt(range.start),
      end: text.offsetAt(range.end),
      text: asInText(newText),
    }));
    const named = written.flatMap(({ from, edit, offset, length }) => {
      const added = makes === null ? undefined : analysis + makes;
      const name = from === null ? added : places.nameAt(from);
      const newText = edits[edit]?.newText ?? "";
      if (name === undefined) return [];
      return {
        name,
        scope: analysis,
        replacement: edit,
        offset: asInText(newText.slice(0, offset)).length,
        length: asInText(newText.slice(offset, offset + length)).length,
      };
    });
    return { replacements, written: named };
  }

  async #apply(step: Step, edit: number, taken?: "undo" | "redo"): Promise<Applied> {
    const { version } = this.text;
    const { applied, inverse } = await this.#put(step, edit, taken);
    if (applied !== "read-only" || this.text.version === version) return applied;
    // With no editor open, the read-only text has changed but can never be saved: revert it.
    await this.#put(inverse, 0, taken === "undo" ? "redo" : "undo");
    if (taken === undefined) this.#redo = [];
    return applied;
  }

  async #put(
    step: Step,
    edit: number,
    taken: "undo" | "redo" | undefined,
  ): Promise<{ readonly applied: Applied; readonly inverse: Step }> {
    const { text, places } = this;
    const { version } = text;
    const starts = startsAfter(step.replacements);
    const inverse = {
      replacements: step.replacements.map((one, index) => ({
        start: starts[index] ?? 0,
        end: (starts[index] ?? 0) + one.text.length,
        text: text.slice(one.start, one.end),
      })),
      written: places.within(step.replacements),
    };
    if (version === undefined) return { applied: "failed", inverse };
    this.#writing = { ...step, version, inverse, taken, edit };
    const applied = await text.replace(step.replacements);
    this.#writing = undefined;
    return { applied, inverse };
  }
}

const done: Outcome = { kind: "done" };

function refused(message: string, canForce = false): Outcome {
  return { kind: "refused", message, canForce };
}

/** Whether a change of the text applied a step. @param version of the changed text */
function isOf(
  { replacements, version: before }: Writing,
  changes: readonly Replacement[],
  version: number | undefined,
): boolean {
  return (
    version === before + 1 &&
    changes.length === replacements.length &&
    replacements.every(({ start, end, text }) =>
      changes.some((one) => one.start === start && one.end === end && one.text === text),
    )
  );
}
