// The figure that the page shows: that of the text, with the page's names of rows, and what is going to be in it.
import type { Figure, FigureChange, Mark } from "@analyses/evidence";
import { changeOfFigure } from "@analyses/evidence";
import { anticipated } from "./anticipated";
import type { PageEdit } from "./messages";
import { isStudy } from "./rowNames";

type Names = Readonly<Record<string, string>>;

const nothing: Figure = { width: 0, height: 0, label: "", marks: [] };

export class ShownFigure {
  /** As the server names them, by pointers. */
  #marks = new Map<string, Mark>();
  #names: Names = {};
  #pointers: ReadonlyMap<string, string> = new Map();
  /** As the page names them. */
  #base = nothing;
  #shown = nothing;

  /** @param names what the page calls rows, by their pointers */
  take({ marks, ...frame }: Figure, names: Names): void {
    this.#marks = new Map(marks.map((mark) => [mark.key, mark]));
    this.#names = names;
    this.#pointers = new Map(Object.entries(names).map(([pointer, name]) => [name, pointer]));
    this.#base = { ...frame, marks: marks.map((mark) => this.#named(mark)) };
  }

  /** There is none any more. */
  clear(): void {
    this.#marks = new Map();
    this.#base = nothing;
  }

  /** What makes the figure that is shown the one with the edits that are on their way. */
  with(edits: readonly PageEdit[]): FigureChange {
    const before = this.#shown;
    this.#shown = anticipated(this.#base, edits);
    return changeOfFigure(before, this.#shown);
  }

  /** Where the document has a row; undefined where it has none yet. */
  pointerOf(row: string): string | undefined {
    return this.#pointers.get(row);
  }

  /** What the document has in a cell. */
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
