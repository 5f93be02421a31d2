import { dataColumns } from "./columns";
import type { ComputedItem } from "../roles/evidenceOfItem";
import type { PooledRows } from "../pooling/computeAnalysis";
import type { Translate } from "../roles/problems";
import { effectText, measureName, methodLine, weightText } from "../report/words";

/** The table beside a forest plot: a line of names, then one for each study, subgroup and pool. */
export function tableReport(evidence: ComputedItem, translate: Translate): readonly (readonly string[])[] {
  const { result, choices, content } = evidence;
  const { measure } = choices.pooling.choice;
  const columns = dataColumns(evidence, translate);
  const arm = {
    experimental: content.labels.get("experimental-label")?.value ?? translate("Experimental"),
    comparator: content.labels.get("comparator-label")?.value ?? translate("Comparator"),
  };
  const noData = columns.map(() => "");
  const weightOf = (weight: number | null): string => (weight === null ? "" : weightText(weight));
  const pool = (name: string, { effect }: PooledRows, weight: number | null): string[][] =>
    effect === null
      ? []
      : [[name, ...noData, weightOf(weight), effectText(effect.estimate, effect, measure)]];
  const studies = (subgroup: number | null): string[][] =>
    result.rows
      .filter((row) => row.subgroup === subgroup)
      .map(({ id, study, effect, interval, weight }) => [
        study,
        ...columns.map(({ cells }) => cells[id] ?? ""),
        weightOf(weight),
        effect.kind === "estimable" && interval !== null
          ? effectText(effect.estimate, interval, measure)
          : translate("Not estimable"),
      ]);
  return [
    [
      translate("Study or subgroup"),
      ...columns.map((column) =>
        column.arm === null ? column.title : `${arm[column.arm]}: ${column.title}`,
      ),
      translate("Weight"),
      `${measureName(measure, translate)} (${methodLine(choices, translate)})`,
    ],
    ...studies(null),
    ...(result.subgroups ?? []).flatMap((subgroup, index) => [
      [subgroup.name, ...noData, "", ""],
      ...studies(index),
      ...(choices.totals === "no-totals" ? [] : pool(translate("Subtotal"), subgroup, subgroup.weight)),
    ]),
    ...(choices.totals === "totals-and-subtotals"
      ? pool(translate("Total"), result, result.effect === null ? null : 1)
      : []),
  ];
}

/** A table as Markdown has it (GitHub Flavored Markdown, section 4.10): numbers to the right. */
export function markdownTable(table: readonly (readonly string[])[]): string {
  const [header = [], ...lines] = table;
  const rule = header.map((_, column) => (column === 0 ? ":--" : "--:"));
  return [header, rule, ...lines].map((line) => `| ${line.map(markdownCell).join(" | ")} |\n`).join("");
}

/** Nothing in a cell means anything but itself. */
function markdownCell(text: string): string {
  return /^:?--:?$/.test(text) ? text : text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|~&]/g, "\\$&");
}

/**
 * A table as spreadsheets paste it: tabs between cells, which have neither tabs nor line breaks. A name that a
 * spreadsheet would take for a formula gets an apostrophe before it.
 */
export function tabSeparated(table: readonly (readonly string[])[]): string {
  const cell = (text: string, column: number): string =>
    (column === 0 && /^[=+\-@]/.test(text) ? `'${text}` : text).replace(/\s+/g, " ");
  return table.map((line) => `${line.map(cell).join("\t")}\n`).join("");
}
