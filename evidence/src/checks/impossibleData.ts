import type { DataType } from "../analysis";
import { isRatio } from "../analysis";
import type { Choices } from "../roles/choices";
import { naturalNumbers } from "../roles/choices";
import type { NumberRole } from "../roles/roles";
import { armRoles, arms } from "../roles/roles";
import type { Finding, ImpossibleReason } from "./finding";
import type { ItemRow } from "../roles/readRow";

/**
 * Reports numbers that no study can have.
 *
 * @param choices null if the choices could not be made: only the arms' numbers are checked then
 */
export function impossibleData(rows: readonly ItemRow[], choices: Choices | null): readonly Finding[] {
  return rows.flatMap((row) => inRow(row, choices));
}

function inRow(row: ItemRow, choices: Choices | null): readonly Finding[] {
  const found: Finding[] = [];
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
 * Checks observed minus expected events and their variance against the events: at most all of them are expected, and
 * the variance is at most a quarter of them, as for arms of equal size; with a margin for rounding and adjustment.
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
  // Next to a standard error, a variance of 0 may mean that there is none.
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
