import { type ItemEvidence, type Finding, studyInWords } from "@analyses/evidence";
import { translate } from "../../localisation/translate";

/** The study of the row at an index. */
export function studyAt({ content }: ItemEvidence, index: number): string {
  const row = content.rows?.[index];
  return row === undefined ? String(index + 1) : studyInWords(row, translate);
}

/** The first of two rows with the same numbers, as the related place of the finding at the second. */
export function firstRow(evidence: ItemEvidence, index: number) {
  const pointer = evidence.content.rows?.[index]?.pointer;
  if (pointer === undefined) return undefined;
  return { pointer, message: translate("“{0}” stands here first.", studyAt(evidence, index)) };
}

/**
 * The numbers of an arm: events and total as `12/148`, or mean, standard deviation and total as `41.2 (12.6), n = 74`.
 */
export function armText({ content }: ItemEvidence, row: number, arm: "experimental" | "comparator"): string {
  const number = (part: "events" | "total" | "mean" | "sd"): number | undefined =>
    content.rows?.[row]?.number(`${arm}-${part}`);
  const [events, total] = [number("events"), number("total")];
  if (events !== undefined) return `${events}/${total ?? ""}`;
  return `${number("mean") ?? ""} (${number("sd") ?? ""}), n = ${total ?? ""}`;
}

/** Rounds to three significant digits, for messages. */
export function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Adds the number of other rows or analyses with the same finding. */
export function withAlike(message: string, finding: Finding): string {
  const alike = "alike" in finding ? (finding.alike ?? 0) : 0;
  if (alike === 0) return message;
  if (finding.code === "totals-disagree")
    return alike === 1
      ? translate("{0} It stands in 1 more analysis of the group.", message)
      : translate("{0} It stands in {1} more analyses of the group.", message, alike);
  return alike === 1
    ? translate("{0} The same holds for 1 more row of this study.", message)
    : translate("{0} The same holds for {1} more rows of this study.", message, alike);
}
