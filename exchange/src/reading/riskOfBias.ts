import type { Judged, Judgement, Place, RiskOfBiasDomain, RiskOfBiasMethod } from "../model/review";
import type { Losses } from "../model/report";

/** The domains of both methods in RevMan's order: RevMan's name for each, then names in older files in lower case. */
const knownDomains: readonly (readonly [
  RiskOfBiasDomain,
  RiskOfBiasMethod,
  title: string,
  ...older: string[],
])[] = [
  [
    "random-sequence-generation",
    1,
    "Random sequence generation (selection bias)",
    "adequate sequence generation",
  ],
  ["allocation-concealment", 1, "Allocation concealment (selection bias)"],
  ["blinding-of-participants-and-personnel", 1, "Blinding of participants and personnel (performance bias)"],
  ["blinding-of-outcome-assessment", 1, "Blinding of outcome assessment (detection bias)"],
  [
    "incomplete-outcome-data",
    1,
    "Incomplete outcome data (attrition bias)",
    "incomplete outcome data addressed",
  ],
  ["selective-reporting", 1, "Selective reporting (reporting bias)", "free of selective reporting"],
  ["other-bias", 1, "Other bias", "free of other bias"],
  ["randomisation-process", 2, "Bias arising from the randomization process"],
  ["deviations-from-intended-interventions", 2, "Bias due to deviations from intended interventions"],
  ["missing-outcome-data", 2, "Bias due to missing outcome data"],
  ["measurement-of-the-outcome", 2, "Bias in measurement of the outcome"],
  ["selection-of-the-reported-result", 2, "Bias in selection of the reported result"],
  ["overall", 2, "Overall bias"],
];

const titlesOf = (method: RiskOfBiasMethod): ReadonlyMap<RiskOfBiasDomain, string> =>
  new Map(knownDomains.flatMap(([domain, of, title]) => (of === method ? [[domain, title]] : [])));

/** RevMan's names for the domains of each method, in its order. */
export const domainTitles = { 1: titlesOf(1), 2: titlesOf(2) } as const;

const domains: ReadonlyMap<string, RiskOfBiasDomain> = new Map(
  knownDomains.flatMap(([domain, , title, ...older]) =>
    [domain, withoutKindOfBias(title), ...older].map((name) => [name, domain] as const),
  ),
);

export function methodOfDomain(domain: RiskOfBiasDomain): RiskOfBiasMethod {
  return knownDomains.find(([known]) => known === domain)?.[1] ?? 1;
}

/** Whether a name is that of blinding in general, which RoB 1 later divided into two domains. */
function isBothBlindings(name: string): boolean {
  return /^blinding(?:$| \(performance bias and detection bias\))/.test(folded(name));
}

/** Finds a domain by a name such as `Random sequence generation (selection bias)`; ignores an outcome after the name. */
export function domainNamed(name: string): RiskOfBiasDomain | undefined {
  return domains.get(withoutKindOfBias(name));
}

function withoutKindOfBias(name: string): string {
  return folded(name)
    .replace(/\s*\((?:selection|performance|detection|attrition|reporting) bias\).*$/, "")
    .replace(/[?()]/g, "")
    .trim();
}

function folded(name: string): string {
  return name.toLowerCase().replace(/\s+/g, " ").trim();
}

const judgements: ReadonlyMap<string, Judged> = new Map([
  ["yes", "low"],
  ["low risk", "low"],
  ["low_risk", "low"],
  ["low", "low"],
  ["no", "high"],
  ["high risk", "high"],
  ["high_risk", "high"],
  ["high", "high"],
  ["unknown", "unclear"],
  ["unclear risk", "unclear"],
  ["unclear_risk", "unclear"],
  ["unclear", "unclear"],
  ["some concerns", "some-concerns"],
]);

/** Parses a judgement; undefined for "Not applicable" and empty cells. In RoB 2, "unclear" means some concerns. */
export function judgedAs(text: string, method: RiskOfBiasMethod): Judged | undefined {
  const judged = judgements.get(folded(text));
  return judged === "unclear" && method === 2 ? "some-concerns" : judged;
}

/** A judgement of a study in a source: its domain by name, possibly for one group of outcomes. */
export interface NamedJudgement {
  readonly study: string;
  readonly domain: string;
  readonly judged: Judged;
  readonly support: string | null;
  readonly place: Place;
}

/**
 * Collects the judgements of studies by RoB 1. If a study has several judgements of one domain, for different groups of
 * outcomes, keeps them only if all agree: sources do not say to which analyses a group of outcomes applies.
 */
export function judgementsByStudy(
  named: readonly NamedJudgement[],
  losses: Losses,
): ReadonlyMap<string, readonly Judgement[]> {
  const found = new Map<string, Map<RiskOfBiasDomain, NamedJudgement[]>>();
  for (const judgement of named) {
    const domain = isBothBlindings(judgement.domain) ? undefined : domainNamed(judgement.domain);
    if (domain === undefined) {
      const item = losses.itemOnce("lost", "risk-of-bias-domain", { place: judgement.place });
      if (isBothBlindings(judgement.domain))
        item.translate("The judgements of “{0}” fit two domains: they were left out.", judgement.domain);
      else
        item.translate(
          "The judgements of “{0}” have no domain in documents: they were left out.",
          judgement.domain,
        );
      continue;
    }
    const ofStudy = found.get(judgement.study) ?? new Map<RiskOfBiasDomain, NamedJudgement[]>();
    found.set(judgement.study, ofStudy);
    ofStudy.set(domain, [...(ofStudy.get(domain) ?? []), judgement]);
  }
  return new Map(
    Array.from(found).flatMap(([study, domains]) => {
      const agreed = Array.from(domains).flatMap(([domain, judgements]) =>
        agreedJudgement(study, domain, judgements, losses),
      );
      return agreed.length === 0 ? [] : [[study, agreed] as const];
    }),
  );
}

function agreedJudgement(
  study: string,
  domain: RiskOfBiasDomain,
  judgements: readonly NamedJudgement[],
  losses: Losses,
): readonly Judgement[] {
  const [first] = judgements;
  if (first === undefined) return [];
  if (judgements.every(({ judged }) => judged === first.judged)) {
    const support = judgements.length === 1 ? first.support : null;
    return [{ domain, judged: first.judged, support }];
  }
  losses
    .item("lost", "risk-of-bias-groups", { place: first.place })
    .translate("“{0}” is judged otherwise for other outcomes in “{1}”: left out.", study, first.domain);
  return [];
}
