import { type Translate, isRatio } from "@analyses/evidence";
import type { Written } from "@analyses/json-schema";
import { loggedContrast } from "../model/contrast";
import type { Losses } from "../model/report";
import {
  type Analysis,
  type Cell,
  type Group,
  type Review,
  type RiskOfBiasMethod,
  type Row,
  type Stored,
  type StoredForm,
  type StoredName,
  analysisKey,
  isJudged,
} from "../model/review";
import { domainTitles } from "../reading/riskOfBias";
import { resultNames, revmanSchema, revmanWords } from "../revman/readRevmanJson";
import { html, listRevmanLosses, rowsOfPool, storedAs, sumsOf } from "./revmanResults";

interface RevmanOptions {
  readonly riskOfBias: RiskOfBiasMethod;
  /** Whether to omit the results that the source stores. */
  readonly withoutResults: boolean;
}

/** Writes RevMan's analyses document, with properties in RevMan's order (`spec/revman-item.md`). */
export function revmanDocument(review: Review, options: RevmanOptions, losses: Losses): Written {
  if (options.riskOfBias === 1 && isJudged(review))
    losses
      .item("lost", "risk-of-bias-domain")
      .translate(
        "Judgements by the first method have no place in RevMan's document: they are in its package.",
      );
  return {
    $schema: revmanSchema,
    "risk-of-bias-method": `RISK_OF_BIAS_${options.riskOfBias}`,
    "analysis-groups": review.groups.map((group) => ({
      number: group.number,
      name: html(group.name, review),
      analyses: writtenAnalyses(group, { review, options, losses }),
    })),
  };
}

function* writtenAnalyses(group: Group, around: Around): Iterable<Written> {
  const { losses } = around;
  for (const analysis of group.analyses) {
    const key = analysisKey(group, analysis);
    if (hasForm(analysis)) yield writtenAnalysis(analysis, key, around);
    else {
      const where = { analysis: key, place: analysis.place };
      losses.add("lost", "setting-not-kept", where, formlessSentence(losses.translate));
    }
  }
}

/** Whether RevMan's document can represent an analysis. */
export function hasForm({ choices }: Pick<Analysis, "choices">): boolean {
  return choices["data-type"]?.value !== "observed-expected";
}

/** Why RevMan's document cannot represent an analysis. */
export function formlessSentence(translate: Translate): string {
  return translate("O−E and variance has no form in RevMan's document that is known: left out.");
}

/** Properties of an object; undefined ones are absent. */
type Results = Readonly<Record<string, Written | undefined>>;

interface Around {
  readonly review: Review;
  readonly options: RevmanOptions;
  readonly losses: Losses;
}

/** RevMan's word for a standard value. */
export function wordFor<Value>(
  words: ReadonlyMap<string, Value>,
  cell: Pick<Cell<Value>, "value"> | undefined,
): string | null {
  for (const [word, value] of words) if (value === cell?.value) return word;
  return null;
}

/** Whether the figure of an analysis shows judgements: as its setting says, else if any row has a judgement. */
export function showsJudgements({ extras, rows }: Analysis): boolean {
  return extras.showRiskOfBias ?? rows.some(({ riskOfBias }) => riskOfBias.length > 0);
}

function writtenAnalysis(analysis: Analysis, key: string, around: Around): Written {
  const { review, losses } = around;
  const { choices, labels, extras, subgroups, rows } = analysis;
  const dataType = choices["data-type"]?.value;
  const measure = choices["effect-measure"]?.value;
  const isOther = measure === "other-ratio" || measure === "other-difference";
  const isRandom = choices.model?.value === "random-effects";
  const totals = choices.totals?.value ?? "totals-and-subtotals";
  const isOverall = totals === "totals-and-subtotals";
  listRevmanLosses(analysis, key, losses);
  const pooled = rowsOfPool(analysis, null);
  const group = (arm: "experimental" | "comparator"): Written => ({
    ...(isOverall ? armSums(pooled, arm, dataType) : {}),
    label: html(labels[`${arm}-label`], review),
  });
  return {
    number: analysis.number,
    name: html(analysis.name, review),
    id: extras.id,
    "data-source": "MANUAL",
    "data-type": wordFor(revmanWords.dataType, choices["data-type"]),
    method: wordFor(revmanWords.method, choices.method),
    "effect-measure": isOther ? "OTHER" : wordFor(revmanWords.measure, choices["effect-measure"]),
    "other-effect-measure": isOther ? (extras.otherMeasure ?? "") : undefined,
    "log-scale": measure !== undefined && isRatio(measure),
    "unit-of-measure": labels.unit && html(labels.unit, review),
    model: wordFor(revmanWords.model, choices.model),
    "heterogeneity-estimator": isRandom
      ? wordFor(revmanWords.estimator, choices["heterogeneity-estimator"])
      : undefined,
    "heterogeneity-ci-enabled": extras.tau2Interval ?? false,
    "subgroup-estimates-enabled": totals !== "no-totals",
    "overall-estimate-enabled": isOverall,
    "subgroup-differences-enabled": extras.subgroupTest ?? totals !== "no-totals",
    "pi-enabled": choices["prediction-interval"]?.value ?? false,
    "swap-event-and-non-event":
      dataType === "dichotomous" ? (choices["swap-events"]?.value ?? false) : undefined,
    "ci-method": choices["interval-method"]?.value === "hksj" ? "HKSJ" : "WALD",
    "ci-level": choices["confidence-level"]?.value ?? 0.95,
    "display-settings": {
      "sort-studies-by": { type: extras.sortBy ?? "STUDY" },
      "graph-label-left": html(labels["favours-left"], review),
      "graph-label-right": html(labels["favours-right"], review),
      scale: extras.graphScale?.value ?? 100,
      "show-risk-of-bias": showsJudgements(analysis),
    },
    "control-group": group("comparator"),
    "experimental-group": group("experimental"),
    ...poolResults(analysis.stored, analysis, around),
    "subgroup-differences": resultsAt(
      resultNames.heterogeneity,
      analysis.subgroupDifferences,
      analysis,
      around,
    ),
    subgroups:
      subgroups.length === 0
        ? undefined
        : subgroups.map((subgroup, index) => ({
            name: html(subgroup.name, review),
            number: subgroup.number,
            id: subgroup.id ?? undefined,
            "control-group": armSums(rowsOfPool(analysis, index), "comparator", dataType),
            "experimental-group": armSums(rowsOfPool(analysis, index), "experimental", dataType),
            weight: around.options.withoutResults
              ? undefined
              : storedAs(subgroup.stored, "weight", "analysis-scale", analysis),
            ...poolResults(subgroup.stored, analysis, around),
          })),
    "data-rows": (function* () {
      for (const row of rows) yield writtenRow(row, analysis, around);
    })(),
  };
}

