// Applies the edits that a page requests to the text, one at a time; undoes and redoes them.
import type { TableEditParams, TableEdits } from "@analyses/protocol/evidencePanel";
import type { PageEdit } from "../../webviews/evidence/messages";
import type { Applied, PanelDocument, Replacement } from "../webview/panelDocument";
import { type TrackedPlaces, type WrittenPlace, startsAfter } from "./trackedPlaces";

/** The document that a panel edits. */
export type TextToWrite = Pick<
  PanelDocument,
  "version" | "lineEnd" | "slice" | "offsetAt" | "isReadOnly" | "replace"
>;

/** A change that the page requests. */
type EditRequest = Omit<PageEdit, "edit">;

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
  readonly otherStudies: string;
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
  readonly isIn: () => void;
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
  /** The number of the page's last refused edit. */
  #refused = 0;
  /** The rows of the last preview, as JSON. */
  #previewed = "";
  #closings = 0;
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
    this.#through = this.#refused = 0;
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
    return this.#count(edit, (isIn) => this.#write(request, isIn));
  }

  /** Returns the rows as a change would leave them. */
  preview(request: EditRequest): Promise<Outcome> {
    return this.afterwards(() => this.#write(request, undefined));
  }

  /** Applies replacements that the page did not request. @param version of the text that they were made for */
  replace(replacements: readonly Replacement[], version: number | undefined): Promise<Applied> {
    return this.afterwards(async () =>
      this.text.version === version ? this.#apply({ replacements, written: [] }) : "failed",
    );
  }

  /**
   * Undoes or redoes the panel's last edit, unless something else has changed the text since.
   *
   * @param of the text edit that the reader takes back, if it is the last one; a refused one is not in the text
   */
  takeBack(edit: number, what: "undo" | "redo", of: number | null): Promise<Outcome> {
    return this.#count(edit, async (isIn) => {
      if (of === this.#refused) return done;
      const messages = this.server.messages();
      const step = (what === "undo" ? this.#undo : this.#redo).at(-1);
      if (step === undefined)
        return refused(what === "undo" ? messages.nothingToUndo : messages.nothingToRedo);
      const applied = await this.#apply(step, isIn, what);
      if (applied === "written") return done;
      return refused(applied === "read-only" ? messages.readOnly : messages.failed);
    });
  }

  /** Called when the document is closed: once open again, it may have another text under the same version. */
  close(): void {
    this.#closings += 1;
    this.#forget();
  }

  #forget(): void {
    this.#undo = this.#redo = [];
  }

  /** Called on each change of the text, by one of the edits or anything else. */
  changed(replacements: readonly Replacement[]): void {
    const writing = this.#writing;
    if (writing === undefined || !isOf(writing, replacements, this.text.version)) {
      this.places.change(replacements);
      this.#forget();
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
    writing.isIn();
  }

  /** @param what is given a function to call once the edit is in the text */
  #count(edit: number, what: (isIn: () => void) => Promise<Outcome>): Promise<Outcome> {
    const isOfPage = this.isOfPage();
    const isIn = (): void => {
      if (isOfPage()) this.#through = Math.max(this.#through, edit);
    };
    return this.afterwards(async () => {
      // A page that learns of no outcome would drop the text with the next edit that is made.
      const outcome = await what(isIn).catch(() => refused(this.server.messages().failed));
      if (outcome.kind === "refused" && isOfPage()) this.#refused = edit;
      isIn();
      return outcome;
    });
  }

  /** @param isIn undefined for a preview */
  async #write(request: EditRequest, isIn: (() => void) | undefined): Promise<Outcome> {
    const { analysis, change } = request;
    const row = analysis + request.row;
    const { server, text, places } = this;
    const messages = server.messages();
    for (let attempts = 0; attempts < patience.attempts;) {
      if (await text.isReadOnly()) return refused(messages.readOnly);
      if (places.isUnsure(row)) await server.nameRows();
      const { version } = text;
      const closings = this.#closings;
      if (version === undefined) return refused(messages.closed);
      const at = places.find(row)?.start;
      if (at === undefined) return refused(messages.rowIsGone);
      const made = await server.ask({ version, at, change }).catch(() => undefined);
      // The answer is for an outdated text: request again.
      if (text.version !== version || this.#closings !== closings) continue;
      if (made === null || made === undefined) {
        const problem = server.problem();
        if (problem !== undefined) return refused(problem);
        attempts += 1;
        await new Promise((resolve) => setTimeout(resolve, patience.delay));
        continue;
      }
      if (made.kind === "refused") return refused(made.message, made.canForce);
      if (places.isUnsure(row)) return refused(messages.rowIsGone);
      const rows = JSON.stringify(made.rows);
      if (isIn === undefined) {
        this.#previewed = rows;
        return { kind: "preview", made };
      }
      if (change.kind === "paste" && rows !== this.#previewed) return refused(messages.otherStudies);
      if (made.edits.length === 0) return done;
      const applied = await this.#apply(this.#stepOf(made, request), isIn);
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
      const name = from === null ? added : places.nameAt(analysis, from);
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

  async #apply(step: Step, isIn: () => void = unseen, taken?: "undo" | "redo"): Promise<Applied> {
    const { version } = this.text;
    const { applied, inverse } = await this.#put(step, isIn, taken);
    if (applied !== "read-only" || this.text.version === version) return applied;
    // With no editor open, the read-only text has changed but can never be saved: revert it.
    await this.#put(inverse, unseen, taken === "undo" ? "redo" : "undo");
    if (taken === undefined) this.#redo = [];
    return applied;
  }

  async #put(
    step: Step,
    isIn: () => void,
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
    this.#writing = { ...step, version, inverse, taken, isIn };
    const applied = await text.replace(step.replacements);
    this.#writing = undefined;
    return { applied, inverse };
  }
}

const done: Outcome = { kind: "done" };
/** No page waits for the edit. */
const unseen = (): void => undefined;

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
