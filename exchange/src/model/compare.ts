import type { Yielding } from "@analyses/json";
import type { AnalysisResult, PooledRows, RowResult, Translate } from "@analyses/evidence";
import { isRatio, normalUpperTail } from "@analyses/evidence";
import { computed } from "./computed";
import { type ReportItem, Losses } from "./report";
import { type Analysis, type Cell, type Review, type Stored, type StoredName, analysisKey } from "./review";

export interface Comparison {
  /** Number of analyses with stored results. */
  readonly compared: number;
  /** Number of those analyses without a difference. */
  readonly equal: number;
  readonly items: readonly ReportItem[];
}

/** Compares the results that a source stores with those computed from its rows: `spec/exchange.md` section 8. */
export function* compareResults({ groups }: Review, translate: Translate): Yielding<Comparison> {
  const losses = new Losses(translate);
  let [compared, equal] = [0, 0];
  for (const group of groups)
    for (const analysis of group.analyses) {
      const found = differencesOf(analysis);
      yield 0;
      if (found === null) continue;
      compared++;
      if (found.length === 0) equal++;
      const key = analysisKey(group, analysis);
      for (const { of, name, cell, value } of found)
        losses
          .item("note", "result-differs", { analysis: key, place: cell.place })
          .translate(
            "{0}, {1}: {2} is stored, and {3} computed.",
            of,
            nameOf(name, translate),
            cell.text,
            formatLike(value, cell),
          );
    }
  return { compared, equal, items: losses.items };
}

interface Difference {
  /** The name of the analysis, the subgroup or the study that has the result. */
  readonly of: string;
  readonly name: StoredName;
  readonly cell: Cell<number>;
  /** The computed value, converted to the form in which the source stores results. */
  readonly value: number;
}

/** @returns null if the source stores no results of the analysis, or if it cannot be computed */
function differencesOf(analysis: Analysis): readonly Difference[] | null {
  const { name, stored, subgroups, subgroupDifferences, rows } = analysis;
  const all = [
    stored,
    subgroupDifferences,
    ...subgroups.map((subgroup) => subgroup.stored),
    ...rows.map((row) => row.stored),
  ];
  if (all.every((one) => Object.keys(one).length === 0)) return null;
  const result = computed(analysis);
  if (result === null) return null;
  const form = formOf(analysis);
  const found: Difference[] = [];
  const compare = (of: string, from: Stored, values: Values): void => {
    for (const [key, value] of Object.entries(values) as [StoredName, number | null | undefined][]) {
      const cell = from[key];
      if (cell === undefined || value === null || value === undefined) continue;
      if (!isSame(key, cell, value)) found.push({ of, name: key, cell, value });
    }
  };
  compare(name.value, stored, valuesOfPool(result, form));
  for (const [index, one] of subgroups.entries()) {
    const own = result.subgroups?.[index];
    if (own !== undefined) compare(one.name.value, one.stored, valuesOfPool(own, form));
  }
  const test = result.subgroupDifferences;
  if (test !== null)
    compare(name.value, subgroupDifferences, {
      q: test.q,
      df: test.degreesOfFreedom,
      qP: test.p,
      i2: test.i2 * form.percent,
    });
  const areWeightsShares = rows.every(({ appliesTo }) => appliesTo === "subgroup-and-overall");
  for (const [index, row] of rows.entries()) {
    const own = result.rows[index];
    if (own !== undefined)
      compare(row.study.value, row.stored, valuesOfRow(own, result, form, areWeightsShares));
  }
  return found;
}

type Values = Partial<Record<StoredName, number | null>>;

/** How to convert computed results to the form in which the source stores results. */
interface Form {
  /** Converts an effect or a limit of its interval: from the logarithm to the ratio, if the source prints ratios. */
  readonly effect: (value: number) => number;
  /** The factor of weights and I²: printed results are in per cent. */
  readonly percent: 1 | 100;
}

function formOf({ choices, storedForm }: Analysis): Form {
  const measure = choices["effect-measure"]?.value;
  const isPrinted = storedForm === "printed";
  const isExponential = isPrinted && measure !== undefined && isRatio(measure);
  return { effect: isExponential ? Math.exp : (value) => value, percent: isPrinted ? 100 : 1 };
}

