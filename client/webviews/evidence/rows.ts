import type { TableChange } from "@analyses/protocol/evidencePanel";
import type { FigureOnPage } from "./figure";
import { isStudy, subgroupOf } from "./messages";

/** A change of one row. */
export type RowChange = Extract<TableChange, { kind: "remove" | "move" }> | { readonly kind: "duplicate" };

/** Adds, duplicates, moves and removes rows, as an editor does with lines. The focus follows. */
export class Rows {
  constructor(
    private readonly figure: FigureOnPage,
    /**
     * Requests a change, which the figure shows at once.
     *
     * @returns the name of the added row, if any
     */
    private readonly edit: (row: string, change: TableChange) => string | null,
    /** Moves the focus to a cell. `isToFill`: the row is new, so the focus moves even from the button that added it. */
    private readonly goTo: (cell: HTMLElement, isToFill: boolean) => void,
  ) {}

  /** Changes a row. @param part the column of the focused cell */
  change(row: string, change: RowChange, part: string): void {
    if (!canChange(change.kind)) return;
    const next = change.kind === "remove" ? this.#rowAfterRemoval(row) : row;
    const newRow = this.edit(row, change);
    this.#focusCell(newRow ?? next, part, false);
  }

  /** Adds a study: after `row` if this is a study, else at the end of its subgroup, else at the end of the table. */
  add(row: string | undefined): void {
    // Other figures would not show the new row.
    if (!isForest()) return;
    const subgroup = subgroupOf(row);
    const below = subgroup === undefined ? undefined : `subgroup ${subgroup}`;
    const last = isStudy(row) ? row : this.#studiesBelow(below).at(-1);
    const newRow =
      last === undefined
        ? this.edit("", { kind: "addFirst", subgroup: subgroup ?? null })
        : this.edit(last, { kind: "add" });
    this.#focusCell(newRow, "study", true);
  }

  #focusCell(row: string | null | undefined, part: string, isToFill: boolean): void {
    if (row === null || row === undefined) return;
    const cell = this.figure.cell(row, part) ?? this.figure.cell(row, "name");
    if (cell !== undefined) this.goTo(cell, isToFill);
  }

  /** The row to focus once this one is removed: the next or previous study, else the heading above. */
  #rowAfterRemoval(row: string): string | undefined {
    const names = this.figure.rows.map(({ dataset }) => dataset.row);
    const at = names.indexOf(row);
    const [before, after] = [names[at - 1], names[at + 1]];
    if (isStudy(after)) return after;
    return isStudy(before) ? before : names.slice(0, at).findLast((name) => !isStudy(name));
  }

  /** The studies between a heading and the next one; all studies if the heading is undefined. */
  #studiesBelow(row: string | undefined): readonly string[] {
    const names = this.figure.rows.flatMap(({ dataset }) => dataset.row ?? []);
    if (row === undefined) return names.filter(isStudy);
    const below = names.slice(names.indexOf(row) + 1);
    const end = below.findIndex((name) => !isStudy(name));
    return end === -1 ? below : below.slice(0, end);
  }
}

/** Whether the figure allows a change of a row. */
export function canChange(kind: string): boolean {
  // Figures other than forest plots order studies differently from the text; a funnel plot does not show their names.
  return kind === "move" ? isForest() : document.body.dataset.plot !== "funnel";
}

/** Whether the figure has its rows in the order of the text. */
export function isForest(): boolean {
  return document.body.dataset.plot === "forest";
}
