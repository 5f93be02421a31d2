import type { DichotomousChoice, EventCounts, TwoArms } from "../analysis";
import type { StudyEffect } from "./studyEffect";
import { estimable, notEstimable } from "./studyEffect";

/** Participants with and without the event: a and b in the experimental arm, c and d in the comparator. */
export interface Cells {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export function cellsOf({ experimental, comparator }: TwoArms<EventCounts>, swapEvents: boolean): Cells {
  const a = experimental.events;
  const b = experimental.total - a;
  const c = comparator.events;
  const d = comparator.total - c;
  return swapEvents ? { a: b, b: a, c: d, d: c } : { a, b, c, d };
}

export function hasZero({ a, b, c, d }: Cells): boolean {
  return a === 0 || b === 0 || c === 0 || d === 0;
}

/** Half a participant more in each cell where one of them is empty (Handbook 10.4.4.2; so does RevMan). */
export function corrected(cells: Cells): Cells {
  const { a, b, c, d } = cells;
  return hasZero(cells) ? { a: a + 0.5, b: b + 0.5, c: c + 0.5, d: d + 0.5 } : cells;
}

/**
 * A study's effect from counts, with RevMan's rules for zero cells. Deeks and Higgins, *Statistical algorithms in Review
 * Manager*, "Individual study estimates: dichotomous outcomes".
 *
 * @returns ratios as logarithms
 */
export function dichotomousEffect(cells: Cells, measure: DichotomousChoice["measure"]): StudyEffect {
  const { a, b, c, d } = cells;
  if (a + b === 0 || c + d === 0) return notEstimable("no-participants");
  const isCorrected = hasZero(cells);
  if (measure === "risk-difference") return riskDifference(cells, isCorrected);
  if (a === 0 && c === 0) return notEstimable("no-events");
  const hasOnlyEvents = b === 0 && d === 0;
  if (measure === "risk-ratio") return riskRatio(corrected(cells), hasOnlyEvents, isCorrected);
  if (hasOnlyEvents) return notEstimable("all-events");
  return measure === "odds-ratio" ? oddsRatio(corrected(cells), isCorrected) : petoOddsRatio(cells);
}

function oddsRatio({ a, b, c, d }: Cells, isCorrected: boolean): StudyEffect {
  return estimable(Math.log((a / b) * (d / c)), Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d), isCorrected);
}

/** With events in everybody the ratio is 1, with the corrected variance (as in RevMan). */
function riskRatio({ a, b, c, d }: Cells, hasOnlyEvents: boolean, isCorrected: boolean): StudyEffect {
  const [n1, n2] = [a + b, c + d];
  // 1/a − 1/n without the digits that the difference loses.
  const variance = b / a / n1 + d / c / n2;
  const estimate = hasOnlyEvents ? 0 : Math.log((a / n1) * (n2 / c));
  return estimable(estimate, Math.sqrt(variance), isCorrected);
}

/** The difference is never corrected, its variance is. */
function riskDifference(cells: Cells, isCorrected: boolean): StudyEffect {
  const { a, b, c, d } = corrected(cells);
  const [n1, n2] = [a + b, c + d];
  const variance = ((a / n1) * (b / n1)) / n1 + ((c / n2) * (d / n2)) / n2;
  const difference = cells.a / (cells.a + cells.b) - cells.c / (cells.c + cells.d);
  return estimable(difference, Math.sqrt(variance), isCorrected);
}

function petoOddsRatio(cells: Cells): StudyEffect {
  const { observedMinusExpected, variance } = petoScore(cells);
  return estimable(observedMinusExpected / variance, 1 / Math.sqrt(variance));
}

/** Observed minus expected events and their hypergeometric variance (Yusuf 1985). */
function petoScore({ a, b, c, d }: Cells): { observedMinusExpected: number; variance: number } {
  const [n1, n2] = [a + b, c + d];
  const all = n1 + n2;
  const [events, others] = [a + c, b + d];
  return {
    observedMinusExpected: a - n1 * (events / all),
    variance: (n1 / all) * (n2 / all) * events * (others / (all - 1)),
  };
}
