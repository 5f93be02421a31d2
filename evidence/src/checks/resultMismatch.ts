import { isRatio } from "../analysis";
import { normalUpperTail } from "../distributions";
import { type PooledRows, type RowResult, eachStudyOnce } from "../pooling/computeAnalysis";
import type { PooledEffect } from "../pooling/pool";
import { type ComputedItem, evidenceYielding } from "../evidenceOfItem";
import { unescaped, withValue } from "../json";
import type { RoleBinding } from "../roles/binding";
import type { Yielding } from "../yielding";
import type { Found } from "../roles/readRow";
import type { ResultRole } from "../roles/roles";
import { type StoredDifference, storedDifferences } from "../stored/storedDifferences";
import { type Finding, rounded } from "./finding";
import { decimalsOf } from "../numberText";

/** Reports stored results that differ from the computed ones: in RevMan's form as one finding, else one each. */
export function resultMismatch(evidence: ComputedItem): readonly Finding[] {
  const stored = storedDifferences(evidence);
  if (stored === null) return eachMismatch(evidence);
  const { differences, changes } = stored;
  const isTotal = ({ owner, path }: StoredDifference): boolean =>
    owner === "" && path[0] === "estimate" && path[1] === "mean";
  const difference = differences.find(isTotal) ?? differences[0];
  return difference === undefined ? [] : [{ code: "result-mismatch", ...difference, changes }];
}

/** Compares each stored result with the computed one, to the digits with which it is written. */
function eachMismatch({ content, result, choices }: ComputedItem): readonly Finding[] {
  const ofRatio = isRatio(choices.pooling.choice.measure);
  // Accepts both numbers of studies: one that counts a study with several rows once, and one that counts every row, as
  // the sum of participants does.
  const { studies, participants } = eachStudyOnce(result, content.rows ?? []);
  const each = result.effect === null ? { ...result, participants } : result;
  const once = { ...each, studies };
  const places = [
    numbersAt(content.results, (role, stored) =>
      pooledNumber(once, role, stored, null) === stored ? stored : pooledNumber(each, role, stored, null),
    ),
    ...(content.subgroups ?? []).map(({ results }, index) => {
      const subgroup = result.subgroups?.[index];
      return numbersAt(
        results,
        (role, stored) => subgroup && pooledNumber(subgroup, role, stored, subgroup.weight),
      );
    }),
    ...(content.rows ?? []).map(({ results }, index) => {
      const row = result.rows[index];
      return numbersAt(results, (role) => row && rowNumber(row, role));
    }),
  ];
  const weights = notationOfShares(places, "result-weight");
  const inconsistency = notationOfShares(places, "result-i2");
  return places.flatMap((numbers) => {
    const effects = notationOfEffects(
      numbers.filter(({ role }) => isEffect(role)),
      ofRatio,
    );
    const notationOf = (role: ResultRole): Notation => {
      if (isEffect(role)) return effects;
      if (role === "result-weight") return weights;
      return role === "result-i2" ? inconsistency : { write: asIs, decimals: 0 };
    };
    const found = numbers.flatMap(({ role, stored, pointer, computed }): Mismatch[] => {
      const { write, decimals } = notationOf(role);
      const intended = write(computed);
      if (!Number.isFinite(intended) || isSame(stored, intended, decimals)) return [];
      const repairs = [{ pointer, value: asWritten(intended, decimalsOf(stored)) }];
      return [{ code: "result-mismatch", pointer, role, stored, computed: intended, repairs }];
    });
    return withLimitsAsOne(found);
  });
}

type Mismatch = Extract<Finding, { readonly code: "result-mismatch"; readonly role: ResultRole }>;

/** Merges the findings of a lower and an upper limit of which each is stored as the other. */
function withLimitsAsOne(found: readonly Mismatch[]): readonly Mismatch[] {
  const low = found.find(({ role }) => role === "result-low");
  const high = found.find(({ role }) => role === "result-high");
  const areExchanged =
    low !== undefined && low.stored === high?.repairs[0]?.value && high.stored === low.repairs[0]?.value;
  if (!areExchanged) return found;
  return found.flatMap((one) =>
    one === high ? [] : one === low ? { ...low, repairs: [...low.repairs, ...high.repairs] } : one,
  );
}

