import { median, spreadOf } from "./statistics";

/** A figure with its unit. */
export interface Quantity {
  readonly value: number;
  readonly unit: "ms" | "KiB" | "MiB";
  /** Of a median: how far apart its values are, see {@link spreadOf}. */
  readonly spread?: number | undefined;
}

/** The most that a figure of this project may be: of theirs, or by itself. */
export type Limit =
  { readonly kind: "ofTheirs"; readonly ratio: number } | { readonly kind: "itself"; readonly value: number };

/** One thing that was measured of this project and, mostly, of something else. */
export interface Row {
  readonly what: string;
  readonly ours: Quantity;
  readonly theirs?: Quantity;
  /** What it takes where nothing is done. */
  readonly idle?: Quantity;
  /** The least that doing it can take, whoever does it. */
  readonly atBest?: Quantity;
  readonly limit?: Limit;
}

export interface ComparingTable {
  readonly title: string;
  readonly comparedWith: string;
  /** What does nothing, where some row has its figure. */
  readonly idle?: string;
  readonly rows: readonly Row[];
}

/** Several figures of this project for each thing that was measured, one of them with a limit. */
export interface FiguresTable {
  readonly title: string;
  /** What the columns are called. */
  readonly words: readonly string[];
  readonly figures: readonly string[];
  readonly rows: readonly FiguresRow[];
}

interface FiguresRow {
  readonly what: string;
  readonly words: readonly string[];
  readonly figures: readonly Quantity[];
  /** The one of the figures that has a limit. */
  readonly limited: Quantity;
  readonly limit: Quantity;
}

export type Table = ComparingTable | FiguresTable;

export function milliseconds(value: number): Quantity {
  return { value, unit: "ms" };
}

/** The median of some times, in milliseconds, with their spread. */
export function medianTime(values: readonly number[]): Quantity {
  return { value: median(values), unit: "ms", spread: spreadOf(values) };
}

export function ofTheirs(ratio: number): Limit {
  return { kind: "ofTheirs", ratio };
}

export function kibibytes(bytes: number): Quantity {
  return { value: bytes / 2 ** 10, unit: "KiB" };
}

export function mebibytes(bytes: number): Quantity {
  return { value: bytes / 2 ** 20, unit: "MiB" };
}

/** A Markdown table; limits that were missed stand out. */
export function showTable(table: Table): string {
  const [header = [], ...lines] = "figures" in table ? cellsOfFigures(table) : cellsOfComparison(table);
  const areTexts = "figures" in table ? table.words.length + 1 : 1;
  const rule = header.map((_, place) => (place < areTexts || place === header.length - 1 ? "---" : "--:"));
  return [
    `### ${table.title}`,
    "",
    ...[header, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

type Cells = readonly (readonly string[])[];

function cellsOfComparison({ comparedWith, idle: nothing, rows }: ComparingTable): Cells {
  const hasBest = rows.some(({ atBest }) => atBest !== undefined);
  const lines = rows.map(({ what, ours, theirs, idle, atBest, limit }) => {
    const ratio = theirs === undefined ? undefined : ours.value / theirs.value;
    return [
      what,
      theirs === undefined ? "" : showQuantity(theirs),
      showQuantity(ours),
      ...(nothing === undefined ? [] : [idle === undefined ? "" : showQuantity(idle)]),
      ...(hasBest ? [atBest === undefined ? "" : showQuantity(atBest)] : []),
      ratio === undefined ? "" : showRatio(ratio),
      limit === undefined
        ? ""
        : limit.kind === "ofTheirs"
          ? showRatio(limit.ratio)
          : showQuantity({ value: limit.value, unit: ours.unit }),
      limit === undefined ? "" : verdict(ours, limit, theirs),
    ];
  });
  const best = hasBest ? ["parsing and compiled check"] : [];
  const idle = nothing === undefined ? [] : [nothing];
  return [["", comparedWith, "this project", ...idle, ...best, "ratio", "at most", "kept"], ...lines];
}

function cellsOfFigures({ words, figures, rows }: FiguresTable): Cells {
  const lines = rows.map((row) => [
    row.what,
    ...row.words,
    ...row.figures.map(showQuantity),
    showQuantity(row.limit),
    verdict(row.limited, { kind: "itself", value: row.limit.value }),
  ]);
  return [["", ...words, ...figures, "at most", "kept"], ...lines];
}

/** Whether a limit is kept, and whether another run may say otherwise: the limit lies within the spread. */
function verdict(ours: Quantity, limit: Limit, theirs?: Quantity): string {
  const [figure, most] =
    limit.kind === "itself" ? [ours.value, limit.value] : [ours.value / (theirs?.value ?? NaN), limit.ratio];
  const spread = (ours.spread ?? 0) + (limit.kind === "ofTheirs" ? (theirs?.spread ?? 0) : 0);
  const isClose = Math.abs(figure / most - 1) <= spread;
  return `${figure <= most ? "yes" : "**no**"}${isClose ? ", within the spread" : ""}`;
}

export function showQuantity({ value, unit, spread }: Quantity): string {
  const figure = `${value < 9.95 ? value.toFixed(value < 0.995 ? 2 : 1) : value.toFixed(0)} ${unit}`;
  return spread === undefined ? figure : `${figure} ±${(spread * 100).toFixed(0)} %`;
}

function showRatio(ratio: number): string {
  return ratio < 0.75
    ? `1/${(1 / ratio).toFixed(1 / ratio < 9.95 ? 1 : 0).replace(/\.0$/, "")}`
    : ratio.toFixed(2).replace(/\.?0+$/, "");
}
