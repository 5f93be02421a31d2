import type {
  Analysis,
  ContinuousAnalysis,
  Contrast,
  EventCounts,
  MeanAndDeviation,
  ObservedExpected,
  Row,
  TwoArms,
} from "../analysis";
import type { Cells } from "./dichotomous";
import { cellsOf, dichotomousEffect } from "./dichotomous";
import type { StudyEffect } from "./studyEffect";
import { estimable, notEstimable } from "./studyEffect";

/** A row of an analysis with what it found. */
export interface RowEffect {
  readonly id: number;
  readonly study: string;
  readonly subgroup: number | null;
  readonly excluded: boolean;
  /** Null where the data do not say it. */
  readonly participants: number | null;
  readonly effect: StudyEffect;
  /** The counts, where pooling by Mantel-Haenszel needs them. */
  readonly cells: Cells | null;
}

/** Each row's own effect, in the order of the rows. */
export function effectsOf(analysis: Analysis): readonly RowEffect[] {
  switch (analysis.dataType) {
    case "dichotomous": {
      const { choice, swapEvents } = analysis;
      return analysis.rows.map((row) => {
        const cells = row.data === null ? null : cellsOf(row.data, swapEvents);
        return rowEffect(row, {
          participants: row.data === null ? 0 : participantsIn(row.data),
          cells,
          effect: cells === null ? notEstimable("no-data") : dichotomousEffect(cells, choice.measure),
        });
      });
    }
    case "continuous":
      return analysis.rows.map((row) =>
        rowEffect(row, {
          participants: row.data === null ? 0 : participantsIn(row.data),
          cells: null,
          effect:
            row.data === null ? notEstimable("no-data") : continuousEffect(row.data, analysis.choice.measure),
        }),
      );
    case "contrast":
      return analysis.rows.map((row) =>
        rowEffect(row, {
          participants: row.data === null ? 0 : row.data.participants,
          cells: null,
          effect: row.data === null ? notEstimable("no-data") : contrastEffect(row.data),
        }),
      );
    case "observed-expected":
      return analysis.rows.map((row) =>
        rowEffect(row, {
          participants: row.data === null ? 0 : row.data.participants,
          cells: null,
          effect: row.data === null ? notEstimable("no-data") : observedExpectedEffect(row.data),
        }),
      );
  }
}

function rowEffect(
  { id, study, subgroup, excluded }: Row<unknown>,
  found: Pick<RowEffect, "participants" | "cells" | "effect">,
): RowEffect {
  return { id, study, subgroup, excluded, ...found };
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
  // Below four participants the correction and the variance have no meaning: 4N − 9 and N − 3.94 are the divisors.
  if (all < 4) return notEstimable("too-few-participants");
  const pooledDeviation = Math.hypot(
    experimental.standardDeviation * Math.sqrt((n1 - 1) / (all - 2)),
    comparator.standardDeviation * Math.sqrt((n2 - 1) / (all - 2)),
  );
  const difference = (experimental.mean - comparator.mean) / pooledDeviation;
  const g = difference * (1 - 3 / (4 * all - 9));
  const standardError = Math.hypot(Math.sqrt(1 / n1 + 1 / n2), g / Math.sqrt(2 * (all - 3.94)));
  return estimable(g, standardError);
}
