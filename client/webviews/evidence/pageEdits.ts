import type { TableChange } from "@analyses/protocol/evidencePanel";
import type { EvidenceAction, EvidenceNotice, PageEdit, TypedText } from "./messages";

/** Why the extension refused an edit, and whether the user can write the typed text all the same. */
interface Refusal {
  readonly message: string;
  readonly canForce: boolean;
}

/** A requested edit that no view has shown yet, or that was refused. */
interface PendingEdit extends PageEdit {
  readonly refusal: Refusal | undefined;
  /** Whether the user has already undone the edit. */
  readonly isUndone: boolean;
}

/** A typed text whose edit the extension refused. */
interface RefusedText extends TypedText, Refusal {}

/** How long the page waits before it reports texts that are not in the document yet, in milliseconds. */
const lateDelay = 1500;

/** The edits that the page has requested: kept until a view shows them; refused ones until the user discards them. */
export class PageEdits {
  #pending: readonly PendingEdit[] = [];
  /** The number of the last edit, undo or redo. */
  #lastEdit = 0;
  #newRows = 0;
  /** Makes the names of new rows unique across pages. */
  readonly #page = Math.random().toString(36).slice(2);
  /** The timer of the report on late edits; 0 if none is set. */
  #lateTimer = 0;

  constructor(
    private readonly send: (action: EvidenceAction) => void,
    /** Called when the pending edits have changed. */
    private readonly onChange: () => void,
    /** Whether the user is editing a row. */
    private readonly isTyping: (row: string) => boolean,
    /** Reports the texts of late edits; an empty list if no edit is late any more. */
    private readonly reportLate: (texts: readonly string[]) => void,
  ) {}

  /** The pending edits of an analysis in order, including refused ones. */
  editsOf(analysis: string): readonly PageEdit[] {
    return this.#pending.filter((edit) => edit.analysis === analysis);
  }

