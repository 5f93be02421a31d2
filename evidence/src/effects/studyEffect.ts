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

/** What a study found, on the scale of the effect measure. */
export type StudyEffect =
  | {
      readonly kind: "estimable";
      readonly estimate: number;
      readonly standardError: number;
      /** Whether a zero cell was corrected, for the effect or for its variance. */
      readonly corrected: boolean;
    }
  | { readonly kind: "not-estimable"; readonly reason: NotEstimableReason };

export function notEstimable(reason: NotEstimableReason): StudyEffect {
  return { kind: "not-estimable", reason };
}

/** An effect that can be computed with: a number that left double precision's range is none. */
export function estimable(estimate: number, standardError: number, corrected = false): StudyEffect {
  const isInRange = Number.isFinite(estimate) && Number.isFinite(standardError) && standardError > 0;
  return isInRange ? { kind: "estimable", estimate, standardError, corrected } : notEstimable("out-of-range");
}
