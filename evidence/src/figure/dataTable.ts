import { largestOf } from "../lists";
import type { ComputedItem } from "../evidenceOfItem";
import { isScalar } from "../json";
import type { ItemRow } from "../roles/readRow";
import { type NumberRole, columnRoles } from "../roles/roles";
import type { Translate } from "../roles/problems";
import { countText, decimals, markdownText, measureName, methodLine } from "../report/words";
import { type TableLine, lineTexts, tableLines } from "../report/tableLines";
import { fitted, textWidth } from "./marks";
import { countsFor } from "../pooling/computeAnalysis";
import { htmlText } from "../htmlText";
import type { ItemContent } from "../roles/readItem";
import { gap } from "./axis";

/** A column of data between the studies' names and their weights. */
export interface DataColumn {
  readonly role: NumberRole;
  readonly arm: "experimental" | "comparator" | null;
  readonly title: string;
  /** One for each row of the item, in their order; empty for no value. */
  readonly cells: readonly string[];
  /** Whether the lines of totals show its sum. */
  readonly isSummed: boolean;
  readonly width: number;
}

/** The maximum width of a text in place of a number, in pixels. */
const maxTextWidth = 70;

/** The columns of the numbers from which an analysis is computed, as the document writes them. */
export function dataColumns(
  { analysis, content }: ComputedItem,
  translate: Translate,
): readonly DataColumn[] {
  return columnRoles(analysis.dataType).map((role) => {
    const isSummed = role === "experimental-total" || role === "comparator-total";
    const title = columnTitle(role, translate);
    const rows = content.rows ?? [];
    const cells = rows.map((row) => {
      const number = row.number(role);
      // Shows a value that is not a number: the cell has to show the problem.
      return number === undefined ? fitted(writtenIn(row, role), maxTextWidth, false) : cellText(number);
    });
    const sum = isSummed ? countText(rows.reduce((total, row) => total + (row.number(role) ?? 0), 0)) : "";
    const headed = Math.max(textWidth(title, true), textWidth(sum, true));
    const width = largestOf(
      cells.map((cell) => textWidth(cell)),
      headed,
    );
    return { role, arm: armOf(role), title, cells, isSummed, width: Math.ceil(width) };
  });
}

/** Any scalar value of a role, number or not; empty for no value, an object or a list. */
export function writtenIn(row: ItemRow, role: NumberRole): string {
  const value = row.stated(role);
  return isScalar(value) ? String(value) : "";
}

/**
 * The sum of a column over pooled rows, for a line of totals.
 *
 * @param subgroup of the subtotal; null for the total
 */
export function sumOf({ result, content }: ComputedItem, role: NumberRole, subgroup: number | null): string {
  const pooled = result.rows.filter((row) => countsFor(row, subgroup));
  return countText(pooled.reduce((sum, { id }) => sum + (content.rows?.[id]?.number(role) ?? 0), 0));
}

function armOf(role: NumberRole): DataColumn["arm"] {
  if (role.startsWith("experimental")) return "experimental";
  return role.startsWith("comparator") ? "comparator" : null;
}

/** The heading of a column. */
export function columnTitle(role: NumberRole, translate: Translate): string {
  switch (role) {
    case "experimental-events":
    case "comparator-events":
      return translate("Events");
    case "experimental-total":
    case "comparator-total":
      return translate("Total");
    case "experimental-mean":
    case "comparator-mean":
      return translate("Mean");
    case "experimental-sd":
    case "comparator-sd":
      return "SD";
    case "standard-error":
      return "SE";
    case "observed-minus-expected":
      return "O-E";
    case "variance":
      return translate("Variance");
    default:
      return translate("Estimate");
  }
}

/** A number as the document writes it, without digits that do not matter in a figure. */
function cellText(value: number): string {
  const text = String(value);
  if (text.length <= 8 || Number.isInteger(value)) return text;
  return Math.abs(value) < 0.001 ? String(Number(value.toPrecision(3))) : decimals(value, 4);
}

