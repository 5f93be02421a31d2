import type { Losses } from "../model/report";
import type { Judged, Judgement, Place, RiskOfBiasDomain } from "../model/review";
import { domainNamed, isBothBlindings } from "./riskOfBias";

/** A judgement of a study in a source: its domain by name, possibly for one group of outcomes. */
export interface NamedJudgement {
  readonly study: string;
  readonly domain: string;
  readonly judged: Judged;
  readonly support: string | null;
  readonly place: Place;
}

/**
 * Collects the judgements of studies by the first method. If a study has several judgements of one domain, for
 * different groups of outcomes, keeps them only if all agree: sources do not say to which analyses a group applies.
 *
 * @returns judgements by study
 */
export function judgementsByStudy(
  named: readonly NamedJudgement[],
  losses: Losses,
): ReadonlyMap<string, readonly Judgement[]> {
  const { translate } = losses;
  const found = new Map<string, Map<RiskOfBiasDomain, NamedJudgement[]>>();
  for (const judgement of named) {
    const domain = isBothBlindings(judgement.domain) ? undefined : domainNamed(judgement.domain);
    if (domain === undefined) {
      losses.addOnce(
        "lost",
        "risk-of-bias-domain",
        { place: judgement.place },
        isBothBlindings(judgement.domain)
          ? translate("The judgements of “{0}” fit two domains: they were left out.", judgement.domain)
          : translate(
              "The judgements of “{0}” have no domain in documents: they were left out.",
              judgement.domain,
            ),
      );
      continue;
    }
    const ofStudy = found.get(judgement.study) ?? new Map<RiskOfBiasDomain, NamedJudgement[]>();
    found.set(judgement.study, ofStudy);
    ofStudy.set(domain, [...(ofStudy.get(domain) ?? []), judgement]);
  }
  return new Map(
    Array.from(found, ([study, domains]) => [
      study,
      Array.from(domains, ([domain, judgements]) =>
        agreedJudgement(study, domain, judgements, losses),
      ).flat(),
    ]),
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
  const { translate } = losses;
  losses.add(
    "lost",
    "risk-of-bias-groups",
    { place: first.place },
    translate("“{0}” is judged otherwise for other outcomes in “{1}”: left out.", study, first.domain),
  );
  return [];
}
