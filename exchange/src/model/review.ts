// The model of a source: groups, analyses, subgroups and rows, by roles and in standard values.

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
import { columnRoles } from "@analyses/evidence";

/** A position in a source: lines and columns count from 1; in JSON, `pointer` (RFC 6901) is the path. */
export interface Place {
  /** The name of the file, or of an archive's entry. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer?: string;
}

/** A value with its original text. */
export interface Cell<Value> {
  readonly value: Value;
  readonly text: string;
  readonly place: Place;
}

/** The choices of an analysis, by role; absent if the source does not state them. */
export interface Choices {
  readonly "data-type"?: Cell<DataType>;
  readonly "effect-measure"?: Cell<EffectMeasure>;
  readonly method?: Cell<Method>;
  readonly model?: Cell<Model["kind"]>;
  readonly "heterogeneity-estimator"?: Cell<HeterogeneityEstimator>;
  readonly "interval-method"?: Cell<IntervalMethod>;
  /** A fraction, such as 0.95. */
  readonly "confidence-level"?: Cell<number>;
  readonly "prediction-interval"?: Cell<boolean>;
  readonly totals?: Cell<Totals>;
  readonly "swap-events"?: Cell<boolean>;
  readonly scale?: Cell<Scale>;
}

/** The labels of an analysis, by role. */
export interface Labels {
  readonly "experimental-label"?: Cell<string>;
  readonly "comparator-label"?: Cell<string>;
  readonly "favours-left"?: Cell<string>;
  readonly "favours-right"?: Cell<string>;
  readonly unit?: Cell<string>;
}

/** Additional properties of an analysis that only RevMan's forms can represent. */
export interface Extras {
  /** RevMan's identifier: `analysis:` and 18 digits. */
  readonly id?: string;
  /** The author's words for an unnamed measure. */
  readonly otherMeasure?: string;
  readonly subgroupTest?: boolean;
  readonly tau2Interval?: boolean;
  readonly graphScale?: Cell<number>;
  readonly showRiskOfBias?: boolean;
  readonly sortBy?: string;
}

/**
 * Results that a source stores for a pool or a row, as written in the source; {@link StoredForm} defines their form.
 * `p` tests the effect, `qP` heterogeneity or the differences between subgroups.
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
  | "weight";

export type Stored = Partial<Readonly<Record<StoredName, Cell<number>>>>;

/**
 * `printed`: ratios as such, weights and I² in per cent. `analysis-scale`: ratios as logarithms, weights and I² as
 * fractions.
 */
export type StoredForm = "printed" | "analysis-scale";

export type Judged = "low" | "unclear" | "some-concerns" | "high";

/** A risk-of-bias judgement: of a study by the first method (RoB 1), or of a row by the second method (RoB 2). */
export interface Judgement {
  readonly domain: RiskOfBiasDomain;
  readonly judged: Judged;
  /** The reasons for the judgement as HTML; null if the source gives no reasons. */
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
  /** The index of the row's subgroup in the analysis; null for a row without a subgroup. */
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
  /** Null if the source has no judgements and does not name the method. */
  readonly riskOfBiasMethod: RiskOfBiasMethod | null;
  /** Whether the `text` of names is HTML; their `value` is always plain text. */
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

/** Whether a review has any risk-of-bias judgement. */
export function isJudged({ groups }: Pick<Review, "groups">): boolean {
  return groups.some(({ analyses }) =>
    analyses.some(({ rows }) => rows.some(({ riskOfBias }) => riskOfBias.length > 0)),
  );
}

/** The name of an analysis in reports: `1.2`. */
export function analysisKey(group: Pick<Group, "number">, analysis: Pick<Analysis, "number">): string {
  return `${group.number}.${analysis.number}`;
}

/** Numbers that pooling rows of a type of data does not need, but that sources have and conversions keep. */
const numbersBesides: Readonly<Record<DataType, readonly NumberRole[]>> = {
  dichotomous: [],
  continuous: [],
  contrast: ["experimental-total", "comparator-total"],
  "observed-expected": ["experimental-events", "experimental-total", "comparator-events", "comparator-total"],
};

export function dataRoles(dataType: DataType): readonly NumberRole[] {
  return [...columnRoles(dataType), ...numbersBesides[dataType]];
}

/** A format's names for the numbers of a row. */
export type NumberNames = Partial<Readonly<Record<NumberRole, string>>>;

/** Returns the numbers that a format has for a type of data, with its names. */
export function dataColumns(
  dataType: DataType,
  names: NumberNames,
): readonly (readonly [NumberRole, string])[] {
  return dataRoles(dataType).flatMap((role) => {
    const name = names[role];
    return name === undefined ? [] : [[role, name] as const];
  });
}

/** Drops the zeros that RevMan writes for the participants and events that a row of estimates or of O−E lacks. */
export function withoutZeroArms(numbers: Row["numbers"], dataType: DataType): Row["numbers"] {
  const hasTotal = [numbers["experimental-total"], numbers["comparator-total"]].some(
    (total) => total !== undefined && total.value !== 0,
  );
  if (hasTotal || dataType === "dichotomous" || dataType === "continuous") return numbers;
  return Object.fromEntries(
    Object.entries(numbers).filter(([role, { value }]) => value !== 0 || !/-(?:total|events)$/.test(role)),
  );
}
