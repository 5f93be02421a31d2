import { isRatio } from "../analysis";
import { normalUpperTail } from "../distributions";
import type { PooledRows, RowResult } from "../pooling/computeAnalysis";
import { eachStudyOnce } from "../pooling/computeAnalysis";
import type { PooledEffect } from "../pooling/pool";
import type { ComputedItem } from "../evidenceOfItem";
import type { Found } from "../roles/readRow";
import type { ResultRole } from "../roles/roles";
import type { StoredDifference } from "../stored/storedDifferences";
import { storedDifferences } from "../stored/storedDifferences";
import type { Finding } from "./finding";
import { decimalsOf, rounded } from "./finding";

/** Stored results that are not what the data give: in RevMan's form all together, else each by itself. */
export function resultMismatch(evidence: ComputedItem): readonly Finding[] {
  const stored = storedDifferences(evidence);
  if (stored === null) return eachMismatch(evidence);
  const { differences, changes } = stored;
  const isTotal = ({ owner, path }: StoredDifference): boolean =>
    owner === "" && path[0] === "estimate" && path[1] === "mean";
  const difference = differences.find(isTotal) ?? differences[0];
  return difference === undefined ? [] : [{ code: "result-mismatch", ...difference, changes }];
}

/** By more than the digits that a result is written with. */
function eachMismatch({ content, result, choices }: ComputedItem): readonly Finding[] {
  const ofRatio = isRatio(choices.pooling.choice.measure);
  // A study in several rows may be counted once; its participants are in a total as often as it is.
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
  const weights = wayOfShares(places, "result-weight");
  const inconsistency = wayOfShares(places, "result-i2");
  return places.flatMap((numbers) => {
    const effects = wayOfEffects(
      numbers.filter(({ role }) => isEffect(role)),
      ofRatio,
    );
    const wayOf = (role: ResultRole): Way => {
      if (isEffect(role)) return effects;
      if (role === "result-weight") return weights;
      return role === "result-i2" ? inconsistency : { write: asIs, decimals: 0 };
    };
    return numbers.flatMap(({ role, stored, pointer, computed }): Finding[] => {
      const { write, decimals } = wayOf(role);
      const meant = write(computed);
      if (!Number.isFinite(meant) || isSame(stored, meant, decimals)) return [];
      const repairs = [{ pointer, value: asWritten(meant, decimalsOf(stored)) }];
      return [{ code: "result-mismatch", pointer, role, stored, computed: meant, repairs }];
    });
  });
}

/** A result that is stored, and what the data give. */
interface StoredNumber {
  readonly role: ResultRole;
  readonly stored: number;
  readonly pointer: string;
  /** A ratio as its logarithm, a share as a fraction. */
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

/** What is on the scale of the effect measure. */
function isEffect(role: ResultRole): boolean {
  return role === "result-estimate" || role === "result-low" || role === "result-high";
}

/** How numbers stand in a document. */
interface Way {
  readonly write: (computed: number) => number;
  /** Those that a whole number has lost, if it has. */
  readonly decimals: number;
}

const asIs = (computed: number): number => computed;
const inPercent = (computed: number): number => computed * 100;

/** Of two ways that in which more of the numbers are right; of as many, the nearer one. */
function likelier(numbers: readonly StoredNumber[], first: Way, second: Way): Way {
  const right = ({ write, decimals }: Way): number =>
    numbers.filter(({ stored, computed }) => isSame(stored, write(computed), decimals)).length;
  const off = ({ write }: Way): number =>
    numbers.reduce((sum, { stored, computed }) => sum + Math.abs(write(computed) - stored), 0);
  const more = right(first) - right(second);
  return (more === 0 ? off(first) < off(second) : more > 0) ? first : second;
}

/** An effect and its interval; those of a ratio may stand as logarithms. */
function wayOfEffects(effects: readonly StoredNumber[], ofRatio: boolean): Way {
  const decimals = mostDecimals(effects);
  const [logarithms, ratios] = [
    { write: asIs, decimals },
    { write: Math.exp, decimals },
  ];
  if (!ofRatio) return logarithms;
  const isRight = effects.some(({ stored, computed }) => isSame(stored, Math.exp(computed), decimals));
  // A ratio is not negative: one among others that are right has a sign too many.
  if (!isRight && effects.some(({ stored }) => stored < 0)) return logarithms;
  return likelier(effects, logarithms, ratios);
}

/** All shares of one kind: fractions of 1, or in percent, as most are. */
function wayOfShares(places: readonly (readonly StoredNumber[])[], of: "result-weight" | "result-i2"): Way {
  const shares = places.flatMap((numbers) => numbers.filter(({ role }) => role === of));
  // No fraction is whole, unless it is nothing or all.
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

/** At the digits that are written; a whole number beside others with decimals has lost its zeros. */
function isSame(stored: number, computed: number, decimalsBeside: number): boolean {
  if (!Number.isFinite(computed)) return false;
  const isShort = Number.isInteger(stored) && Math.abs(stored) < 10;
  const precision = 10 ** -(isShort ? decimalsBeside : decimalsOf(stored));
  // Beyond this, digits are the noise of the program that wrote them.
  return Math.abs(stored - computed) <= 0.5 * precision * (1 + 1e-9) + 1e-6 * Math.abs(computed);
}

/** With as many decimals as there were, two at least; what would be nothing then has two digits. */
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

/** RevMan writes Wald's beside the interval of Hartung and Knapp, and approximates it to five decimals. */
function probability({ p, estimate, waldError }: PooledEffect, stored: number): number {
  const ofWald = 2 * normalUpperTail(Math.abs(estimate) / waldError);
  const isThat = (one: number): boolean => Math.abs(stored - one) <= 1e-5 || isSame(stored, one, 0);
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
      // Some count those that are not estimable too, as their participants are counted.
      return stored === studies + notEstimable ? stored : studies;
    case "result-participants":
      return participants;
    // Sums of arms: what they come to is not computed yet.
    case "result-experimental-events":
    case "result-experimental-total":
    case "result-comparator-events":
    case "result-comparator-total":
      return null;
  }
}
