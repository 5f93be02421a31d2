// Predicts a figure with the page's pending edits, before the server computes it.
import { type Figure, type Mark, largestOf } from "@analyses/evidence";
import { type PageEdit, isStudy, subgroupOf } from "./messages";

type TextMark = Extract<Mark, { kind: "text" }>;

/** The height of a row, in the figure's own pixels (`evidence/src/figure/axis.ts`). */
const rowHeight = 20;

/** @param edits of the figure's analysis, in order; those already in the figure change nothing */
export function anticipated(figure: Figure, edits: readonly PageEdit[]): Figure {
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
      return withMoved(figure, row, change.by);
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
    .sort((one, other) => one.y - other.y);
}

function baselineOf(figure: Figure, row: string): number | undefined {
  return baselines(figure).find((one) => one.row === row)?.y;
}

function lowered(mark: Mark, by: number): Mark {
  return mark.kind === "line" ? { ...mark, y1: mark.y1 + by, y2: mark.y2 + by } : { ...mark, y: mark.y + by };
}

/** Moves everything below a row down, and extends the lines that cross it. */
function withRoomBelow(figure: Figure, y: number, by: number): Figure {
  const after = (at: number): number => (at > y ? at + by : at);
  const marks = figure.marks.map((mark) => {
    if (mark.kind === "line") return { ...mark, y1: after(mark.y1), y2: after(mark.y2) };
    return mark.y > y ? lowered(mark, by) : mark;
  });
  return { ...figure, height: figure.height + by, marks };
}

function named(mark: Mark, from: string, to: string): Mark {
  const key = to + mark.key.slice(from.length);
  return "row" in mark ? { ...mark, key, row: to } : { ...mark, key };
}

/** Adds a copy of a row below it, under another name. @param isEmpty whether the copy has no texts */
function withRow(figure: Figure, row: string, made: string, isEmpty: boolean): Figure {
  const y = baselineOf(figure, row);
  if (y === undefined || baselineOf(figure, made) !== undefined) return figure;
  const own = figure.marks.filter((mark) => rowOf(mark) === row);
  const room = withRoomBelow(figure, y, rowHeight);
  const copies = own
    .filter((mark) => !isEmpty || mark.kind === "text")
    .map((mark) => lowered(named(isEmpty ? emptied(mark) : mark, row, made), rowHeight));
  return { ...room, marks: [...room.marks, ...copies] };
}

function emptied(mark: Mark): Mark {
  if (mark.kind !== "text") return mark;
  const { full, ...other } = mark;
  return full === undefined && mark.text === "" ? mark : { ...other, text: "" };
}

/** Adds the first row of a subgroup, or of the whole table, under its heading. */
function withFirstRow(figure: Figure, subgroup: number | null, made: string): Figure {
  const heading = baselines(figure).find(({ row }) => subgroup !== null && subgroupOf(row) === subgroup);
  const headings = figure.marks.filter(
    (mark): mark is TextMark => mark.kind === "text" && mark.row === "header",
  );
  const y = heading?.y ?? largestOf(headings.map((mark) => mark.y));
  if (!Number.isFinite(y) || baselineOf(figure, made) !== undefined) return figure;
  const model = figure.marks.find((mark) => mark.kind === "text" && isStudy(mark.row));
  const like = model === undefined ? undefined : rowOf(model);
  const cells = like === undefined ? headings : figure.marks.filter((mark) => rowOf(mark) === like);
  const top = heading === undefined ? y + rowHeight * 1.5 : y + rowHeight;
  const room = withRoomBelow(figure, heading === undefined ? y + rowHeight / 2 : y, rowHeight);
  const row = cells.flatMap((mark) =>
    mark.kind === "text" && mark.part !== undefined
      ? [{ ...emptied(mark), key: `${made} ${mark.part}`, row: made, y: top, bold: false }]
      : [],
  );
  return { ...room, marks: [...room.marks, ...row] };
}

function withoutRow(figure: Figure, row: string): Figure {
  const y = baselineOf(figure, row);
  const marks = figure.marks.filter((mark) => rowOf(mark) !== row);
  if (marks.length === figure.marks.length) return figure;
  return y === undefined ? { ...figure, marks } : withRoomBelow({ ...figure, marks }, y, -rowHeight);
}

function withMoved(figure: Figure, row: string, by: -1 | 1): Figure {
  const lines = baselines(figure);
  const at = lines.findIndex((one) => one.row === row);
  const [own, other] = [lines[at], lines[at + by]];
  if (own === undefined || other === undefined || !isStudy(other.row)) return figure;
  const distance = other.y - own.y;
  const marks = figure.marks.map((mark) => {
    const of = rowOf(mark);
    return of === row ? lowered(mark, distance) : of === other.row ? lowered(mark, -distance) : mark;
  });
  return { ...figure, marks };
}
