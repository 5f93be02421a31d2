import { type Figure, type FigureChange, type Mark, changeOfFigure } from "@analyses/evidence";
import { predictFigure } from "./anticipated";
import { type PageEdit, type PostedFigure, isStudy } from "./messages";

type Names = Readonly<Record<string, string>>;

const emptyFigure: Figure = { width: 0, height: 0, label: "", marks: [] };

/** The figure that the page shows: the document's figure with the page's names of rows, and with pending edits. */
export class ShownFigure {
  /** The marks of the last figure received, by their keys. The server's keys contain the pointers of rows. */
  readonly #receivedMarks = new Map<string, Mark>();
  #isCleared = true;
  #names: Names = {};
  #pointers: ReadonlyMap<string, string> = new Map();
  /** The document's figure, with the page's names of rows. */
  #documentFigure = emptyFigure;
  #shownFigure = emptyFigure;

  /** @param names the page's names of rows, by pointer */
  receive({ put, gone, isFirst, ...frame }: PostedFigure, names: Names): void {
    if (isFirst) this.#receivedMarks.clear();
    for (const key of gone) this.#receivedMarks.delete(key);
    for (const mark of put) this.#receivedMarks.set(mark.key, mark);
    this.#isCleared = false;
    this.#names = names;
    this.#pointers = new Map(Object.entries(names).map(([pointer, name]) => [name, pointer]));
    this.#documentFigure = {
      ...frame,
      marks: Array.from(this.#receivedMarks.values(), (mark) => this.#withPageNames(mark)),
    };
  }

  /** Removes the figure. */
  clear(): void {
    this.#isCleared = true;
    this.#documentFigure = emptyFigure;
  }

  /** Applies pending edits to the figure. @returns the change from the shown figure */
  applyEdits(edits: readonly PageEdit[]): FigureChange {
    const before = this.#shownFigure;
    this.#shownFigure = predictFigure(this.#documentFigure, edits);
    return changeOfFigure(before, this.#shownFigure);
  }

  /** The pointer of a row; undefined if the document does not have it yet. */
  pointerOf(row: string): string | undefined {
    return this.#pointers.get(row);
  }

  /** The document's text of a cell. */
  textInDocument(row: string, part: string): string {
    const mark = this.#isCleared
      ? undefined
      : this.#receivedMarks.get(`${this.#pointers.get(row) ?? row} ${part}`);
    return mark?.kind === "text" ? (mark.full ?? mark.text) : "";
  }

  #withPageNames(mark: Mark): Mark {
    if (!isStudy(mark.key)) return mark;
    const pointer = "row" in mark ? mark.row : mark.key.slice(0, mark.key.lastIndexOf(" "));
    const name = this.#names[pointer];
    if (name === undefined || name === pointer) return mark;
    const key = name + mark.key.slice(pointer.length);
    return "row" in mark ? { ...mark, key, row: name } : { ...mark, key };
  }
}
