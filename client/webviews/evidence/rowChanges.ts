// Rows as an editor has lines: they are added, doubled, moved and removed, and the focus goes on to where they are then.
import type { TableChange } from "../../../protocol/src/evidenceTable";
import type { FigureOnPage } from "./figure";
import { isStudy, subgroupOf } from "./figure";

/** A change of one row. */
export type RowChange = Exclude<TableChange, { kind: "sort" | "addFirst" }>;

/** A key, or text that was pasted. */
export type Typed = KeyboardEvent | string;

/** Where a row is going to stand that was added or moved, until the figure has it. */
interface Awaited {
  /** What it comes of, and the part of the cell that had the focus then. */
  readonly change: TableChange;
  readonly from: string;
  /** The first of these that there is. */
  readonly rows: readonly string[];
  /** Else the first study below this row; null for the first of all. */
  readonly below?: string | null;
  readonly part: string;
  /** What it is called; undefined where that is not known. */
  readonly study: string | undefined;
  /** Whether it is to be filled in, also where a button has added it. */
  readonly isToFill?: boolean;
  /** Of the text that the figure was of when it was asked for. */
  readonly version: number;
  /** What was typed before there was a row to type it into. */
  readonly ahead: Typed[];
}

export class RowChanges {
  #awaited: Awaited | undefined;
  /** Of the text that the figure is of. */
  #version = 0;

  constructor(
    private readonly figure: FigureOnPage,
    /** Passes on a change of the analysis that is shown. */
    private readonly edit: (action: "edit" | "preview", change: TableChange) => void,
    /**
     * Takes the focus to a cell, if it is in the table, and types there what was typed ahead. `isToFill`: also from the
     * button that has added its row.
     */
    private readonly goTo: (cell: HTMLElement, isToFill: boolean, ahead: readonly Typed[]) => void,
  ) {}

  /** What a row's study is called, also before the figure has it there. */
  studyOf(row: string): string | undefined {
    return this.#awaited?.rows[0] === row ? this.#awaited.study : this.figure.studyOf(row);
  }

