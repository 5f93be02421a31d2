import { type Finding, type FindingCode, bindRoles, checkItem, evidenceOfItem } from "@analyses/evidence";

/** Codes of findings with severity information. */
export const informing: readonly FindingCode[] = ["fragile-result", "zero-cells"];

export function findings(item: object): readonly Finding[] {
  return checkItem(evidenceOfItem(JSON.parse(JSON.stringify(item)), bindRoles({})));
}

/** Codes of the findings, except those in `informing`. */
export function codes(item: object): readonly FindingCode[] {
  return findings(item).flatMap(({ code }) => (informing.includes(code) ? [] : [code]));
}
