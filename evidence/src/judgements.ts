import { isObject } from "./json";
import type { Translate } from "./roles/problems";
import { plain } from "./choiceValues";

const judgements = ["low", "some-concerns", "unclear", "high"] as const;
export type Judgement = (typeof judgements)[number];

/** Judgements of a study by domain, in the order of the document. */
export type Judgements = ReadonlyMap<string, Judgement>;

/** The symbol of each judgement in Cochrane's figures. */
export const judgementSymbol: Readonly<Record<Judgement, string>> = {
  low: "+",
  "some-concerns": "!",
  unclear: "?",
  high: "−",
};

/** The domains of RoB 2 by RevMan's names; RevMan writes *Some concerns* as `UNCLEAR_RISK`. */
const domainsOfRob2: ReadonlySet<string> = new Set([
  "Bias arising from the randomization process",
  "Bias due to deviations from intended interventions",
  "Bias due to missing outcome data",
  "Bias in measurement of the outcome",
  "Bias in selection of the reported result",
  "Overall bias",
]);

/**
 * Reads a value with the role `risk-of-bias`: an object with a judgement (a text, or an object with one) for each
 * domain, or a list of domains with their judgements.
 */
export function readJudgements(value: unknown): Judgements {
  const found = new Map<string, Judgement>();
  if (Array.isArray(value)) {
    for (const one of value as readonly unknown[]) {
      if (!isObject(one)) continue;
      const domain = one.domain ?? one.name ?? one.title ?? one.id;
      const judgement = judgementIn(one);
      if (typeof domain !== "string" || judgement === undefined) continue;
      const isSomeConcerns = judgement === "unclear" && domainsOfRob2.has(domain);
      found.set(domain, isSomeConcerns ? "some-concerns" : judgement);
    }
  } else if (isObject(value))
    for (const [domain, one] of Object.entries(value)) {
      const judgement = judgementOf(one) ?? (isObject(one) ? judgementIn(one) : undefined);
      if (judgement !== undefined) found.set(domain, judgement);
    }
  return found;
}

function judgementIn(one: Readonly<Record<string, unknown>>): Judgement | undefined {
  return judgementOf(one.judgement ?? one.judgment ?? one.risk ?? one.result ?? one.value);
}

function judgementOf(value: unknown): Judgement | undefined {
  if (typeof value !== "string") return undefined;
  const symbol = value === "-" ? "−" : value;
  const word = plain(value).replace(/risk(?:ofbias)?$/, "");
  return judgements.find((one) => judgementSymbol[one] === symbol || plain(one) === word);
}

export function judgementText(judgement: Judgement, translate: Translate): string {
  switch (judgement) {
    case "low":
      return translate("Low risk");
    case "some-concerns":
      return translate("Some concerns");
    case "unclear":
      return translate("Unclear risk");
    case "high":
      return translate("High risk");
  }
}

/** The letter that refers to a domain in the legend. */
export function domainLetter(index: number): string {
  return String.fromCharCode(65 + (index % 26));
}

/** A domain's name as words: `Random sequence generation` for `random-sequence-generation`. */
export function domainTitle(domain: string): string {
  const words = domain
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