  /**
   * Does something to a row as it is called now, and goes on to where it is going to stand.
   *
   * @param part of the cell that has the focus
   */
  change(change: RowChange, part: string): void {
    const { row } = change;
    const study = this.studyOf(row);
    this.editNamed("edit", change, study);
    const place = /^(.*\/)(\d+)$/.exec(row);
    if (place === null || change.kind === "cell" || change.kind === "paste") return;
    const [list, index] = [place[1] ?? "", Number(place[2])];
    const asked = { change, from: part, version: this.#version, ahead: [] };
    const at = (by: number): string => `${list}${Math.max(0, index + by)}`;
    switch (change.kind) {
      case "add":
        this.#awaited = { ...asked, rows: [at(1)], part: "study", study: undefined, isToFill: true };
        break;
      case "duplicate":
        this.#awaited = { ...asked, rows: [at(1)], part, study };
        break;
      case "move": {
        const { rows } = this.figure;
        // Others may stand between the two in the text.
        const other = rows[rows.findIndex((one) => one.dataset.row === row) + change.by]?.dataset.row;
        this.#awaited = { ...asked, rows: isStudy(other) ? [other] : [], part, study };
        break;
      }
      case "remove": {
        const rows = [at(0), at(-1), ...this.figure.subgroupAbove(row)];
        this.#awaited = { ...asked, rows, part, study: undefined };
      }
    }
    this.#arrive(this.#awaited, this.#arrived);
  }

  /** Passes on a change with what its study is called, where that is known. */
  editNamed(action: "edit" | "preview", change: RowChange, study: string | undefined): void {
    this.edit(action, named(change, study));
  }

  /** Adds a study after one, else the last one of a subgroup, else of all. */
  add(row: string | undefined): void {
    // Other figures would not show it, and its name would be typed over another one.
    if (!isForest()) return;
    if (isStudy(row)) {
      this.change({ kind: "add", row }, "study");
      return;
    }
    const subgroup = subgroupOf(row);
    const below = subgroup === undefined ? null : `subgroup ${subgroup}`;
    const last = this.#studiesBelow(below).at(-1)?.dataset.row;
    if (last !== undefined) {
      this.change({ kind: "add", row: last }, "study");
      return;
    }
    const change = { kind: "addFirst", subgroup: subgroup ?? null } as const;
    this.edit("edit", change);
    const asked = { change, from: "study", version: this.#version, ahead: [] };
    this.#awaited = { ...asked, rows: [], below, part: "study", study: undefined, isToFill: true };
  }

  /** The studies right below a row; null for all. */
  #studiesBelow(row: string | null): readonly HTMLElement[] {
    const { rows } = this.figure;
    const all = rows.filter((one) => isStudy(one.dataset.row));
    if (row === null) return all;
    const below = rows.slice(rows.findIndex((one) => one.dataset.row === row) + 1);
    const end = below.findIndex((one) => !isStudy(one.dataset.row));
    return end === -1 ? below : below.slice(0, end);
  }

  /**
   * Keeps a key, or what is pasted, for a new row that is not there yet: where the focus still is, it would write over
   * another study.
   */
  keepAhead(typed: Typed): boolean {
    if (this.#awaited?.isToFill !== true || this.#arrived !== undefined) return false;
    const { ahead } = this.#awaited;
    const hasBegun = ahead.length > 0;
    if (typeof typed === "string" || isForNewRow(typed, hasBegun)) ahead.push(typed);
    else if (isPlain(typed) && (typed.key === "Backspace" || typed.key === "Delete")) ahead.pop();
    else return false;
    return true;
  }

  /**
   * The figure is of a version of the text: goes on to the row that is awaited, if that has it.
   *
   * @param isWritten whether that text has all that was asked for: else the row may be one of before
   */
  settle(version: number, isWritten: boolean): void {
    const awaited = this.#awaited;
    this.#version = version;
    const { rows: [row = ""] = [], study } = awaited ?? {};
    const isThere = study === undefined || this.figure.studyOf(row) === study;
    const cell = this.#arrived;
    // Before what was typed ahead, which may add the next one.
    if (isWritten && isThere && version !== awaited?.version) this.#awaited = undefined;
    this.#arrive(awaited, cell);
  }

  #arrive(awaited: Awaited | undefined, cell: HTMLElement | undefined): void {
    if (awaited === undefined || cell === undefined) return;
    const { isToFill = false, ahead } = awaited;
    this.goTo(cell, isToFill, ahead.splice(0));
  }

  /** The cell that is awaited, once the figure has it. */
  get #arrived(): HTMLElement | undefined {
    if (this.#awaited === undefined) return undefined;
    const { rows, below, part } = this.#awaited;
    const further =
      below === undefined ? [] : this.#studiesBelow(below).map(({ dataset }) => dataset.row ?? "");
    return [...rows, ...further]
      .map((row) => this.figure.cell(row, part) ?? this.figure.cell(row, "name"))
      .find((one) => one !== undefined);
  }

  /** A change is not made: if it is the one that is awaited, the focus is to stay where it was. */
  giveUp(change: TableChange): void {
    if (this.#awaited === undefined) return;
    const { change: asked, from } = this.#awaited;
    const row = "row" in asked ? asked.row : undefined;
    if (asked.kind !== change.kind || row !== ("row" in change ? change.row : undefined)) return;
    this.#awaited = undefined;
    const cell = row === undefined ? undefined : this.figure.cell(row, from);
    if (cell !== undefined) this.goTo(cell, false, []);
  }

  /** The reader has gone to a row: to another one than is awaited first, of their own will. */
  went(row: string): void {
    if (this.#awaited?.rows[0] !== row) this.#awaited = undefined;
  }
}

/** Whether rows stand as they do in the text. */
export function isForest(): boolean {
  return document.body.dataset.plot === "forest";
}

/** A change with what its study is called, where that is known: another one may stand in its place by then. */
export function named<Change extends RowChange>(change: Change, study: string | undefined): Change {
  return study === undefined ? change : { ...change, study };
}

/** Whether a key is for a new row: text, and once that has begun what leaves its cell, or adds the next row. */
function isForNewRow(event: KeyboardEvent, hasBegun: boolean): boolean {
  const { key } = event;
  if (!isPlain(event)) return hasBegun && key === "Enter" && !event.altKey;
  return (key.length === 1 && (hasBegun || key !== " ")) || (hasBegun && (key === "Tab" || key === "Enter"));
}

function isPlain({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}
