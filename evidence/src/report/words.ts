// Numbers and lines in the notation of RevMan's forest plots.

import type { EffectMeasure, HeterogeneityEstimator, Method, Model } from "../analysis";
import { isRatio } from "../analysis";
import { type RowResult, type SubgroupDifferences, eachStudyOnce } from "../pooling/computeAnalysis";
import type { Heterogeneity, Interval, PooledEffect } from "../pooling/pool";
import type { Choices } from "../roles/choices";
import type { ComputedItem } from "../evidenceOfItem";
import type { Translate } from "../roles/problems";
import type { ChoiceRole } from "../roles/roles";
import { readChoice } from "../choiceValues";

export function measureName(measure: EffectMeasure, translate: Translate): string {
  switch (measure) {
    case "odds-ratio":
      return translate("Odds ratio");
    case "risk-ratio":
      return translate("Risk ratio");
    case "risk-difference":
      return translate("Risk difference");
    case "peto-odds-ratio":
      return translate("Peto odds ratio");
    case "mean-difference":
      return translate("Mean difference");
    case "standardized-mean-difference":
      return translate("Std. mean difference");
    case "hazard-ratio":
      return translate("Hazard ratio");
    case "rate-ratio":
      return translate("Rate ratio");
    case "other-ratio":
      return translate("Ratio");
    case "other-difference":
      return translate("Difference");
  }
}

/** Abbreviations, which are the same in all languages. */
const abbreviations: Readonly<Partial<Record<EffectMeasure, string>>> = {
  "odds-ratio": "OR",
  "risk-ratio": "RR",
  "risk-difference": "RD",
  "mean-difference": "MD",
  "standardized-mean-difference": "SMD",
  "hazard-ratio": "HR",
};

/** The abbreviation of a measure, such as `RR`; its name if it has none. */
export function measureAbbreviation(measure: EffectMeasure, translate: Translate): string {
  if (measure === "peto-odds-ratio") return translate("Peto OR");
  return abbreviations[measure] ?? measureName(measure, translate);
}

const methods: Readonly<Record<Method, string>> = {
  "mantel-haenszel": "M-H",
  "inverse-variance": "IV",
  peto: "Peto",
  "observed-expected": "Exp[(O-E)/Var]",
};

/** The method, model and confidence level in one line: `M-H, Random, 95% CI`. */
export function methodLine({ pooling, model, confidenceLevel }: Choices, translate: Translate): string {
  const named = modelName(model.kind, translate);
  return translate("{0}, {1}, {2} CI", methods[pooling.choice.method], named, levelText(confidenceLevel));
}

export function modelName(kind: Model["kind"], translate: Translate): string {
  return kind === "fixed-effect" ? translate("Fixed") : translate("Random");
}

const estimators: Readonly<Record<HeterogeneityEstimator, string>> = {
  "dersimonian-laird": "DerSimonian-Laird",
  reml: "REML",
};

/** The method of an analysis as a sentence. */
export function methodSentence({ pooling, model, confidenceLevel }: Choices, translate: Translate): string {
  const measure = measureName(pooling.choice.measure, translate);
  const method = methodName(pooling.choice.method, translate);
  const level = levelText(confidenceLevel);
  if (model.kind === "fixed-effect")
    return translate("{0} by {1}, fixed-effect model, {2} confidence intervals.", measure, method, level);
  return translate(
    "{0} by {1}, random-effects model (between-study variance by {3}, interval by {4}), {2} confidence intervals.",
    measure,
    method,
    level,
    estimators[model.estimator],
    model.interval === "hksj" ? "Hartung-Knapp-Sidik-Jonkman" : "Wald",
  );
}

function methodName(method: Method, translate: Translate): string {
  if (method === "inverse-variance") return translate("inverse variance");
  return method === "mantel-haenszel" ? "Mantel-Haenszel" : methods[method];
}