/** A stored result, and the computed one. */
interface StoredNumber {
  readonly role: ResultRole;
  readonly stored: number;
  readonly pointer: string;
  /** Ratios as logarithms, shares as fractions. */
  readonly computed: number;
}

function numbersAt(
  results: ReadonlyMap<ResultRole, Found<number>>,
  computedOf: (role: ResultRole, stored: number) => number | null | undefined,
): readonly StoredNumber[] {
  return [...results].flatMap(([role, { value: stored, pointer }]) => {
    const computed = computedOf(role, stored);
    const isKnown = typeof computed === "number" && Number.isFinite(computed);
    return isKnown ? [{ role, stored, pointer, computed }] : [];
  });
}

/** Whether a result is an effect or a limit of its interval. */
function isEffect(role: ResultRole): boolean {
  return role === "result-estimate" || role === "result-low" || role === "result-high";
}

/** How a document stores results: as they are, as ratios, as percentages. */
interface Notation {
  readonly write: (computed: number) => number;
  /** The decimals of other numbers, which an integer may have lost as trailing zeros. */
  readonly decimals: number;
}

const asIs = (computed: number): number => computed;
const inPercent = (computed: number): number => computed * 100;

/** The notation in which more of the numbers match; with equally many, the one with the smaller differences. */
function likelier(numbers: readonly StoredNumber[], first: Notation, second: Notation): Notation {
  const right = ({ write, decimals }: Notation): number =>
    numbers.filter(({ stored, computed }) => isSame(stored, write(computed), decimals)).length;
  const off = ({ write }: Notation): number =>
    numbers.reduce((sum, { stored, computed }) => sum + Math.abs(write(computed) - stored), 0);
  const more = right(first) - right(second);
  return (more === 0 ? off(first) < off(second) : more > 0) ? first : second;
}

/** The notation of an effect and its interval; a ratio and its limits may be stored as logarithms. */
function notationOfEffects(effects: readonly StoredNumber[], ofRatio: boolean): Notation {
  const decimals = mostDecimals(effects);
  const [logarithms, ratios] = [
    { write: asIs, decimals },
    { write: Math.exp, decimals },
  ];
  if (!ofRatio) return logarithms;
  const isRight = effects.some(({ stored, computed }) => isSame(stored, Math.exp(computed), decimals));
  // Negative numbers are logarithms, unless others match as ratios: then the sign is the error.
  if (!isRight && effects.some(({ stored }) => stored < 0)) return logarithms;
  return likelier(effects, logarithms, ratios);
}

/** The notation of all shares of one kind: fractions of 1, or percentages, which are more common. */
function notationOfShares(
  places: readonly (readonly StoredNumber[])[],
  of: "result-weight" | "result-i2",
): Notation {
  const shares = places.flatMap((numbers) => numbers.filter(({ role }) => role === of));
  // Integers are percentages, unless all match as fractions: 0 or 1.
  const fractions = { write: asIs, decimals: Math.max(2, mostDecimals(shares)) };
  const percent = { write: inPercent, decimals: 0 };
  if (shares.every(({ stored }) => Number.isInteger(stored))) {
    const areRight = shares.every(({ stored, computed }) => isSame(stored, computed, fractions.decimals));
    return areRight ? fractions : percent;
  }
  return shares.some(({ stored }) => stored > 1) ? percent : likelier(shares, fractions, percent);
}

function mostDecimals(numbers: readonly StoredNumber[]): number {
  return numbers.reduce((most, { stored }) => Math.max(most, decimalsOf(stored)), 0);
}

/** Compares to the written digits; an integer below 10 among numbers with decimals has lost its trailing zeros. */
function isSame(stored: number, computed: number, decimalsNextTo: number): boolean {
  if (!Number.isFinite(computed)) return false;
  const isShort = Number.isInteger(stored) && Math.abs(stored) < 10;
  const precision = 10 ** -(isShort ? decimalsNextTo : decimalsOf(stored));
  // From the seventh significant digit on, differences are rounding errors of the program that stored the number.
  return Math.abs(stored - computed) <= 0.5 * precision * (1 + 1e-9) + 1e-6 * Math.abs(computed);
}

/**
 * Rounds to the decimals of the stored number, at least two; a number below one unit of the last decimal gets two
 * significant digits.
 */
