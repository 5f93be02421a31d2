// The figure that the page shows: that of the text, under the page's names of rows, with pending edits.
import type { Figure, FigureChange, Mark } from "@analyses/evidence";
import { changeOfFigure } from "@analyses/evidence";
import { anticipated } from "./anticipated";
import type { PageEdit } from "./messages";
import { isStudy } from "./messages";

type Names = Readonly<Record<string, string>>;

const nothing: Figure = { width: 0, height: 0, label: "", marks: [] };

export class ShownFigure {
  /** Marks under the server's names, which contain pointers. */
  #marks = new Map<string, Mark>();
  #names: Names = {};
  #pointers: ReadonlyMap<string, string> = new Map();
  /** The figure of the text, under the page's names. */
  #base = nothing;
  #shown = nothing;

  /** @param names the page's names of rows, by pointer */
  take({ marks, ...frame }: Figure, names: Names): void {
    this.#marks = new Map(marks.map((mark) => [mark.key, mark]));
    this.#names = names;
    this.#pointers = new Map(Object.entries(names).map(([pointer, name]) => [name, pointer]));
    this.#base = { ...frame, marks: marks.map((mark) => this.#named(mark)) };
  }

  /** Removes the figure. */
  clear(): void {
    this.#marks = new Map();
    this.#base = nothing;
  }

  /** Applies pending edits to the figure. @returns the change from the shown figure */
  with(edits: readonly PageEdit[]): FigureChange {
    const before = this.#shown;
    this.#shown = anticipated(this.#base, edits);
    return changeOfFigure(before, this.#shown);
  }

  /** The pointer of a row; undefined if the document does not have it yet. */
  pointerOf(row: string): string | undefined {
    return this.#pointers.get(row);
  }

  /** The document's text of a cell. */
  textInDocument(row: string, part: string): string {
    const mark = this.#marks.get(`${this.#pointers.get(row) ?? row} ${part}`);
    return mark?.kind === "text" ? (mark.full ?? mark.text) : "";
  }

  #named(mark: Mark): Mark {
    if (!isStudy(mark.key)) return mark;
    const pointer = "row" in mark ? mark.row : mark.key.slice(0, mark.key.lastIndexOf(" "));
    const name = this.#names[pointer];
    if (name === undefined || name === pointer) return mark;
    const key = name + mark.key.slice(pointer.length);
    return "row" in mark ? { ...mark, key, row: name } : { ...mark, key };
  }
}
