import { isRatio, normalQuantile } from "@analyses/evidence";
import type { Losses } from "./report";
import type { Analysis, Row } from "./review";

/** An estimate with its standard error, both as logarithms for a ratio. */
interface LoggedContrast {
  readonly estimate: number;
  readonly standardError: number;
}

/**
 * Returns a row's estimate on the analysis scale, with its standard error: as given, else the root of the variance,
 * else computed from the interval at the analysis's level (Handbook 6.3.1). For a ratio that is no logarithm, the
 * interval comes first. Null if the row has none of these numbers, or if a ratio is not positive.
 */
export function loggedContrast(
  { numbers }: Row,
  { choices }: Pick<Analysis, "choices">,
): LoggedContrast | null {
  const estimate = numbers.estimate?.value;
  if (estimate === undefined) return null;
  const [error, variance] = [numbers["standard-error"]?.value, numbers.variance?.value];
  const [low, high] = [numbers["interval-low"]?.value, numbers["interval-high"]?.value];
  const measure = choices["effect-measure"]?.value;
  const isNatural = choices.scale?.value === "natural" && measure !== undefined && isRatio(measure);
  const logged = (value: number): number => (isNatural ? Math.log(value) : value);
  const level = choices["confidence-level"]?.value ?? 0.95;
  const fromInterval =
    low === undefined || high === undefined
      ? undefined
      : (logged(high) - logged(low)) / 2 / normalQuantile((1 - level) / 2);
  const given = error ?? (variance === undefined ? undefined : Math.sqrt(variance));
  // The delta method converts the standard error of a ratio to that of its logarithm only approximately.
  const standardError = isNatural
    ? (fromInterval ?? (given === undefined ? undefined : given / estimate))
    : (given ?? fromInterval);
  const found = { estimate: logged(estimate), standardError: standardError ?? NaN };
  return Number.isFinite(found.estimate) && Number.isFinite(found.standardError) ? found : null;
}

/** Whether an analysis has estimates that are ratios instead of their logarithms, or that lack a standard error. */
export function needsLogging({ choices, rows }: Pick<Analysis, "choices" | "rows">): boolean {
  const measure = choices["effect-measure"]?.value;
  const isNatural = choices.scale?.value === "natural" && measure !== undefined && isRatio(measure);
  return (
    choices["data-type"]?.value === "contrast" &&
    rows.some(
      ({ numbers }) =>
        numbers.estimate !== undefined && (isNatural || numbers["standard-error"] === undefined),
    )
  );
}

/**
 * Reports that estimates were converted to logarithms, or got standard errors, because the format supports nothing
 * else.
 */
export function reportConvertedEstimates(analysis: Analysis, key: string, losses: Losses): void {
  if (!needsLogging(analysis)) return;
  losses
    .item("changed", "setting-not-kept", { analysis: key, place: analysis.place })
    .translate("Estimates became logarithms or got standard errors, from their intervals or variances.");
}
