import { type DataType, isRatio } from "../analysis";
import { type Choices, naturalNumbers } from "../roles/choices";
import type { Translate } from "../roles/problems";
import { type NumberRole, armRoles, arms } from "../roles/roles";
import type { ItemRow } from "../roles/readRow";

type ImpossibleReason =
  | "events-negative"
  | "events-over-total"
  | "events-fractional"
  | "total-negative"
  | "deviation-negative"
  | "deviation-zero"
  | "error-not-positive"
  | "variance-not-positive"
  | "score-beyond-events"
  | "variance-beyond-events"
  | "interval-reversed"
  | "estimate-outside-interval"
  | "ratio-not-positive"
  | "difference-over-one";

export interface ImpossibleNumber {
  readonly code: "impossible-data";
  /** The index of the row. */
  readonly row: number;
  readonly pointer: string;
  readonly reason: ImpossibleReason;
  readonly role: NumberRole;
  readonly value: number;
  /** The number that `value` contradicts; null if `value` is impossible by itself. */
  readonly other: number | null;
}

/**
 * Reports numbers that no study can have.
 *
 * @param choices null if the choices could not be made: only the arms' numbers are checked then
 */
export function impossibleData(
  rows: readonly ItemRow[],
  choices: Choices | null,
): readonly ImpossibleNumber[] {
  return rows.flatMap((row) => inRow(row, choices));
}

function inRow(row: ItemRow, choices: Choices | null): readonly ImpossibleNumber[] {
  const found: ImpossibleNumber[] = [];
  const say = (reason: ImpossibleReason, role: NumberRole, other: number | null = null): void => {
    const value = row.number(role) ?? NaN;
    found.push({
      code: "impossible-data",
      row: row.index,
      pointer: row.pointerOf(role),
      reason,
      role,
      value,
      other,
    });
  };
  const dataType = choices?.pooling.dataType;
  for (const arm of arms) {
    const roles = armRoles[arm];
    const total = row.number(roles.total);
    const events = row.number(roles.events);
    const deviation = row.number(roles.sd);
    if (total !== undefined && total < 0) say("total-negative", `${arm}-total`);
    if (events !== undefined && (dataType === undefined || hasEvents.has(dataType))) {
      if (events < 0) say("events-negative", `${arm}-events`);
      else if (total !== undefined && total >= 0 && events > total)
        say("events-over-total", `${arm}-events`, total);
      else if (!Number.isInteger(events)) say("events-fractional", `${arm}-events`);
    }
    if (deviation !== undefined && (dataType === undefined || dataType === "continuous")) {
      if (deviation < 0) say("deviation-negative", `${arm}-sd`);
      else if (deviation === 0 && total !== undefined && total > 1) say("deviation-zero", `${arm}-sd`, total);
    }
  }
  if (dataType === "observed-expected") inScore(row, say);
  if (dataType === "contrast") inContrast(row, choices, say);
  return found;
}

/** Data types whose rows may have events. */
const hasEvents: ReadonlySet<string> = new Set<DataType>(["dichotomous", "observed-expected"]);

type Say = (reason: ImpossibleReason, role: NumberRole, other?: number | null) => void;

/**
 * Checks O − E and its variance V against the numbers of events: as the expected events are between none and all, O − E
 * is at most the experimental arm's events and at least minus the comparator's; V is at most a quarter of all events,
 * as for arms of equal size. Leaves a margin for rounding and adjustment.
 */
function inScore(row: ItemRow, say: Say): void {
  const score = row.number("observed-minus-expected");
  const variance = row.number("variance");
  if (variance !== undefined && variance <= 0) say("variance-not-positive", "variance");
  const [own, other] = [row.number("experimental-events"), row.number("comparator-events")];
  if (own === undefined || other === undefined || own + other === 0) return;
  const rounding = 0.5 + 0.05 * (own + other);
  if (score !== undefined && (score > own + rounding || score < -other - rounding))
    say("score-beyond-events", "observed-minus-expected", score > 0 ? own : other);
  if (variance !== undefined && variance > (1.15 * (own + other)) / 4 + 0.1)
    say("variance-beyond-events", "variance", own + other);
}

function inContrast(row: ItemRow, choices: Choices | null, say: Say): void {
  const measure = choices?.pooling.choice.measure;
  const isOfRatio = measure !== undefined && isRatio(measure);
  const estimate = row.number("estimate");
  const [low, high] = [row.number("interval-low"), row.number("interval-high")];
  if ((row.number("standard-error") ?? 1) <= 0) say("error-not-positive", "standard-error");
  // Next to a standard error, a variance of 0 may mean that no variance was reported.
  const variance = row.number("variance") ?? 1;
  if (variance < 0 || (variance === 0 && row.number("standard-error") === undefined))
    say("variance-not-positive", "variance");
  if (low !== undefined && high !== undefined) {
    if (low > high) say("interval-reversed", "interval-low", high);
    else if (estimate !== undefined && (estimate < low || estimate > high)) {
      // An interval of ratios around a logarithm is a `ratio-not-logged` finding.
      const fitsLogged = isOfRatio && low > 0 && Math.log(low) <= estimate && estimate <= Math.log(high);
      if (!fitsLogged) say("estimate-outside-interval", "estimate", estimate < low ? low : high);
    }
  }
  if (choices !== null && naturalNumbers(row, choices).isNatural) {
    const role = (["estimate", "interval-low"] as const).find((one) => (row.number(one) ?? 1) <= 0);
    if (role !== undefined) say("ratio-not-positive", role);
  }
  if (estimate === undefined) return;
  if (measure === "risk-difference" && Math.abs(estimate) > 1) say("difference-over-one", "estimate");
}

/** What is wrong with the number, as a sentence. */
export function impossibleSentence({ reason, value, other }: ImpossibleNumber, translate: Translate): string {
  switch (reason) {
    case "events-negative":
      return translate("The number of events cannot be negative: {0}.", value);
    case "events-over-total":
      return translate("{0} participants with events are more than the {1} there are.", value, other ?? 0);
    case "events-fractional":
      return translate("The number of participants with events is a whole number: {0} is none.", value);
    case "total-negative":
      return translate("The number of participants cannot be negative: {0}.", value);
    case "deviation-negative":
      return translate("A standard deviation cannot be negative: {0}.", value);
    case "deviation-zero":
      return translate(
        "A standard deviation of 0 would mean that all {0} participants had one and the same value: the study is not estimable.",
        other ?? 0,
      );
    case "error-not-positive":
      return translate("A standard error is larger than 0: {0} is none.", value);
    case "variance-not-positive":
      return translate("A variance is larger than 0: {0} is none.", value);
    case "score-beyond-events":
      return translate("Observed less expected events of {0} cannot come of {1} events.", value, other ?? 0);
    case "variance-beyond-events":
      return translate(
        "A variance of {0} cannot come of {1} events: it is a quarter of them at most.",
        value,
        other ?? 0,
      );
    case "interval-reversed":
      return translate("The lower limit {0} is above the upper limit {1}.", value, other ?? 0);
    case "estimate-outside-interval":
      return translate(
        "The estimate {0} lies outside its interval, beyond the limit {1}.",
        value,
        other ?? 0,
      );
    case "ratio-not-positive":
      return translate("A ratio is larger than 0: {0} is none, though it could be a logarithm.", value);
    case "difference-over-one":
      return translate("A risk difference lies between -1 and 1: {0} does not.", value);
  }
}
