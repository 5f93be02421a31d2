import { escaped, isObject } from "../json";
import { plain } from "../choiceValues";
import type { Judgement } from "../judgements";
import { readJudgements } from "../judgements";
import type { ItemRow } from "../roles/readRow";
import type { Finding } from "./finding";

/**
 * Reports an overall judgement milder than that of a domain: by RoB 2 a result is at high risk of bias if one domain
 * is, and raises some concerns if one does (Handbook 8.2.4). RoB 1 has no overall judgement.
 */
export function overallJudgements(rows: readonly ItemRow[]): readonly Finding[] {
  return rows.flatMap((row): readonly Finding[] => {
    const judgements = [...readJudgements(row.riskOfBias)];
    const overall = judgements.find(([domain]) => isOverall(domain))?.[1];
    if (overall === undefined) return [];
    const domains = judgements.filter(([domain]) => !isOverall(domain));
    const [domain, worst] = domains.reduce<readonly [string, Judgement]>(
      (found, one) => (severity[one[1]] > severity[found[1]] ? one : found),
      ["", "low"],
    );
    if (severity[worst] <= severity[overall]) return [];
    const found = { row: row.index, pointer: pointerOfOverall(row), overall, domain, worst };
    return [{ code: "risk-of-bias-mismatch", ...found }];
  });
}

/** The pointer of the overall judgement: an element of a list of domains, or a property of an object. */
function pointerOfOverall(row: ItemRow): string {
  const pointer = row.pointerOf("risk-of-bias");
  const value: unknown = row.riskOfBias;
  const steps = Array.isArray(value)
    ? (value as readonly unknown[]).map(
        (one, index) => [isObject(one) ? one.domain : undefined, index] as const,
      )
    : Object.keys(isObject(value) ? value : {}).map((name) => [name, escaped(name)] as const);
  const step = steps.find(([domain]) => typeof domain === "string" && isOverall(domain))?.[1];
  return step === undefined ? pointer : `${pointer}/${step}`;
}

/** `Overall bias`, `overall`, `overall-risk-of-bias`. */
function isOverall(domain: string): boolean {
  return plain(domain).startsWith("overall");
}

/** RevMan writes `UNCLEAR_RISK` for some concerns. */
const severity: Readonly<Record<Judgement, number>> = { low: 0, "some-concerns": 1, unclear: 1, high: 2 };
