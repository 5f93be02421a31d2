// The figure that the page shows: that of the text, under the page's names of rows, with pending edits.
import { type Figure, type FigureChange, type Mark, changeOfFigure } from "@analyses/evidence";
import { anticipated } from "./anticipated";
import { type PageEdit, type PostedFigure, isStudy } from "./messages";

type Names = Readonly<Record<string, string>>;

const nothing: Figure = { width: 0, height: 0, label: "", marks: [] };

export class ShownFigure {
  /** The marks of the last figure received, by their keys under the server's names, which contain pointers. */
  readonly #received = new Map<string, Mark>();
  #isCleared = true;
  #names: Names = {};
  #pointers: ReadonlyMap<string, string> = new Map();
  /** The figure of the text, under the page's names. */
  #base = nothing;
  #shown = nothing;

  /** @param names the page's names of rows, by pointer */
  take({ put, gone, isFirst, ...frame }: PostedFigure, names: Names): void {
    if (isFirst) this.#received.clear();
    for (const key of gone) this.#received.delete(key);
    for (const mark of put) this.#received.set(mark.key, mark);
    this.#isCleared = false;
    this.#names = names;
    this.#pointers = new Map(Object.entries(names).map(([pointer, name]) => [name, pointer]));
    this.#base = { ...frame, marks: Array.from(this.#received.values(), (mark) => this.#named(mark)) };
  }

  /** Removes the figure. */
  clear(): void {
    this.#isCleared = true;
    this.#base = nothing;
  }

  /** Applies pending edits to the figure. @returns the change from the shown figure */
  applyEdits(edits: readonly PageEdit[]): FigureChange {
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
    const mark = this.#isCleared
      ? undefined
      : this.#received.get(`${this.#pointers.get(row) ?? row} ${part}`);
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