/** The table of a forest plot: a heading, then a line for each study, subgroup and pool. */
export function tableReport(evidence: ComputedItem, translate: Translate): readonly (readonly string[])[] {
  const { choices, content } = evidence;
  const { measure } = choices.pooling.choice;
  const columns = dataColumns(evidence, translate);
  const arm = {
    experimental: content.labels.get("experimental-label")?.value ?? translate("Experimental"),
    comparator: content.labels.get("comparator-label")?.value ?? translate("Comparator"),
  };
  const cellOf = ({ cells, role, isSummed }: DataColumn, line: TableLine): string => {
    if (line.kind === "study") return cells[line.row.id] ?? "";
    return line.kind !== "subgroup" && isSummed ? sumOf(evidence, role, line.subgroup) : "";
  };
  const lines = tableLines(evidence).flatMap((line): readonly (readonly string[])[] => {
    const texts = lineTexts(line, measure, translate);
    if (texts === null) return [];
    return [[texts.label, ...columns.map((column) => cellOf(column, line)), texts.weight, texts.effect]];
  });
  const heading = [
    translate("Study or subgroup"),
    ...columns.map((column) => (column.arm === null ? column.title : `${arm[column.arm]}: ${column.title}`)),
    translate("Weight"),
    `${measureName(measure, translate)} (${methodLine(choices, translate)})`,
  ];
  return [heading, ...lines];
}

/** A table as Markdown (GitHub Flavored Markdown, section 4.10), all columns but the first aligned to the right. */
export function markdownTable(table: readonly (readonly string[])[]): string {
  const [header = [], ...lines] = table;
  const rule = header.map((_, column) => (column === 0 ? ":--" : "--:"));
  const written = [header, ...lines].map((line) => line.map(markdownText));
  return written
    .toSpliced(1, 0, rule)
    .map((line) => `| ${line.join(" | ")} |\n`)
    .join("");
}

/**
 * A table to paste into spreadsheets: tabs between cells, and neither tabs nor line breaks in them. Puts an apostrophe
 * before text that a spreadsheet would parse as a formula, but not before a number or an effect with its interval.
 */
export function tabSeparated(table: readonly (readonly string[])[]): string {
  const cell = (written: string): string => {
    const text = written.replace(/\s+/g, " ").trim();
    return /^[=+\-@]/.test(text) && !numberOrEffect.test(text) ? `'${text}` : text;
  };
  return table.map((line) => `${line.map(cell).join("\t")}\n`).join("");
}

/** A negative number or effect with its interval, with a point or a comma: `-0.5`, `-1.2e-7`, `-0.50 [-1.00, ∞]`. */
const numberOrEffect = /^-(?:∞|\d[\d.,]*(?:e[+-]?\d+)?)(?: \[[-+\d.,;∞e ]*\])?$/;

/** The last column of a forest plot, if any row has a footnote. */
interface FootnoteColumn {
  /** Null without footnotes. */
  readonly title: string | null;
  readonly left: number;
  readonly right: number;
  /**
   * The cells by row. `footnote-list` is the part of a row with a list of footnotes, which cannot be edited as one
   * text.
   */
  readonly cells: readonly {
    readonly part: "footnotes" | "footnote-list";
    readonly text: string;
    readonly full?: string;
  }[];
}

/** The maximum width of a footnote in pixels; longer ones are cut. */
const maxWidth = 160;

/** @param end the right edge of the columns before, in pixels */
export function footnoteColumn(
  { rows, form }: ItemContent,
  end: number,
  translate: Translate,
): FootnoteColumn {
  const shown = (text: string): string => (form?.isHtml === true ? htmlText(text) : text);
  const cells = (rows ?? []).map((row) => {
    const full = textsOf(row).map(shown).join(" ");
    const text = fitted(full, maxWidth, false);
    const part = Array.isArray(row.stated("footnotes")) ? ("footnote-list" as const) : ("footnotes" as const);
    return { part, text, ...(text === full ? {} : { full }) };
  });
  if (cells.every(({ text }) => text === "")) return { title: null, left: end, right: end, cells: [] };
  const title = translate("Footnote");
  const width = largestOf([textWidth(title, true), ...cells.map(({ text }) => textWidth(text))]);
  const left = end + gap;
  return { title, left, right: left + Math.ceil(width), cells };
}

function textsOf(row: ItemRow): readonly string[] {
  const label = row.stated("footnotes");
  const all: readonly unknown[] = Array.isArray(label) ? label : [label];
  return all.filter((value) => typeof value === "string");
}
