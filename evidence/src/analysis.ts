// The data of a pairwise meta-analysis, by data type: the types allow only combinations that can be pooled.
// Terms are those of the Cochrane Handbook, chapters 6 and 10. Estimates of ratios are logarithms.

import { isObject } from "./json";

export type DataType = "dichotomous" | "continuous" | "contrast" | "observed-expected";

export type EffectMeasure =
  | "odds-ratio"
  | "risk-ratio"
  | "risk-difference"
  | "peto-odds-ratio"
  | "mean-difference"
  | "standardized-mean-difference"
  | "hazard-ratio"
  | "rate-ratio"
  | "other-ratio"
  | "other-difference";

export type RatioMeasure =
  "odds-ratio" | "risk-ratio" | "peto-odds-ratio" | "hazard-ratio" | "rate-ratio" | "other-ratio";

export type Method = "mantel-haenszel" | "inverse-variance" | "peto" | "observed-expected";

export type HeterogeneityEstimator = "dersimonian-laird" | "reml";

export type IntervalMethod = "wald" | "hksj";

export type Totals = "totals-and-subtotals" | "subtotals-only" | "no-totals";

/** The scale of reported numbers: `log` for the logarithm of a ratio. */
export type Scale = "log" | "natural";

/** The assumption about the studies' true effects. */
export type Model =
  | { readonly kind: "fixed-effect" }
  | {
      readonly kind: "random-effects";
      readonly estimator: HeterogeneityEstimator;
      readonly interval: IntervalMethod;
    };

/** The participants of one arm, and how many of them had the event. */
export interface EventCounts {
  readonly events: number;
  readonly total: number;
}

export interface MeanAndDeviation {
  readonly mean: number;
  readonly standardDeviation: number;
  readonly total: number;
}

export interface TwoArms<Arm> {
  readonly experimental: Arm;
  readonly comparator: Arm;
}

/** An estimate (for ratios the logarithm) with its standard error. */
export interface Contrast {
  readonly estimate: number;
  readonly standardError: number;
  readonly participants: number | null;
}

/** O − E of the experimental arm's events, and its variance V: for the log hazard ratio or Peto's odds ratio. */
export interface ObservedExpected {
  readonly observedMinusExpected: number;
  readonly variance: number;
  readonly participants: number | null;
}

/**
 * The pools that include a row. A study with two experimental arms can be in a subgroup with each of them and, with
 * both arms combined, in the total.
 */
export type AppliesTo = "subgroup-and-overall" | "subgroup-only" | "overall-only";

export interface Row<Data> {
  /** The index of the row in the item; results name the row by it. */
  readonly id: number;
  readonly study: string;
  /** The index of the row's subgroup in `subgroups`; null for a row outside of subgroups. */
  readonly subgroup: number | null;
  readonly appliesTo: AppliesTo;
  /** Whether the row is only displayed: neither pooled nor counted. */
  readonly excluded: boolean;
  /** Null for a study without any numbers. */
  readonly data: Data | null;
}

interface AnalysisOf<Data> {
  readonly model: Model;
  /** Between 0 and 1: 0.95 for 95 %. */
  readonly confidenceLevel: number;
  readonly totals: Totals;
  /** Whether the document requests a prediction interval. */
  readonly predictionInterval: boolean;
  /** Null without subgroups; a subgroup may have no rows. */
  readonly subgroups: readonly string[] | null;
  readonly rows: readonly Row<Data>[];
}

export interface DichotomousAnalysis extends AnalysisOf<TwoArms<EventCounts>> {
  readonly dataType: "dichotomous";
  readonly choice: DichotomousChoice;
  /** Whether to analyse the absence of the event instead. */
  readonly swapEvents: boolean;
}

export type DichotomousChoice =
  | {
      readonly measure: "odds-ratio" | "risk-ratio" | "risk-difference";
      readonly method: "mantel-haenszel" | "inverse-variance";
    }
  | { readonly measure: "peto-odds-ratio"; readonly method: "peto" | "inverse-variance" };

export interface ContinuousAnalysis extends AnalysisOf<TwoArms<MeanAndDeviation>> {
  readonly dataType: "continuous";
  readonly choice: {
    readonly measure: "mean-difference" | "standardized-mean-difference";
    readonly method: "inverse-variance";
  };
}

export interface ContrastAnalysis extends AnalysisOf<Contrast> {
  readonly dataType: "contrast";
  readonly choice: { readonly measure: EffectMeasure; readonly method: "inverse-variance" };
}

export interface ObservedExpectedAnalysis extends AnalysisOf<ObservedExpected> {
  readonly dataType: "observed-expected";
  readonly choice: {
    readonly measure: RatioMeasure;
    readonly method: "peto" | "observed-expected" | "inverse-variance";
  };
}

export type Analysis = DichotomousAnalysis | ContinuousAnalysis | ContrastAnalysis | ObservedExpectedAnalysis;

const ratios: ReadonlySet<EffectMeasure> = new Set<RatioMeasure>([
  "odds-ratio",
  "risk-ratio",
  "peto-odds-ratio",
  "hazard-ratio",
  "rate-ratio",
  "other-ratio",
]);

export function isRatio(measure: EffectMeasure): measure is RatioMeasure {
  return ratios.has(measure);
}

/** The scale on which an effect measure is computed and reported. */
export function scaleOf(measure: EffectMeasure): Scale {
  return isRatio(measure) ? "log" : "natural";
}

/** Properties that may name an analysis: item schemas may choose among them, and nest them. */
export const nameProperties = ["name", "title", "label", "outcome"];

/**
 * The name of an analysis: the first text among its {@link nameProperties}, or among the same properties of an object
 * that one of them holds.
 */
export function analysisName(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  return nameProperties
    .map((property) => item[property])
    .map((value) => (isObject(value) ? nameProperties.map((inner) => value[inner]).find(isName) : value))
    .find(isName);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
