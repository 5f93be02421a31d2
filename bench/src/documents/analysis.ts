import type { Random } from "./random";

/** One item of `analyses` that conforms to samples/pairwise-analysis.schema.json. */
export interface Analysis {
  readonly number: number;
  readonly name: string;
  readonly [property: string]: unknown;
}

const outcomes = ["Mortality", "Pain", "Quality of life", "Médication de secours"] as const;

const timePoints = ["at end of treatment", "at 6 weeks", "at 3 months", "at 12 months"] as const;

const authors = [
  "Abara",
  "Bergström",
  "Delgado",
  "Fernández-Ríos",
  "Ivanova",
  "Jørgensen",
  "Okafor",
] as const;

const domains = [
  "randomisation-process",
  "deviations-from-intended-interventions",
  "missing-outcome-data",
  "measurement-of-the-outcome",
  "selection-of-the-reported-result",
] as const;

/** The judgements, from the best to the worst. */
const judgementNames = ["LOW", "SOME_CONCERNS", "HIGH"] as const;

/** Creates a valid analysis with a number of studies; every third one has two subgroups. */
export function makeAnalysis(random: Random, number: number, studies: number): Analysis {
  const isContinuous = random.chance(40);
  const makeStudy = isContinuous ? continuousStudy : dichotomousStudy;
  const allStudies = Array.from({ length: studies }, (_, index) => makeStudy(random, index));
  const half = Math.ceil(studies / 2);
  return {
    number,
    name: `${random.pick(outcomes)} ${random.pick(timePoints)}`,
    "outcome-type": isContinuous ? "CONTINUOUS" : "DICHOTOMOUS",
    "effect-measure": isContinuous ? "MEAN_DIFFERENCE" : "RISK_RATIO",
    method: isContinuous ? "INVERSE_VARIANCE" : "MANTEL_HAENSZEL",
    model: "RANDOM_EFFECTS",
    "heterogeneity-estimator": "RESTRICTED_MAXIMUM_LIKELIHOOD",
    "confidence-level": 95,
    "experimental-label": "Drug",
    "comparator-label": "Placebo",
    "data-checked-on": `2026-0${1 + random.below(9)}-1${random.below(10)}`,
    ...(number % 3 === 0
      ? {
          subgroups: [
            { name: "Low dose", studies: allStudies.slice(0, half) },
            { name: "High dose", studies: allStudies.slice(half) },
          ],
        }
      : { studies: allStudies }),
  };
}

function dichotomousStudy(random: Random, index: number) {
  const { study, total } = studyOf(index);
  const arm = () => ({ events: Math.round((total * (10 + random.below(20))) / 100), total });
  return { study, experimental: arm(), comparator: arm(), ...judgements(random) };
}

function continuousStudy(random: Random, index: number) {
  const { study, total } = studyOf(index);
  const arm = () => ({
    mean: 40 + random.below(100) / 10,
    "standard-deviation": 10 + random.below(100) / 10,
    total,
  });
  return { study, experimental: arm(), comparator: arm(), ...judgements(random) };
}

/**
 * A study's name, unique in an analysis, and the participants of each arm, the same in every analysis: otherwise checks
 * would report findings.
 */
function studyOf(index: number) {
  const author = authors[index % authors.length] ?? "";
  const year = 1990 + Math.floor(index / authors.length);
  return { study: `${author} ${year}`, total: 60 + ((author.length * 37 + year * 13) % 400) };
}

function judgements(random: Random) {
  const byDomain = domains.map((domain) => [domain, random.pick(["LOW", ...judgementNames])] as const);
  // The overall judgement is that of the worst domain: a check would report any other.
  const overall = judgementNames.findLast((name) => byDomain.some(([, judgement]) => judgement === name));
  return { "risk-of-bias": { ...Object.fromEntries(byDomain), overall } as unknown };
}
