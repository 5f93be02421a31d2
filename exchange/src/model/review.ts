import type {
  AppliesTo,
  DataType,
  EffectMeasure,
  HeterogeneityEstimator,
  IntervalMethod,
  Method,
  Model,
  NumberRole,
  Scale,
  Totals,
} from "@analyses/evidence";

/** The plain model of what a source says: groups, analyses, subgroups and rows, in roles and standard values. */

/** Where something stands: lines and columns count from 1. In JSON the pointer says it (RFC 6901). */
export interface Place {
  /** The name of the file, of an archive the entry in it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer?: string;
}

/** A value with its text as the source has it. */
export interface Cell<Value> {
  readonly value: Value;
  readonly text: string;
  readonly place: Place;
}

/** What an analysis chooses, by role; what the source does not say is absent. */
export interface Choices {
  readonly "data-type"?: Cell<DataType>;
  readonly "effect-measure"?: Cell<EffectMeasure>;
  readonly method?: Cell<Method>;
  readonly model?: Cell<Model["kind"]>;
  readonly "heterogeneity-estimator"?: Cell<HeterogeneityEstimator>;
  readonly "interval-method"?: Cell<IntervalMethod>;
  /** A fraction of 1. */
  readonly "confidence-level"?: Cell<number>;
  readonly "prediction-interval"?: Cell<boolean>;
  readonly totals?: Cell<Totals>;
  readonly "swap-events"?: Cell<boolean>;
  readonly scale?: Cell<Scale>;
}

/** What an analysis calls things, by role. */
export interface Labels {
  readonly "experimental-label"?: Cell<string>;
  readonly "comparator-label"?: Cell<string>;
  readonly "favours-left"?: Cell<string>;
  readonly "favours-right"?: Cell<string>;
  readonly unit?: Cell<string>;
}

/** What some programs keep of an analysis besides, and of what only RevMan's forms have a place. */
export interface Extras {
  /** RevMan's identifier: `analysis:` and 18 digits. */
  readonly id?: string;
  /** The author's words for a measure that has no name of its own. */
  readonly otherMeasure?: string;
  readonly subgroupTest?: boolean;
  readonly tau2Interval?: boolean;
  readonly graphScale?: Cell<number>;
  readonly showRiskOfBias?: boolean;
  readonly sortBy?: string;
}

/**
 * Results that a source stores of a pool or a row: numbers as they stand there. {@link StoredForm} says what they are.
 * `p` is of the effect, `qP` of heterogeneity or of the differences between subgroups.
 */
export type StoredName =
  | "estimate"
  | "low"
  | "high"
  | "predictionLow"
  | "predictionHigh"
  | "z"
  | "t"
  | "p"
  | "q"
  | "df"
  | "qP"
  | "i2"
  | "tau2"
  | "tau2Low"
  | "tau2High"
  | "weight"
  | "experimentalEvents"
  | "experimentalTotal"
  | "comparatorEvents"
  | "comparatorTotal";

export type Stored = Partial<Readonly<Record<StoredName, Cell<number>>>>;

/** `printed`: ratios themselves, weights and I² in per cent; `analysis-scale`: logarithms of ratios, and fractions. */
export type StoredForm = "printed" | "analysis-scale";

export type Judged = "low" | "unclear" | "some-concerns" | "high";

/** A judgement of a study, or of a row by the second method. */
export interface Judgement {
  readonly domain: RiskOfBiasDomain;
  readonly judged: Judged;
  /** HTML; null where the source has none. */
  readonly support: string | null;
}

export type RiskOfBiasDomain =
  | "random-sequence-generation"
  | "allocation-concealment"
  | "blinding-of-participants-and-personnel"
  | "blinding-of-outcome-assessment"
  | "incomplete-outcome-data"
  | "selective-reporting"
  | "other-bias"
  | "randomisation-process"
  | "deviations-from-intended-interventions"
  | "missing-outcome-data"
  | "measurement-of-the-outcome"
  | "selection-of-the-reported-result"
  | "overall";

export interface Row {
  readonly study: Cell<string>;
  readonly year: Cell<string> | null;
  /** The index of its subgroup in the analysis. */
  readonly subgroup: number | null;
  readonly appliesTo: AppliesTo;
  readonly excluded: boolean;
  readonly numbers: Partial<Readonly<Record<NumberRole, Cell<number>>>>;
  readonly footnotes: readonly Cell<string>[];
  readonly riskOfBias: readonly Judgement[];
  readonly stored: Stored;
  readonly place: Place;
}

export interface Subgroup {
  readonly name: Cell<string>;
  readonly number: number;
  /** RevMan's identifier: `subgroup:` and 18 digits. */
  readonly id: string | null;
  readonly stored: Stored;
}

export interface Analysis {
  readonly number: number;
  readonly name: Cell<string>;
  readonly choices: Choices;
  readonly labels: Labels;
  readonly extras: Extras;
  readonly subgroups: readonly Subgroup[];
  readonly rows: readonly Row[];
  readonly stored: Stored;
  readonly subgroupDifferences: Stored;
  readonly storedForm: StoredForm;
  readonly place: Place;
}

export interface Group {
  readonly number: number;
  readonly name: Cell<string>;
  readonly analyses: readonly Analysis[];
}

export type RiskOfBiasMethod = 1 | 2;

export interface Review {
  readonly source: SourceKind;
  readonly groups: readonly Group[];
  /** Null where the source has no judgements and does not name the method. */
  readonly riskOfBiasMethod: RiskOfBiasMethod | null;
  /** Whether the texts of names are HTML; values are plain text always. */
  readonly isHtml: boolean;
}

export const sourceKinds = [
  "document",
  "revman-json",
  "revman-package",
  "rm5",
  "revman5-csv",
  "table",
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** An analysis as reports name it: `1.2`. */
export function analysisKey(group: Pick<Group, "number">, analysis: Pick<Analysis, "number">): string {
  return `${group.number}.${analysis.number}`;
}
