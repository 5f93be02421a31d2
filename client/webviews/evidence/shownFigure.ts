import { type Figure, type FigureChange, type Mark, changeOfFigure, largestOf } from "@analyses/evidence";
import { type PageEdit, type PostedFigure, isStudy, subgroupOf } from "./messages";

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

  /** Removes the document's figure: the next call of {@link applyEdits} shows none. */
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
    const pointer = rowOf(mark) ?? "";
    const name = this.#names[pointer];
    return name === undefined || name === pointer ? mark : renameRow(mark, pointer, name);
  }
}

type TextMark = Extract<Mark, { kind: "text" }>;

/** The height of a row, in the figure's own pixels (`evidence/src/figure/axis.ts`). */
const rowHeight = 20;

/**
 * Predicts the figure after the page's pending edits, before the server computes it.
 *
 * @param edits of the figure's analysis, in order; those that the figure already has change nothing, except moves
 */
export function predictFigure(figure: Figure, edits: readonly PageEdit[]): Figure {
  return edits.reduce(withEdit, figure);
}

function withEdit(figure: Figure, { row, change, newRowName }: PageEdit): Figure {
  const { marks } = figure;
  switch (change.kind) {
    case "cell":
      return {
        ...figure,
        marks: marks.map((mark) => {
          if (mark.kind !== "text" || mark.row !== row || mark.part !== change.part) return mark;
          const { full, ...other } = mark;
          return (full ?? mark.text) === change.text ? mark : { ...other, text: change.text };
        }),
      };
    case "add":
    case "duplicate":
      return newRowName === null ? figure : withRow(figure, row, newRowName, change.kind === "add");
    case "addFirst":
      return newRowName === null ? figure : withFirstRow(figure, change.subgroup, newRowName);
    case "remove":
      return withoutRow(figure, row);
    case "move":
      return withMovedRow(figure, row, change.by);
    case "paste":
    case "sort":
      return figure;
  }
}

/** The study row that a mark belongs to, if any. */
function rowOf(mark: Mark): string | undefined {
  if (!isStudy(mark.key)) return undefined;
  return "row" in mark ? mark.row : mark.key.slice(0, mark.key.lastIndexOf(" "));
}

/** The baselines of the rows with a study or a name, from top to bottom. */
function baselines(figure: Figure): readonly { readonly row: string; readonly y: number }[] {
  return figure.marks
    .flatMap((mark) =>
      mark.kind === "text" && mark.row !== undefined && (mark.part === "study" || mark.part === "name")
        ? { row: mark.row, y: mark.y }
        : [],
    )
    .sort((left, right) => left.y - right.y);
}

function baselineOf(figure: Figure, row: string): number | undefined {
  return baselines(figure).find((line) => line.row === row)?.y;
}

function moveDown(mark: Mark, by: number): Mark {
  return mark.kind === "line" ? { ...mark, y1: mark.y1 + by, y2: mark.y2 + by } : { ...mark, y: mark.y + by };
}

/** Moves everything below a row down, and extends the lines that cross it. */
function withSpaceBelow(figure: Figure, y: number, by: number): Figure {
  const after = (at: number): number => (at > y ? at + by : at);
  const marks = figure.marks.map((mark) => {
    if (mark.kind === "line") return { ...mark, y1: after(mark.y1), y2: after(mark.y2) };
    return mark.y > y ? moveDown(mark, by) : mark;
  });
  return { ...figure, height: figure.height + by, marks };
}

function renameRow(mark: Mark, from: string, to: string): Mark {
  const key = to + mark.key.slice(from.length);
  return "row" in mark ? { ...mark, key, row: to } : { ...mark, key };
}

/** Adds a copy of a row below it, under another name. @param isEmpty whether the copy has no texts */
function withRow(figure: Figure, row: string, newRow: string, isEmpty: boolean): Figure {
  const y = baselineOf(figure, row);
  if (y === undefined || baselineOf(figure, newRow) !== undefined) return figure;
  const rowMarks = figure.marks.filter((mark) => rowOf(mark) === row);
  const spaced = withSpaceBelow(figure, y, rowHeight);
  const copies = rowMarks
    .filter((mark) => !isEmpty || mark.kind === "text")
    .map((mark) => moveDown(renameRow(isEmpty ? clearText(mark) : mark, row, newRow), rowHeight));
  return { ...spaced, marks: [...spaced.marks, ...copies] };
}

function clearText(mark: Mark): Mark {
  if (mark.kind !== "text") return mark;
  const { full, ...other } = mark;
  return full === undefined && mark.text === "" ? mark : { ...other, text: "" };
}

/** Adds the first row of a subgroup, or of the whole table, under its heading. */
function withFirstRow(figure: Figure, subgroup: number | null, newRow: string): Figure {
  const heading = baselines(figure).find(({ row }) => subgroup !== null && subgroupOf(row) === subgroup);
  const headings = figure.marks.filter(
    (mark): mark is TextMark => mark.kind === "text" && mark.row === "header",
  );
  const y = heading?.y ?? largestOf(headings.map((mark) => mark.y));
  if (!Number.isFinite(y) || baselineOf(figure, newRow) !== undefined) return figure;
  const model = figure.marks.find((mark) => mark.kind === "text" && isStudy(mark.row));
  const modelRow = model === undefined ? undefined : rowOf(model);
  const cells = modelRow === undefined ? headings : figure.marks.filter((mark) => rowOf(mark) === modelRow);
  const top = heading === undefined ? y + rowHeight * 1.5 : y + rowHeight;
  const spaced = withSpaceBelow(figure, heading === undefined ? y + rowHeight / 2 : y, rowHeight);
  const row = cells.flatMap((mark) =>
    mark.kind === "text" && mark.part !== undefined
      ? [{ ...clearText(mark), key: `${newRow} ${mark.part}`, row: newRow, y: top, bold: false }]
      : [],
  );
  return { ...spaced, marks: [...spaced.marks, ...row] };
}

function withoutRow(figure: Figure, row: string): Figure {
  const y = baselineOf(figure, row);
  const marks = figure.marks.filter((mark) => rowOf(mark) !== row);
  if (marks.length === figure.marks.length) return figure;
  return y === undefined ? { ...figure, marks } : withSpaceBelow({ ...figure, marks }, y, -rowHeight);
}

function withMovedRow(figure: Figure, row: string, by: -1 | 1): Figure {
  const lines = baselines(figure);
  const at = lines.findIndex((line) => line.row === row);
  const [own, other] = [lines[at], lines[at + by]];
  if (own === undefined || other === undefined || !isStudy(other.row)) return figure;
  const distance = other.y - own.y;
  const marks = figure.marks.map((mark) => {
    const markRow = rowOf(mark);
    return markRow === row
      ? moveDown(mark, distance)
      : markRow === other.row
        ? moveDown(mark, -distance)
        : mark;
  });
  return { ...figure, marks };
}
