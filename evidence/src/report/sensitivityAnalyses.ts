// Whether a conclusion depends on one study or on one choice (Cochrane Handbook, 10.14), and at which study
// it changed. Empty for an analysis without a total, or with a total of fewer than two studies.

import type { Analysis, EffectMeasure, Method, Model } from "../analysis";
import type { ConclusionChange, PooledStudy } from "../checks/sensitivity";
import { changeOfConclusion, pooledStudies } from "../checks/sensitivity";
import { computeAnalysis } from "../pooling/computeAnalysis";
import { type Heterogeneity, type PooledEffect, pool } from "../pooling/pool";
import type { ComputedItem } from "../evidenceOfItem";

/** A total pooled from other studies or by other choices. */
interface OtherPool {
  /** On the analysis scale, logarithms for ratios; null if nothing can be pooled. */
  readonly effect: PooledEffect | null;
  /** Null with one study. */
  readonly heterogeneity: Heterogeneity | null;
  /** The number of pooled studies. */
  readonly studies: number;
  /** Null if the data lack the number of participants. */
  readonly participants: number | null;
  readonly change: ConclusionChange | null;
}

interface OfStudy {
  /** The index of the item's row. */
  readonly row: number;
  readonly study: string;
}

/** The total without a study; `change` compares it with the original analysis. */
export interface PoolWithoutStudy extends OtherPool, OfStudy {}

/** The total of a study and those before it; `change` compares it with the previous step. */
export interface CumulativePool extends OtherPool, OfStudy {
  readonly year: number | null;
}

/** The total by other choices; `change` compares it with the original analysis. */
export interface SensitivityPool extends OtherPool {
  readonly measure: EffectMeasure;
  readonly method: Method;
  readonly model: Model;
  readonly isAsAnalysed: boolean;
}

export type CumulativeOrder = "document" | "year" | "precision";

/** The total without each study in turn, in the order of the document. */
export function leaveOneOut({ analysis, result }: ComputedItem): readonly PoolWithoutStudy[] {
  const { effect } = result;
  const studies = pooledStudies(result);
  if (effect === null || studies.length < 2) return [];
  return studies.map(({ id, study, participants }) => {
    const others = studies.filter((other) => other.id !== id);
    // Participants of studies that are not estimable remain included.
    const left = minus(result.participants, participants);
    return { row: id, study, ...repooled(analysis, others, left, effect) };
  });
}

/**
 * The total accumulated study by study (Lau 1992, *Cumulative meta-analysis of therapeutic trials*), without studies
 * that are not estimable.
 *
 * @param order `year`: that of the row, else the one at the end of its study's name; studies without a year come last.
 *   `precision`: the smallest standard error first
 */
export function cumulative(
  { analysis, result, content }: ComputedItem,
  order: CumulativeOrder,
): readonly CumulativePool[] {
  const studies = pooledStudies(result).map((study) => ({
    ...study,
    year: yearOf(content.rows?.[study.id]?.year ?? null) ?? yearOf(study.study),
  }));
  if (result.effect === null || studies.length < 2) return [];
  if (order === "year") studies.sort((one, other) => (one.year ?? withoutYear) - (other.year ?? withoutYear));
  if (order === "precision") studies.sort((one, other) => one.standardError - other.standardError);
  let before: PooledEffect | null = null;
  let participants: number | null = 0;
  const steps: CumulativePool[] = [];
  for (const [index, { id, study, year, participants: own }] of studies.entries()) {
    participants = participants === null || own === null ? null : participants + own;
    const step = repooled(analysis, studies.slice(0, index + 1), participants, before);
    steps.push({ row: id, study, year, ...step });
    before = step.effect;
  }
  return steps;
}

/** The year by which studies without a year are sorted: last. */
const withoutYear = 10_000;

/** The year at the end of a text: `2014`, `Abara 2014`, `Abara 2014a`. */
function yearOf(text: string | null): number | null {
  const [, year] = /(?<!\d)((?:1[89]|20)\d\d)[a-z]?\)?$/.exec(text?.trim() ?? "") ?? [];
  return year === undefined ? null : Number(year);
}

