import { median, spreadOf } from "./statistics";

/** A figure with its unit. */
export interface Quantity {
  readonly value: number;
  readonly unit: "ms" | "MiB";
  /** For a median, the spread of its values, see {@link spreadOf}. */
  readonly spread?: number | undefined;
}

/** The maximum of this project's figure: as a ratio to theirs, or absolute. */
export type Limit =
  { readonly kind: "ofTheirs"; readonly ratio: number } | { readonly kind: "itself"; readonly value: number };

/** One measurement of this project and, usually, of a comparable program. */
export interface Row {
  readonly what: string;
  readonly ours: Quantity;
  readonly theirs?: Quantity;
  readonly limit: Limit;
}

/** The median of times in milliseconds, with their spread. */
export function medianTime(values: readonly number[]): Quantity {
  return { value: median(values), unit: "ms", spread: spreadOf(values) };
}

export function mebibytes(bytes: number): Quantity {
  return { value: bytes / 2 ** 20, unit: "MiB" };
}

/** Formats a Markdown table that highlights exceeded limits. */
export function showTable(rows: readonly Row[]): string {
  const header = ["", "beside it", "this project", "ratio", "at most", "kept"];
  const lines = rows.map(({ what, ours, theirs, limit }) => [
    what,
    theirs === undefined ? "" : showQuantity(theirs),
    showQuantity(ours),
    theirs === undefined ? "" : showRatio(ours.value / theirs.value),
    limit.kind === "ofTheirs"
      ? showRatio(limit.ratio)
      : showQuantity({ ...ours, ...limit, spread: undefined }),
    verdict(ours, limit, theirs),
  ]);
  const rule = header.map((_, place) => (place === 0 || place === header.length - 1 ? "---" : "--:"));
  return [header, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Whether a figure is within its limit, and whether the limit is within the spread, so that another run may differ. */
function verdict(ours: Quantity, limit: Limit, theirs?: Quantity): string {
  const [figure, most] =
    limit.kind === "itself" ? [ours.value, limit.value] : [ours.value / (theirs?.value ?? NaN), limit.ratio];
  const spread = (ours.spread ?? 0) + (limit.kind === "ofTheirs" ? (theirs?.spread ?? 0) : 0);
  const isClose = Math.abs(figure / most - 1) <= spread;
  return `${figure <= most ? "yes" : "**no**"}${isClose ? ", within the spread" : ""}`;
}

function showQuantity({ value, unit, spread }: Quantity): string {
  const figure = `${value < 9.95 ? value.toFixed(value < 0.995 ? 2 : 1) : value.toFixed(0)} ${unit}`;
  return spread === undefined ? figure : `${figure} ±${(spread * 100).toFixed(0)} %`;
}

function showRatio(ratio: number): string {
  return ratio < 0.75
    ? `1/${(1 / ratio).toFixed(1 / ratio < 9.95 ? 1 : 0).replace(/\.0$/, "")}`
    : ratio.toFixed(2).replace(/\.?0+$/, "");
}