/** The value of a choice in words: `Risk ratio`, `Mantel-Haenszel`, `Random`, `95%`. */
export function valueText(role: ChoiceRole, value: string | number | boolean, translate: Translate): string {
  const measure = role === "effect-measure" ? readChoice["effect-measure"](value) : undefined;
  if (measure !== undefined) return measureName(measure, translate);
  const method = role === "method" ? readChoice.method(value) : undefined;
  if (method !== undefined) return methodName(method, translate);
  if (typeof value === "number") return levelText(value);
  switch (value) {
    case "fixed-effect":
    case "random-effects":
      return modelName(value, translate);
    case "dersimonian-laird":
    case "reml":
      return estimators[value];
    case "hksj":
      return "HKSJ";
    case "subtotals-only":
      return translate("subtotals only");
    case "no-totals":
      return translate("no totals");
    case true:
      return translate("Yes");
    default:
      return String(value);
  }
}

/** The methods for the between-study variance and the interval; empty for a fixed-effect model. */
export function modelDetails(model: Model): string {
  if (model.kind === "fixed-effect") return "";
  return `${model.estimator === "reml" ? "REML" : "DL"}, ${model.interval === "hksj" ? "HKSJ" : "Wald"}`;
}

export function levelText(level: number): string {
  return `${Number((level * 100).toFixed(6))}%`;
}

/** A number on the analysis scale as displayed: the ratio, not its logarithm. */
export function shown(value: number, measure: EffectMeasure): number {
  return isRatio(measure) ? Math.exp(value) : value;
}

/** An effect without its interval: `0.72`. */
export function pointText(value: number, measure: EffectMeasure): string {
  return decimals(shown(value, measure), 2);
}

/** An effect with its interval: `0.72 [0.49, 1.06]`. */
export function effectText(estimate: number, { low, high }: Interval, measure: EffectMeasure): string {
  const text = (value: number): string => pointText(value, measure);
  return `${text(estimate)} [${text(low)}, ${text(high)}]`;
}

/** The effect of a study with its interval; “Not estimable” if there is none. */
export function rowEffectText(
  { effect, interval }: Pick<RowResult, "effect" | "interval">,
  measure: EffectMeasure,
  translate: Translate,
): string {
  return effect.kind === "estimable" && interval !== null
    ? effectText(effect.estimate, interval, measure)
    : translate("Not estimable");
}