/**
 * The total by alternative choices: the original analysis, its measure with the other models, and the other measures
 * that its data allow, with its own model. One choice differs at a time.
 */
export function sensitivityTable({ analysis, result }: ComputedItem): readonly SensitivityPool[] {
  const { effect } = result;
  if (effect === null || result.studies < 2) return [];
  const otherModels = models.filter((model) => !isSameModel(model, analysis.model));
  const withOthers = otherModels.map((model) => withModel(analysis, model));
  const all = [analysis, ...withOthers, ...otherMeasures(analysis)];
  return all.map((one, index) => {
    const { choice, model } = one;
    const computed = computeAnalysis({ ...one, totals: "totals-and-subtotals", subgroups: null });
    const made =
      computed.kind === "out-of-range"
        ? { effect: null, heterogeneity: null, studies: 0, participants: result.participants }
        : computed;
    const { heterogeneity, studies, participants } = made;
    const change = made.effect === null ? null : changeOfConclusion(effect, made.effect);
    const { measure, method } = choice;
    const pooled = { effect: made.effect, heterogeneity, studies, participants, change };
    return { measure, method, model, isAsAnalysed: index === 0, ...pooled };
  });
}

const models: readonly Model[] = [
  { kind: "fixed-effect" },
  { kind: "random-effects", estimator: "dersimonian-laird", interval: "wald" },
  { kind: "random-effects", estimator: "dersimonian-laird", interval: "hksj" },
  { kind: "random-effects", estimator: "reml", interval: "wald" },
  { kind: "random-effects", estimator: "reml", interval: "hksj" },
];

function isSameModel(one: Model, other: Model): boolean {
  if (one.kind === "fixed-effect" || other.kind === "fixed-effect") return one.kind === other.kind;
  return one.estimator === other.estimator && one.interval === other.interval;
}

/**
 * The analysis by another model. Sums of observed minus expected are fixed-effect methods: random effects pool by
 * inverse variance instead.
 */
function withModel(analysis: Analysis, model: Model): Analysis {
  const method = "inverse-variance";
  if (model.kind === "random-effects") {
    if (analysis.dataType === "dichotomous" && analysis.choice.method === "peto")
      return { ...analysis, model, choice: { ...analysis.choice, method } };
    if (analysis.dataType === "observed-expected")
      return { ...analysis, model, choice: { ...analysis.choice, method } };
  }
  return { ...analysis, model };
}

function otherMeasures(analysis: Analysis): readonly Analysis[] {
  switch (analysis.dataType) {
    case "dichotomous": {
      const { model, choice: own } = analysis;
      const method = own.method === "inverse-variance" ? own.method : "mantel-haenszel";
      const peto = model.kind === "fixed-effect" ? "peto" : "inverse-variance";
      const choices = [
        { measure: "odds-ratio", method },
        { measure: "risk-ratio", method },
        { measure: "risk-difference", method },
        { measure: "peto-odds-ratio", method: peto },
      ] as const;
      return choices
        .filter(({ measure }) => measure !== own.measure)
        .map((choice) => ({ ...analysis, choice }));
    }
    case "continuous": {
      const { measure, method } = analysis.choice;
      const other = measure === "mean-difference" ? "standardized-mean-difference" : "mean-difference";
      return [{ ...analysis, choice: { measure: other, method } }];
    }
    case "contrast":
    case "observed-expected":
      return [];
  }
}

function repooled(
  analysis: Analysis,
  studies: readonly PooledStudy[],
  participants: number | null,
  before: PooledEffect | null,
): OtherPool {
  const pooled = pool(studies, analysis);
  if (pooled === "out-of-range")
    return { effect: null, heterogeneity: null, studies: studies.length, participants, change: null };
  const { effect, heterogeneity } = pooled;
  const change = before === null ? null : changeOfConclusion(before, effect);
  return { effect, heterogeneity, studies: studies.length, participants, change };
}

function minus(all: number | null, value: number | null): number | null {
  // Infinite: the difference is undefined.
  return all === null || value === null || all === Infinity ? null : all - value;
}
