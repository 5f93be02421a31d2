// The edits that the page has requested, until a view has them; refused ones until the reader drops them.
import type { TableChange } from "@analyses/protocol/evidencePanel";
import type { EvidenceAction, EvidenceNotice, PageEdit, TypedText } from "./messages";

/** Why the extension refused an edit. */
interface Refusal {
  readonly message: string;
  readonly canForce: boolean;
}

/** An edit that no view has yet. */
interface Pending extends PageEdit {
  readonly refusal: Refusal | undefined;
  /** Whether the reader has taken it back already. */
  readonly isTakenBack: boolean;
}

/** A typed text whose edit the extension refused. */
export interface RefusedText extends TypedText, Refusal {}

/** The delay before the page reports texts that are not in the document yet, in milliseconds. */
const patience = 1500;

export class PageEdits {
  #pending: readonly Pending[] = [];
  #count = 0;
  #made = 0;
  /** Makes the names of new rows unique across pages. */
  readonly #page = Math.random().toString(36).slice(2);
  #late = 0;

  constructor(
    private readonly send: (action: EvidenceAction) => void,
    /** Called when the pending edits have changed. */
    private readonly changed: () => void,
    /** Whether the reader is editing a row. */
    private readonly isTyping: (row: string) => boolean,
    /** Reports the texts of edits pending for long; none once a view has them. */
    private readonly sayLate: (texts: readonly string[]) => void,
  ) {}

  /** The pending edits of an analysis in order, including refused ones. */
  of(analysis: string): readonly PageEdit[] {
    return this.#pending.filter((one) => one.analysis === analysis);
  }

  /** The refused texts. */
  get refused(): readonly RefusedText[] {
    return this.#pending.flatMap(({ refusal, ...one }) => {
      const text = typedText(one);
      return refusal === undefined || text === undefined ? [] : { ...text, ...refusal };
    });
  }

  /** All typed texts that no view has yet. */
  get unwritten(): readonly TypedText[] {
    return this.#pending.flatMap((one) => typedText(one) ?? []);
  }

  /** Requests a change of a row. @returns the name of the row that it adds */
  make(analysis: string, row: string, change: TableChange): string | null {
    const makes = addsRow(change) ? `/new/${this.#page}.${(this.#made += 1)}` : null;
    this.#askAgain(row);
    if (change.kind === "cell")
      this.#drop((one) => one.refusal !== undefined && isOfCell(one, analysis, row, change.part));
    const edit = { edit: this.#next, analysis, row, change, makes };
    this.#pending = [...this.#pending, { ...edit, ...justMade }];
    this.send({ action: "edit", ...edit });
    this.changed();
    this.#watch();
    return makes;
  }

  /** Drops the text that was typed last, if it is refused, as an undo; else requests one. */
  takeBack(action: "undo" | "redo"): void {
    const isLast = ({ edit, change }: Pending): boolean => edit === this.#count && change.kind === "cell";
    const last = action === "undo" ? this.#pending.find(isLast) : undefined;
    if (last?.refusal !== undefined) {
      this.#drop((one) => one === last);
      this.changed();
      return;
    }
    this.#pending = this.#pending.map((one) => (one === last ? { ...one, isTakenBack: true } : one));
    this.send({ action, edit: this.#next, of: last?.edit ?? null });
  }

  /** Requests a refused new row again, before a change of it. */
  #askAgain(row: string): void {
    const added = this.#pending.find(({ makes, refusal }) => makes === row && refusal !== undefined);
    if (added === undefined) return;
    const { analysis, change, makes } = added;
    const again = { edit: this.#next, analysis, row: added.row, change, makes };
    this.#pending = this.#pending.map((one) => (one === added ? { ...again, ...justMade } : one));
    this.send({ action: "edit", ...again });
  }

  /** Drops the edits up to `through`, which a view has. @param isDrawn whether it has a figure that shows them */
  view(analysis: string | null, through: number, isDrawn: boolean): void {
    this.#drop(
      (one) => one.edit <= through && one.refusal === undefined && (isDrawn || one.analysis !== analysis),
    );
  }

  /**
   * Marks an edit as refused; a typed text stays in its cell, unless the reader has typed another one there since.
   *
   * @returns whether the edit has such a text
   */
  refuse({ edit, message, canForce }: Extract<EvidenceNotice, { kind: "refused" }>): boolean {
    const found = this.#pending.find((one) => one.edit === edit);
    if (found === undefined) return false;
    const refusal = { message, canForce };
    const text = typedText(found);
    const isReplaced =
      text !== undefined &&
      this.#pending.some((one) => one.edit > edit && isOfCell(one, text.analysis, text.row, text.part));
    const isKept = (text !== undefined && !isReplaced) || found.makes !== null;
    this.#pending = this.#pending.map((one) => (one === found ? { ...one, refusal } : one));
    this.#drop((one) => one.edit === edit && (!isKept || one.isTakenBack));
    this.changed();
    return text !== undefined;
  }

  /** Drops the refused text of a cell. */
  discard({ analysis, row, part }: Omit<TypedText, "text">): void {
    this.#drop((one) => one.refusal !== undefined && isOfCell(one, analysis, row, part));
    this.changed();
  }

  /** Drops the refused texts whose cells are gone. */
  discardAstray(isThere: (text: TypedText) => boolean): void {
    this.#drop((one) => {
      const text = typedText(one);
      return one.refusal !== undefined && text !== undefined && !isThere(text);
    });
    this.changed();
  }

  /** The refused text of a cell, if any. */
  refusedAt({ analysis, row, part }: Omit<TypedText, "text">): RefusedText | undefined {
    return this.refused.find((one) => one.analysis === analysis && one.row === row && one.part === part);
  }

  get #next(): number {
    return (this.#count += 1);
  }

  #drop(isGone: (one: Pending) => boolean): void {
    const left = this.#pending.filter((one) => !isGone(one));
    // Drops a refused new row once no text in it remains.
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

const justMade = { refusal: undefined, isTakenBack: false };

function addsRow({ kind }: TableChange): boolean {
  return kind === "add" || kind === "addFirst" || kind === "duplicate";
}

function typedText({ analysis, row, change }: PageEdit): TypedText | undefined {
  return change.kind === "cell" ? { analysis, row, part: change.part, text: change.text } : undefined;
}

function isOfCell({ change, ...edit }: PageEdit, analysis: string, row: string, part: string): boolean {
  return edit.analysis === analysis && edit.row === row && change.kind === "cell" && change.part === part;
}
