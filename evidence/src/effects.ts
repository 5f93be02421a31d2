import type {
  Analysis,
  ContinuousAnalysis,
  Contrast,
  EffectMeasure,
  EventCounts,
  MeanAndDeviation,
  ObservedExpected,
  Row,
  TwoArms,
  DichotomousChoice,
} from "./analysis";

/** Why a study has no effect of its own and stays out of the pool. */
export type NotEstimableReason =
  | "no-data"
  | "no-participants"
  | "no-events"
  | "all-events"
  | "no-deviation"
  | "no-variance"
  | "too-few-participants"
  | "out-of-range";

/** The result of a single study, on the scale of the effect measure. */
export type StudyEffect =
  | {
      readonly kind: "estimable";
      readonly estimate: number;
      readonly standardError: number;
      /** Whether a zero cell was corrected, for the effect or for its variance. */
      readonly corrected: boolean;
      /** The uncorrected counts; null for data that are not dichotomous. */
      readonly cells: Cells | null;
    }
  | { readonly kind: "not-estimable"; readonly reason: NotEstimableReason };

function notEstimable(reason: NotEstimableReason): StudyEffect {
  return { kind: "not-estimable", reason };
}

/** An estimable effect, unless a number left double precision's range. */
function estimable(
  estimate: number,
  standardError: number,
  cells: Cells | null = null,
  corrected = false,
): StudyEffect {
  const isInRange = Number.isFinite(estimate) && Number.isFinite(standardError) && standardError > 0;
  return isInRange
    ? { kind: "estimable", estimate, standardError, corrected, cells }
    : notEstimable("out-of-range");
}

/** Receives a row with its own effect; `participants` is null if the data lack the number. */
export type TakeRow<Result> = (row: Row<unknown>, participants: number | null, effect: StudyEffect) => Result;

/** Calls `take` for each row with its effect, and collects the results in the order of the rows. */
export function withEffects<Result>(analysis: Analysis, take: TakeRow<Result>): readonly Result[] {
  switch (analysis.dataType) {
    case "dichotomous": {
      const { choice, swapEvents } = analysis;
      return each(analysis.rows, take, participantsIn, (counts) =>
        dichotomousEffect(cellsOf(counts, swapEvents), choice.measure),
      );
    }
    case "continuous": {
      const { measure } = analysis.choice;
      return each(analysis.rows, take, participantsIn, (arms) => continuousEffect(arms, measure));
    }
    case "contrast":
      return each(analysis.rows, take, ({ participants }) => participants, contrastEffect);
    case "observed-expected":
      return each(analysis.rows, take, ({ participants }) => participants, observedExpectedEffect);
  }
}

function each<Data, Result>(
  rows: readonly Row<Data>[],
  take: TakeRow<Result>,
  participantsOf: (data: Data) => number | null,
  effectOf: (data: Data) => StudyEffect,
): readonly Result[] {
  return rows.map((row) =>
    row.data === null
      ? take(row, 0, notEstimable("no-data"))
      : take(row, participantsOf(row.data), effectOf(row.data)),
  );
}

function participantsIn({ experimental, comparator }: TwoArms<Pick<EventCounts, "total">>): number {
  return experimental.total + comparator.total;
}

function contrastEffect({ estimate, standardError }: Contrast): StudyEffect {
  return standardError === 0 ? notEstimable("no-variance") : estimable(estimate, standardError);
}

function observedExpectedEffect({ observedMinusExpected, variance }: ObservedExpected): StudyEffect {
  if (variance === 0) return notEstimable("no-variance");
  return estimable(observedMinusExpected / variance, 1 / Math.sqrt(variance));
}

/**
 * A study's effect from means and standard deviations. Deeks and Higgins, *Statistical algorithms in Review Manager*,
 * "Individual study estimates: continuous outcomes".
 */
function continuousEffect(
  arms: TwoArms<MeanAndDeviation>,
  measure: ContinuousAnalysis["choice"]["measure"],
): StudyEffect {
  const { experimental, comparator } = arms;
  if (experimental.total === 0 || comparator.total === 0) return notEstimable("no-participants");
  if (experimental.standardDeviation === 0 || comparator.standardDeviation === 0)
    return notEstimable("no-deviation");
  return measure === "mean-difference" ? meanDifference(arms) : standardizedMeanDifference(arms);
}

function meanDifference({ experimental, comparator }: TwoArms<MeanAndDeviation>): StudyEffect {
  const standardError = Math.hypot(
    experimental.standardDeviation / Math.sqrt(experimental.total),
    comparator.standardDeviation / Math.sqrt(comparator.total),
  );
  return estimable(experimental.mean - comparator.mean, standardError);
}