  get refusedTexts(): readonly RefusedText[] {
    return this.#pending.flatMap(({ refusal, ...edit }) => {
      const text = typedText(edit);
      return refusal === undefined || text === undefined ? [] : { ...text, ...refusal };
    });
  }

  /** All typed texts that no view has shown yet, including refused ones. */
  get pendingTexts(): readonly TypedText[] {
    return this.#pending.flatMap((edit) => typedText(edit) ?? []);
  }

  /**
   * Requests a change of a row.
   *
   * @returns the name of the added row, if any
   */
  request(analysis: string, row: string, change: TableChange): string | null {
    const newRowName = addsRow(change) ? `/new/${this.#page}.${(this.#newRows += 1)}` : null;
    this.#requestRowAgain(row);
    if (change.kind === "cell")
      this.#drop((edit) => edit.refusal !== undefined && isInCell(edit, analysis, row, change.part));
    const edit = { edit: this.#nextEdit, analysis, row, change, newRowName };
    this.#pending = [...this.#pending, { ...edit, ...unanswered }];
    this.send({ action: "edit", ...edit });
    this.onChange();
    this.#updateLateTimer();
    return newRowName;
  }

  /** Requests an undo or a redo. If the text typed last was refused, an undo only drops this text. */
  undoOrRedo(action: "undo" | "redo"): void {
    const isLast = ({ edit, change }: PendingEdit): boolean =>
      edit === this.#lastEdit && change.kind === "cell";
    const last = action === "undo" ? this.#pending.find(isLast) : undefined;
    if (last?.refusal !== undefined) {
      this.#drop((edit) => edit === last);
      this.onChange();
      return;
    }
    this.#pending = this.#pending.map((edit) => (edit === last ? { ...edit, isUndone: true } : edit));
    this.send({ action, edit: this.#nextEdit, typedEdit: last?.edit ?? null });
  }

  /** Requests a refused new row again, so that a change of this row can follow. */
  #requestRowAgain(name: string): void {
    const refused = this.#pending.find(
      ({ newRowName, refusal }) => newRowName === name && refusal !== undefined,
    );
    if (refused === undefined) return;
    const { analysis, row, change, newRowName } = refused;
    const repeated = { edit: this.#nextEdit, analysis, row, change, newRowName };
    this.#pending = this.#pending.map((edit) => (edit === refused ? { ...repeated, ...unanswered } : edit));
    this.send({ action: "edit", ...repeated });
  }

  /**
   * Drops the settled edits when a view arrives, since its text includes them.
   *
   * @param analysis the analysis of the view
   * @param lastSettledEdit the number of the last settled edit
   * @param isDrawn whether the view has a figure; without one, the analysis's edits stay drawn on the earlier figure
   */
  dropSettled(analysis: string | null, lastSettledEdit: number, isDrawn: boolean): void {
    this.#drop(
      (edit) =>
        edit.edit <= lastSettledEdit && edit.refusal === undefined && (isDrawn || edit.analysis !== analysis),
    );
  }

  /**
   * Marks an edit as refused; a typed text stays in its cell, unless the user has typed another one there since.
   *
   * @returns whether the edit is a typed text
   */
  refuse({ edit: number, message, canForce }: Extract<EvidenceNotice, { kind: "refused" }>): boolean {
    const refused = this.#pending.find(({ edit }) => edit === number);
    if (refused === undefined) return false;
    const refusal = { message, canForce };
    const text = typedText(refused);
    const isReplaced =
      text !== undefined &&
      this.#pending.some((edit) => edit.edit > number && isInCell(edit, text.analysis, text.row, text.part));
    const isKept = (text !== undefined && !isReplaced) || refused.newRowName !== null;
    this.#pending = this.#pending.map((edit) => (edit === refused ? { ...edit, refusal } : edit));
    this.#drop(({ edit, isUndone }) => edit === number && (!isKept || isUndone));
    this.onChange();
    return text !== undefined;
  }

  /** Drops the refused text of a cell. */
  discard({ analysis, row, part }: Omit<TypedText, "text">): void {
    this.#drop((edit) => edit.refusal !== undefined && isInCell(edit, analysis, row, part));
    this.onChange();
  }

  /** Drops the refused texts whose cells are gone. @param hasCell whether the cell of a text exists */
  discardWithoutCell(hasCell: (text: TypedText) => boolean): void {
    this.#drop((edit) => {
      const text = typedText(edit);
      return edit.refusal !== undefined && text !== undefined && !hasCell(text);
    });
    this.onChange();
  }

  /** The refused text of a cell, if any. */
  refusedAt({ analysis, row, part }: Omit<TypedText, "text">): RefusedText | undefined {
    return this.refusedTexts.find(
      (text) => text.analysis === analysis && text.row === row && text.part === part,
    );
  }

  get #nextEdit(): number {
    return (this.#lastEdit += 1);
  }

  #drop(isDropped: (edit: PendingEdit) => boolean): void {
    const remaining = this.#pending.filter((edit) => !isDropped(edit));
    // A refused new row stays only while a text is in it or is being typed into it.
    this.#pending = remaining.filter(
      ({ newRowName, refusal }) =>
        refusal === undefined ||
        newRowName === null ||
        this.isTyping(newRowName) ||
        remaining.some(({ row }) => row === newRowName),
    );
    this.#updateLateTimer();
  }

  #updateLateTimer(): void {
    const waiting = this.#pending.filter(({ refusal }) => refusal === undefined);
    if (waiting.length === 0) {
      clearTimeout(this.#lateTimer);
      this.#lateTimer = 0;
      this.reportLate([]);
    } else if (this.#lateTimer === 0)
      this.#lateTimer = window.setTimeout(() => this.#reportLate(), lateDelay);
  }

  #reportLate(): void {
    const waiting = this.#pending.filter(({ refusal }) => refusal === undefined);
    this.reportLate(waiting.map((edit) => typedText(edit)?.text ?? ""));
    this.#lateTimer = waiting.length === 0 ? 0 : window.setTimeout(() => this.#reportLate(), lateDelay);
  }
}

const unanswered = { refusal: undefined, isUndone: false };

function addsRow({ kind }: TableChange): boolean {
  return kind === "add" || kind === "addFirst" || kind === "duplicate";
}

function typedText({ analysis, row, change }: PageEdit): TypedText | undefined {
  return change.kind === "cell" ? { analysis, row, part: change.part, text: change.text } : undefined;
}

function isInCell({ change, ...edit }: PageEdit, analysis: string, row: string, part: string): boolean {
  return edit.analysis === analysis && edit.row === row && change.kind === "cell" && change.part === part;
}
