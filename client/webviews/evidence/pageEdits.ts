// The edits that the page has asked for, until the text has them or they are refused.
import type { TableChange } from "@analyses/protocol/evidenceTable";
import type { EvidenceAction, EvidenceNotice, PageEdit, TypedText } from "./messages";

/** Why an edit is not in the text. */
interface Refusal {
  readonly message: string;
  readonly canForce: boolean;
}

/** An edit that no view has yet. */
interface Pending extends PageEdit {
  readonly refusal: Refusal | undefined;
}

/** A text that was typed into a cell, and is not in the document. */
export interface RefusedText extends TypedText, Refusal {}

/** How long the reader waits before the page says that something is not in the document yet, in milliseconds. */
const patience = 1500;

export class PageEdits {
  #pending: readonly Pending[] = [];
  #count = 0;
  #made = 0;
  /** No two pages give a row the same name. */
  readonly #page = Math.random().toString(36).slice(2);
  #late = 0;

  constructor(
    private readonly send: (action: EvidenceAction) => void,
    /** What is to be shown is another now. */
    private readonly changed: () => void,
    /** Whether somebody types into a row. */
    private readonly isTyping: (row: string) => boolean,
    /** The texts of edits that have been on their way for long; none once they are in the document. */
    private readonly sayLate: (texts: readonly string[]) => void,
  ) {}

  /** Those of an analysis, in their order, with those that were refused and can be asked for again. */
  of(analysis: string): readonly PageEdit[] {
    return this.#pending.filter((one) => one.analysis === analysis);
  }

  /** The texts that were refused. */
  get refused(): readonly RefusedText[] {
    return this.#pending.flatMap(({ refusal, ...one }) => {
      const text = typedText(one);
      return refusal === undefined || text === undefined ? [] : { ...text, ...refusal };
    });
  }

  /** The texts that no view has yet. */
  get unwritten(): readonly TypedText[] {
    return this.#pending.flatMap((one) => typedText(one) ?? []);
  }

  /** Asks for a change of a row; @returns the name of the row that it adds */
  make(analysis: string, row: string, change: TableChange): string | null {
    const makes = addsRow(change) ? `/new/${this.#page}.${(this.#made += 1)}` : null;
    this.#askAgain(row);
    if (change.kind === "cell")
      this.#drop((one) => one.refusal !== undefined && isOfCell(one, analysis, row, change.part));
    const edit = { edit: this.#next, analysis, row, change, makes };
    this.#pending = [...this.#pending, { ...edit, refusal: undefined }];
    this.send({ action: "edit", ...edit });
    this.changed();
    this.#watch();
    return makes;
  }

  takeBack(action: "undo" | "redo"): void {
    this.send({ action, edit: this.#next });
  }

  /** Whatever a refused text is typed into has to be there first. */
  #askAgain(row: string): void {
    const added = this.#pending.find(({ makes, refusal }) => makes === row && refusal !== undefined);
    if (added === undefined) return;
    const { analysis, change, makes } = added;
    const again = { edit: this.#next, analysis, row: added.row, change, makes };
    this.#pending = this.#pending.map((one) => (one === added ? { ...again, refusal: undefined } : one));
    this.send({ action: "edit", ...again });
  }

  /** A view of an analysis has all edits up to one. @param isDrawn whether it has a figure that shows them */
  view(analysis: string | null, through: number, isDrawn: boolean): void {
    this.#drop(
      (one) => one.edit <= through && one.refusal === undefined && (isDrawn || one.analysis !== analysis),
    );
  }

  /**
   * An edit was not made: what was typed stays where it was typed.
   *
   * @returns the text that is not in the document; undefined where the edit typed none
   */
  refuse({ edit, message, canForce }: Extract<EvidenceNotice, { kind: "refused" }>): RefusedText | undefined {
    const found = this.#pending.find((one) => one.edit === edit);
    if (found === undefined) return undefined;
    const refusal = { message, canForce };
    const text = typedText(found);
    const isKept = text !== undefined || found.makes !== null;
    this.#pending = this.#pending.map((one) => (one === found ? { ...one, refusal } : one));
    this.#drop((one) => one.edit === edit && !isKept);
    this.changed();
    return text && { ...text, ...refusal };
  }

  /** The reader does not want a refused text any more. */
  discard({ analysis, row, part }: Omit<TypedText, "text">): void {
    this.#drop((one) => one.refusal !== undefined && isOfCell(one, analysis, row, part));
    this.changed();
  }

  /** Nor those that nobody can go to. */
  discardAstray(isThere: (text: TypedText) => boolean): void {
    this.#drop((one) => {
      const text = typedText(one);
      return one.refusal !== undefined && text !== undefined && !isThere(text);
    });
    this.changed();
  }

  /** What was refused for a cell; undefined where nothing was. */
  refusedAt({ analysis, row, part }: Omit<TypedText, "text">): RefusedText | undefined {
    return this.refused.find((one) => one.analysis === analysis && one.row === row && one.part === part);
  }

  get #next(): number {
    return (this.#count += 1);
  }

  #drop(isGone: (one: Pending) => boolean): void {
    const left = this.#pending.filter((one) => !isGone(one));
    // A row that could not be added is of no use without what was typed into it.
    this.#pending = left.filter(
      ({ makes, refusal }) =>
        refusal === undefined ||
        makes === null ||
        this.isTyping(makes) ||
        left.some(({ row }) => row === makes),
    );
    this.#watch();
  }

  #watch(): void {
    const waiting = this.#pending.filter(({ refusal }) => refusal === undefined);
    if (waiting.length === 0) {
      clearTimeout(this.#late);
      this.#late = 0;
      this.sayLate([]);
    } else if (this.#late === 0) this.#late = window.setTimeout(() => this.#isLate(), patience);
  }

  #isLate(): void {
    const waiting = this.#pending.filter(({ refusal }) => refusal === undefined);
    this.sayLate(waiting.map((one) => typedText(one)?.text ?? ""));
    this.#late = waiting.length === 0 ? 0 : window.setTimeout(() => this.#isLate(), patience);
  }
}

function addsRow({ kind }: TableChange): boolean {
  return kind === "add" || kind === "addFirst" || kind === "duplicate";
}

function typedText({ analysis, row, change }: PageEdit): TypedText | undefined {
  return change.kind === "cell" ? { analysis, row, part: change.part, text: change.text } : undefined;
}

function isOfCell({ change, ...edit }: PageEdit, analysis: string, row: string, part: string): boolean {
  return edit.analysis === analysis && edit.row === row && change.kind === "cell" && change.part === part;
}
