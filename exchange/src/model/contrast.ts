import { isRatio, normalQuantile } from "@analyses/evidence";
import type { Analysis, Row } from "./review";

/** An estimate with its standard error, of a ratio as logarithms. */
export interface LoggedContrast {
  readonly estimate: number;
  readonly standardError: number;
}

/**
 * The estimate of a row on the analysis scale: its standard error as given, else the root of its variance, else from its
 * interval at the level of the analysis (Handbook 6.3.1). Null where it has none of them, or a ratio is not above zero.
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
  // An error of a ratio itself by the delta method, where there is no interval.
  const standardError = isNatural
    ? (fromInterval ?? (given === undefined ? undefined : given / estimate))
    : (given ?? fromInterval);
  const found = { estimate: logged(estimate), standardError: standardError ?? NaN };
  return Number.isFinite(found.estimate) && Number.isFinite(found.standardError) ? found : null;
}

/** Whether an analysis has estimates that are not logarithms with their standard errors already. */
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
