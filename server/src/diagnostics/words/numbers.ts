import type { ItemEvidence } from "@analyses/evidence";

/** The study of a row by index. */
export function studyAt({ content }: ItemEvidence, index: number): string {
  return content.rows?.[index]?.study ?? String(index + 1);
}

/** `12/148`, or `41.2 (12.6), n = 74`. */
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