/** Hedges' g with the approximate correction for small samples, as RevMan computes it. */
function standardizedMeanDifference({ experimental, comparator }: TwoArms<MeanAndDeviation>): StudyEffect {
  const [n1, n2] = [experimental.total, comparator.total];
  const all = n1 + n2;
  // Too few participants: the correction divides by 4N − 9, the variance by N − 3.94.
  if (all < 3) return notEstimable("too-few-participants");
  const pooledDeviation = Math.hypot(
    experimental.standardDeviation * Math.sqrt((n1 - 1) / (all - 2)),
    comparator.standardDeviation * Math.sqrt((n2 - 1) / (all - 2)),
  );
  const ownError = Math.sqrt(1 / n1 + 1 / n2);
  // With three participants the correction leaves no difference, as in RevMan.
  if (all < 4) return estimable(0, ownError);
  const difference = (experimental.mean - comparator.mean) / pooledDeviation;
  const g = difference * (1 - 3 / (4 * all - 9));
  return estimable(g, Math.hypot(ownError, g / Math.sqrt(2 * (all - 3.94))));
}

/** Participants with and without the event: a and b in the experimental arm, c and d in the comparator. */
export interface Cells {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

function cellsOf({ experimental, comparator }: TwoArms<EventCounts>, swapEvents: boolean): Cells {
  const a = experimental.events;
  const b = experimental.total - a;
  const c = comparator.events;
  const d = comparator.total - c;
  return swapEvents ? { a: b, b: a, c: d, d: c } : { a, b, c, d };
}

function hasZero({ a, b, c, d }: Cells): boolean {
  return a === 0 || b === 0 || c === 0 || d === 0;
}

/** Adds half a participant to each of the four cells if one of them is 0 (Handbook 10.4.4.2; as RevMan does). */
export function corrected(cells: Cells): Cells {
  const { a, b, c, d } = cells;
  return hasZero(cells) ? { a: a + 0.5, b: b + 0.5, c: c + 0.5, d: d + 0.5 } : cells;
}

/** Whether the correction of a zero cell changes only the variance, and not the effect. */
export function keepsEstimate(cells: Cells, measure: EffectMeasure): boolean {
  return measure === "risk-difference" || (measure === "risk-ratio" && hasOnlyEvents(cells));
}

export function hasOnlyEvents({ b, d }: Cells): boolean {
  return b === 0 && d === 0;
}

/**
 * A study's effect from counts, with RevMan's rules for zero cells. Deeks and Higgins, *Statistical algorithms in
 * Review Manager*, "Individual study estimates: dichotomous outcomes".
 *
 * @returns ratios as logarithms
 */
function dichotomousEffect(cells: Cells, measure: DichotomousChoice["measure"]): StudyEffect {
  const { a, b, c, d } = cells;
  if (a + b === 0 || c + d === 0) return notEstimable("no-participants");
  if (measure === "risk-difference") return riskDifference(cells);
  if (a === 0 && c === 0) return notEstimable("no-events");
  if (measure === "risk-ratio") return riskRatio(cells);
  if (hasOnlyEvents(cells)) return notEstimable("all-events");
  return measure === "odds-ratio" ? oddsRatio(cells) : petoOddsRatio(cells);
}

function oddsRatio(cells: Cells): StudyEffect {
  const { a, b, c, d } = corrected(cells);
  const standardError = Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
  return estimable(Math.log((a / b) * (d / c)), standardError, cells, hasZero(cells));
}

/** If all participants had the event the ratio is 1, with the corrected variance (as in RevMan). */
function riskRatio(cells: Cells): StudyEffect {
  const { estimate, variance } = logRiskRatio(corrected(cells));
  return estimable(hasOnlyEvents(cells) ? 0 : estimate, Math.sqrt(variance), cells, hasZero(cells));
}

/** The logarithm of a risk ratio, and its variance, from uncorrected or corrected cells. */
export function logRiskRatio({ a, b, c, d }: Cells): {
  readonly estimate: number;
  readonly variance: number;
} {
  const [n1, n2] = [a + b, c + d];
  // 1/a − 1/n, without cancellation.
  return { estimate: Math.log((a / n1) * (n2 / c)), variance: b / a / n1 + d / c / n2 };
}

/** The difference is never corrected, its variance is. */
function riskDifference(cells: Cells): StudyEffect {
  const variance = varianceOfDifference(corrected(cells));
  const difference = cells.a / (cells.a + cells.b) - cells.c / (cells.c + cells.d);
  return estimable(difference, Math.sqrt(variance), cells, hasZero(cells));
}

/** The variance of a risk difference, from uncorrected or corrected cells. */
export function varianceOfDifference({ a, b, c, d }: Cells): number {
  const [n1, n2] = [a + b, c + d];
  return ((a / n1) * (b / n1)) / n1 + ((c / n2) * (d / n2)) / n2;
}

/** Observed minus expected events over their hypergeometric variance (Yusuf 1985). */
function petoOddsRatio(cells: Cells): StudyEffect {
  const { a, b, c, d } = cells;
  const [n1, n2] = [a + b, c + d];
  const all = n1 + n2;
  const events = a + c;
  const variance = (n1 / all) * (n2 / all) * events * ((b + d) / (all - 1));
  return estimable((a - n1 * (events / all)) / variance, 1 / Math.sqrt(variance), cells);
}