function asWritten(value: number, decimals: number): number {
  const fixed = Math.max(decimals, 2);
  return Math.abs(value) < 10 ** -fixed ? rounded(value, 2) : Number(value.toFixed(fixed));
}

function rowNumber({ weight, effect, interval }: RowResult, role: ResultRole): number | null {
  if (role === "result-weight") return weight;
  if (effect.kind !== "estimable") return null;
  if (role === "result-estimate") return effect.estimate;
  if (role === "result-low") return interval?.low ?? null;
  return role === "result-high" ? (interval?.high ?? null) : null;
}

/**
 * The P value to compare with the stored one: the computed one, or the stored one itself if this equals the computed or
 * Wald's P value, which RevMan stores with the interval of Hartung and Knapp, to five decimals.
 */
function probability({ p, estimate, waldError }: PooledEffect, stored: number): number {
  const ofWald = 2 * normalUpperTail(Math.abs(estimate) / waldError);
  const isThat = (value: number): boolean => Math.abs(stored - value) <= 1e-5 || isSame(stored, value, 0);
  return isThat(p) || isThat(ofWald) ? stored : p;
}

function pooledNumber(
  { effect, heterogeneity, studies, notEstimable, participants }: PooledRows,
  role: ResultRole,
  stored: number,
  weight: number | null,
): number | null {
  switch (role) {
    case "result-estimate":
      return effect?.estimate ?? null;
    case "result-low":
      return effect?.low ?? null;
    case "result-high":
      return effect?.high ?? null;
    case "result-weight":
      return weight;
    case "result-i2":
      return heterogeneity?.i2 ?? null;
    case "result-tau2":
      return heterogeneity?.tau2?.value ?? null;
    case "result-q":
      return heterogeneity?.q ?? null;
    case "result-p":
      return effect === null ? null : probability(effect, stored);
    case "result-studies":
      // Some programs also count studies that are not estimable, as they count their participants.
      return stored === studies + notEstimable ? stored : studies;
    case "result-participants":
      return participants;
    // Sums of arms: not compared yet.
    case "result-experimental-events":
    case "result-experimental-total":
    case "result-comparator-events":
    case "result-comparator-total":
      return null;
  }
}

/** Maximum number of single corrections to try: each computes the item again. */
const maxTried = 10;
/** Corrections of items with more rows are not tried. */
const maxRows = 10_000;

/**
 * The mistake that explains why an item's stored results differ from the computed ones: the finding that, corrected
 * alone, gives exactly the stored results; or the first finding, if all corrections together do. Yields after each
 * computation.
 *
 * @returns undefined if no correction gives them: then it is unknown whether the results or the data are wrong
 */
export function* causeOfMismatch(
  found: readonly Finding[],
  { content }: ComputedItem,
  binding: RoleBinding,
): Yielding<Finding | undefined> {
  if ((content.rows?.length ?? 0) > maxRows) return undefined;
  const corrections = found.flatMap((finding): { finding: Finding; values: readonly Correction[] }[] => {
    const values = correctionOf(finding, content);
    return values.length === 0 ? [] : [{ finding, values }];
  });
  const alone = corrections.slice(0, maxTried).map((correction) => [correction]);
  for (const some of corrections.length > 1 ? [...alone, corrections] : alone) {
    let { item } = content;
    for (const { pointer, value } of some.flatMap(({ values }) => values))
      item = withValue(item, pointer.split("/").slice(1).map(unescaped), value);
    const evidence = yield* evidenceYielding(item, binding);
    if (evidence.kind === "computed" && resultMismatch(evidence).length === 0) return some[0]?.finding;
    yield 0;
  }
  return undefined;
}

interface Correction {
  readonly pointer: string;
  readonly value: number | string | null;
}

/** The values that correct a finding about data or choices; none if they are unknown. */
function correctionOf(finding: Finding, { choices }: ComputedItem["content"]): readonly Correction[] {
  switch (finding.code) {
    case "duplicate-row":
      return [{ pointer: finding.pointer, value: null }];
    case "method-mismatch": {
      const model = finding.other === "model" ? choices.get("model") : undefined;
      const isFixed = model !== undefined && finding.otherValue === "fixed-effect";
      return isFixed ? [{ pointer: model.pointer, value: "random-effects" }] : [];
    }
    case "result-mismatch":
      return [];
    default:
      return "repairs" in finding ? finding.repairs : [];
  }
}