export function decimals(value: number, digits: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "-∞";
  const text = Math.abs(value) < 1e15 ? value.toFixed(digits) : value.toExponential(digits);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** A weight, which is a fraction of 1, as a percentage: `3.2%`. */
export function weightText(weight: number): string {
  return `${decimals(weight * 100, 1)}%`;
}

/** A fraction of 1 as a whole number of percent, without the sign. */
export function percentText(fraction: number): string {
  return decimals(fraction * 100, 0);
}

/** A count with commas between thousands if all digits are exact; effective sample sizes have up to two decimals. */
export function countText(count: number): string {
  if (Math.abs(count) >= 1e15) return decimals(count, 2);
  return String(Number(count.toFixed(2))).replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** A P value: `P = 0.03`, `P < 0.00001`. */
export function pText(p: number): string {
  if (p < 0.00001) return "P < 0.00001";
  return `P = ${p >= 0.01 ? p.toFixed(2) : Number(p.toPrecision(1)).toFixed(Math.ceil(-Math.log10(p)))}`;
}

/** The heterogeneity in one line: `Tau² = 0.31; Chi² = 152.23, df = 12 (P < 0.00001); I² = 92%`. */
export function heterogeneityLine({ q, degreesOfFreedom, p, i2, tau2 }: Heterogeneity): string {
  const test = `Chi² = ${decimals(q, 2)}, df = ${degreesOfFreedom} (${pText(p)}); I² = ${percentText(i2)}%`;
  return tau2 === null ? test : `Tau² = ${decimals(tau2.value, 2)}; ${test}`;
}

/** The test for an overall effect: `Z = 3.99 (P < 0.0001)`. */
export function testLine({ statistic, p }: PooledEffect): string {
  const value = decimals(Math.abs(statistic.value), 2);
  return statistic.kind === "z"
    ? `Z = ${value} (${pText(p)})`
    : `T = ${value}, df = ${statistic.degreesOfFreedom} (${pText(p)})`;
}

/** A prediction interval with its distribution, in which programs differ: `[0.18, 1.30] (t, df = 12)`, or `(z)`. */
export function predictionText(
  interval: Interval,
  { statistic }: Pick<PooledEffect, "statistic">,
  measure: EffectMeasure,
): string {
  const by = statistic.kind === "z" ? "z" : `t, df = ${statistic.degreesOfFreedom}`;
  return `[${pointText(interval.low, measure)}, ${pointText(interval.high, measure)}] (${by})`;
}

export function differencesLine({ q, degreesOfFreedom, p, i2 }: SubgroupDifferences): string {
  return `Chi² = ${decimals(q, 2)}, df = ${degreesOfFreedom} (${pText(p)}), I² = ${percentText(i2)}%`;
}

/**
 * Cochrane's sentence: `RR 0.49, 95% CI 0.34 to 0.70; I² = 92%; 13 studies, 357,347 participants`; null without a
 * total.
 */
export function cochraneSentence(
  { choices, content, result }: ComputedItem,
  translate: Translate,
): string | null {
  const { effect, heterogeneity } = result;
  if (effect === null) return null;
  const { measure } = choices.pooling.choice;
  const { studies, participants } = eachStudyOnce(result, content.rows ?? []);
  const text = (value: number): string => pointText(value, measure);
  const parts = [
    translate(
      "{0} {1}, {2} CI {3} to {4}",
      measureAbbreviation(measure, translate),
      text(effect.estimate),
      levelText(choices.confidenceLevel),
      text(effect.low),
      text(effect.high),
    ),
  ];
  if (heterogeneity !== null) parts.push(`I² = ${percentText(heterogeneity.i2)}%`);
  parts.push(countsText(studies, participants, translate));
  return parts.join("; ");
}

/** The numbers of studies and participants: `13 studies, 357,347 participants`. */
export function countsText(studies: number, participants: number | null, translate: Translate): string {
  const counted = studies === 1 ? translate("1 study") : translate("{0} studies", countText(studies));
  return participants === null
    ? counted
    : translate("{0}, {1} participants", counted, countText(participants));
}

/** The name of a study, with its subgroup: another subgroup may have a study of the same name. */
export function studyName({
  study,
  subgroup,
}: {
  readonly study: string;
  readonly subgroup: string | null;
}): string {
  return subgroup === null || subgroup === "" ? study : `${study} · ${subgroup}`;
}

/** The name of a study in a table, in parentheses if it is excluded from the pool. */
export function studyLabel({
  study,
  excluded,
}: {
  readonly study: string;
  readonly excluded: boolean;
}): string {
  return excluded ? `(${study})` : study;
}

/** The names of an analysis and of its group, each with its number. */
export interface AnalysisName {
  readonly title: string;
  readonly group: string;
}

/** The former name of an analysis as a sentence; null if it is unchanged. */
export function formerName(before: AnalysisName, after: AnalysisName, translate: Translate): string | null {
  if (before.title === after.title && before.group === after.group) return null;
  return translate("It was {0} in group {1}.", before.title, before.group);
}

/**
 * Escapes characters of a line of a terminal or a log that would have an effect: control characters, which colour a
 * terminal or start a new line; marks that change the direction of writing, which make text look like other text
 * (Unicode TR 36, section 2.5); and the commands of build servers: `::` at the beginning, indented or not (GitHub), and
 * `##[`, `##vso[`, `##teamcity[` anywhere. JSON and R parse the escaped text to the original.
 */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|(?<=#)#(?=[\w-]*\[)|(?<=^\s*):(?=:)/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A text of a document as one line of Markdown (CommonMark, section 2.4). Code hosts link addresses and issue numbers,
 * and notify the owner of a name after `@`, even if these are escaped: a zero-width space after the sign or word by
 * which a code host recognises them prevents both.
 */
export function markdownText(text: string): string {
  return visible(text.replace(/\s+/g, " "))
    .replace(/[\\`*_[\]<>|~&#]/g, "\\$&")
    .replace(/@(?=\w)|:(?=\/\/)|\bwww(?=\.)|(?:#|\bGH-)(?=\d)/gi, "$&&#8203;");
}