function valuesOfPool({ effect, heterogeneity }: PooledRows, { effect: written, percent }: Form): Values {
  if (effect === null) return {};
  const { statistic, prediction, waldError, estimate } = effect;
  // A single study has no heterogeneity: what RevMan stores for it is meaningless and is not compared.
  const isOne = heterogeneity === null || heterogeneity.degreesOfFreedom === 0;
  return {
    estimate: written(estimate),
    low: written(effect.low),
    high: written(effect.high),
    predictionLow: prediction === null ? null : written(prediction.low),
    predictionHigh: prediction === null ? null : written(prediction.high),
    [statistic.kind]: Math.abs(statistic.value),
    // RevMan stores the P value of Wald's z even with Hartung-Knapp intervals.
    p: 2 * normalUpperTail(Math.abs(estimate) / waldError),
    ...(isOne
      ? {}
      : {
          q: heterogeneity.q,
          df: heterogeneity.degreesOfFreedom,
          qP: heterogeneity.p,
          i2: heterogeneity.i2 * percent,
          tau2: heterogeneity.tau2?.value ?? null,
          tau2Low: heterogeneity.tau2?.low ?? null,
          tau2High: heterogeneity.tau2?.high ?? null,
        }),
  };
}

function valuesOfRow(
  { effect, interval, weight }: RowResult,
  { effect: total, subgroups }: AnalysisResult,
  { effect: written, percent }: Form,
  areWeightsShares: boolean,
): Values {
  if (effect.kind !== "estimable") return {};
  const isPooled = total !== null || (subgroups ?? []).some((subgroup) => subgroup.effect !== null);
  return {
    estimate: written(effect.estimate),
    low: interval === null ? null : written(interval.low),
    high: interval === null ? null : written(interval.high),
    // Where nothing is pooled, RevMan stores zeros as weights.
    weight: isPooled && areWeightsShares && weight !== null ? weight * percent : null,
  };
}

/** Whether a stored value equals the computed one, apart from RevMan's approximations: `spec/exchange.md` section 8. */
function isSame(name: StoredName, { value: stored, text }: Cell<number>, computedValue: number): boolean {
  const value = name === "z" || name === "t" ? Math.abs(stored) : stored;
  const difference = Math.abs(value - computedValue);
  const isTau2Limit = name === "tau2Low" || name === "tau2High";
  // RevMan cuts the upper limit of Tau² at 100.
  if (name === "tau2High" && value === 100) return computedValue >= 100 - 1e-9;
  const relative = (isTau2Limit ? 1e-4 : 1e-6) * Math.max(Math.abs(value), Math.abs(computedValue));
  const absolute = name === "p" || name === "qP" ? 1e-5 : 1e-8;
  // A printed number is rounded by up to half a unit of its last digit.
  return difference <= Math.max(relative, absolute, printedUnit(text) * 0.500001);
}

/** One unit of the last digit of a printed number: 0.01 for `1.25`. */
function printedUnit(text: string): number {
  const [, decimals = "", exponent = "0"] = /^[-+]?\d*\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  return 10 ** (Number(exponent) - decimals.length);
}

function formatLike(value: number, { text }: Cell<number>): string {
  const decimals = /\.(\d*)/.exec(text)?.[1]?.length ?? 0;
  return decimals > 0 && !/e/i.test(text) ? value.toFixed(Math.min(decimals, 15)) : String(value);
}

function nameOf(name: StoredName, translate: Translate): string {
  switch (name) {
    case "estimate":
      return translate("effect");
    case "low":
    case "high":
      return translate("interval");
    case "predictionLow":
    case "predictionHigh":
      return translate("prediction interval");
    case "z":
    case "t":
      return translate("test statistic");
    case "p":
    case "qP":
      return translate("P value");
    case "q":
    case "df":
      return translate("Chi²");
    case "i2":
      return translate("I²");
    case "tau2":
    case "tau2Low":
    case "tau2High":
      return translate("Tau²");
    case "weight":
      return translate("weight");
  }
}