function armSums(
  rows: readonly Row[],
  arm: "experimental" | "comparator",
  dataType: string | undefined,
): Results {
  const { events, total } = sumsOf(rows, arm);
  return { cases: dataType === "dichotomous" ? (events ?? 0) : undefined, "sample-size": total ?? 0 };
}

/** The source's results under RevMan's names; undefined if there are none. */
function resultsAt(
  names: readonly (readonly [StoredName, string])[],
  stored: Stored,
  analysis: Analysis,
  { options }: Around,
  form: StoredForm = "analysis-scale",
): Results | undefined {
  if (options.withoutResults) return undefined;
  const found = names.flatMap(([from, name]) => {
    const value = storedAs(stored, from, form, analysis);
    return value === undefined || !Number.isFinite(value) ? [] : [[name, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function estimateOf(stored: Stored, analysis: Analysis, around: Around): Written | undefined {
  const effect = resultsAt(resultNames.effect, stored, analysis, around);
  if (effect === undefined) return undefined;
  const measure = analysis.choices["effect-measure"]?.value;
  const ratioNames = resultNames.effect.map(([from, name]) => [from, `exp-${name}`] as const);
  return {
    ...effect,
    ...(measure !== undefined && isRatio(measure)
      ? resultsAt(ratioNames, stored, analysis, around, "printed")
      : {}),
    ...resultsAt(resultNames.tests, stored, analysis, around),
  };
}

function poolResults(stored: Stored, analysis: Analysis, around: Around): Results {
  const heterogeneity = resultsAt(resultNames.heterogeneity, stored, analysis, around);
  const isRandom = analysis.choices.model?.value === "random-effects";
  return {
    estimate: estimateOf(stored, analysis, around),
    heterogeneity: heterogeneity && {
      ...heterogeneity,
      "tau-squared": isRandom ? resultsAt(resultNames.tau2, stored, analysis, around) : undefined,
    },
  };
}

function writtenRow(row: Row, analysis: Analysis, around: Around): Written {
  const { review, options } = around;
  const { numbers, stored, subgroup } = row;
  const dataType = analysis.choices["data-type"]?.value;
  const arm = (name: "experimental" | "comparator"): Written => {
    const number = (part: "events" | "total" | "mean" | "sd"): number | null =>
      numbers[`${name}-${part}`]?.value ?? null;
    if (dataType === "contrast") return { "sample-size": number("total") ?? 0 };
    return dataType === "continuous"
      ? { mean: number("mean"), sd: number("sd"), "sample-size": number("total") }
      : { cases: number("events"), "sample-size": number("total") };
  };
  const contrast = loggedContrast(row, analysis);
  const isEstimable = stored.estimate !== undefined;
  const [footnote] = row.footnotes;
  return {
    "study-name": html(row.study, review),
    year: row.year?.value ?? "",
    applicability: {
      "subgroup-number": subgroup === null ? undefined : analysis.subgroups[subgroup]?.number,
      overall: row.appliesTo !== "subgroup-only",
    },
    weight:
      isEstimable && !options.withoutResults
        ? storedAs(stored, "weight", "analysis-scale", analysis)
        : undefined,
    estimate: isEstimable ? estimateOf(stored, analysis, around) : undefined,
    "control-group": arm("comparator"),
    "experimental-group": arm("experimental"),
    contrast:
      dataType === "contrast"
        ? { mean: contrast?.estimate ?? null, se: contrast?.standardError ?? null }
        : undefined,
    "risk-of-bias": options.riskOfBias === 2 ? judgementsOf(row) : undefined,
    footnote: footnote === undefined ? undefined : row.footnotes.map((one) => html(one, review)).join("<br>"),
  };
}

const judgementWords = {
  low: "LOW_RISK",
  unclear: "UNCLEAR_RISK",
  "some-concerns": "UNCLEAR_RISK",
  high: "HIGH_RISK",
} as const;

function judgementsOf({ riskOfBias }: Row): Written | undefined {
  const judged = Array.from(domainTitles[2]).flatMap(([domain, name]) => {
    const one = riskOfBias.find((judgement) => judgement.domain === domain);
    if (one === undefined) return [];
    const support = one.support ?? "";
    return [{ domain: name, judgement: judgementWords[one.judged], "support-for-judgement": support }];
  });
  return judged.length === 0 ? undefined : judged;
}
