import type { Finding, ItemEvidence } from "@analyses/evidence";
import {
  decimals,
  effectText,
  judgementText,
  problemSentence,
  shown,
  standardName,
  writtenOr,
} from "@analyses/evidence";
import { translate } from "../../localisation/translate";
import { resultMessage } from "./resultMessage";

type FindingOf<Code extends Finding["code"]> = Extract<Finding, { readonly code: Code }>;

/** What a check of `spec/evidence.md` section 4 found, in one sentence with the numbers that caused it. */
export function evidenceMessage(finding: Finding, evidence: ItemEvidence): string {
  const studyAt = (index: number): string => evidence.content.rows?.[index]?.study ?? String(index + 1);
  switch (finding.code) {
    case "impossible-data":
      return impossible(finding);
    case "method-mismatch":
      return mismatch(finding, evidence);
    case "standard-error-as-deviation": {
      const { deviations, total, others, beside } = finding;
      const [first, second] = deviations;
      if (beside.kind === "differences")
        return translate(
          "With SD {0} and {1} the standardised difference is {2}, that of the other {3} studies at most {4}; with SD·√n it is {5}, so this looks like a standard error.",
          first,
          second,
          short(beside.own),
          others,
          short(beside.largest),
          short(beside.corrected),
        );
      return translate(
        "SD {0} and {1} where the other {2} studies have {3} to {4}: {0}·√{5} = {6}, so this looks like a standard error.",
        first,
        second,
        others,
        short(beside.lowest),
        short(beside.highest),
        total,
        short(first * Math.sqrt(total)),
      );
    }
    case "ratio-not-logged": {
      const { row, value, role, repairs, others } = finding;
      const logged = short(repairs[0]?.value ?? Math.log(value));
      if (others !== undefined)
        return translate(
          "{0} is far from the logarithms of the other {1} studies, and ln {0} = {2} is among them, so this looks like the ratio itself.",
          value,
          others,
          logged,
        );
      const limit = (end: "interval-low" | "interval-high"): number | undefined =>
        evidence.content.rows?.[row]?.number(end);
      const [low, high] = [limit("interval-low"), limit("interval-high")];
      if (role !== "estimate")
        return translate(
          "The limits {0} and {1} look like those of the ratio, where their logarithms are expected: ln {0} = {2}.",
          value,
          high ?? "",
          logged,
        );
      return low === undefined || high === undefined
        ? translate(
            "{0} would be the logarithm of a ratio above 1,000, so this looks like the ratio itself: ln {0} = {1}.",
            value,
            logged,
          )
        : translate(
            "{0} is in the middle of its interval, {1} to {2}, only as a ratio, but its logarithm is expected: ln {0} = {3}.",
            value,
            low,
            high,
            logged,
          );
    }
    case "transposed-arms": {
      const distance = Math.abs(finding.distance).toFixed(1);
      const other = Math.abs(finding.exchangedDistance).toFixed(1);
      return finding.exchanged === "arms"
        ? translate(
            "This study is {0} standard errors away from the other {1}; with its arms exchanged it would be {2}: they may have changed places.",
            distance,
            finding.others,
            other,
          )
        : translate(
            "This study is {0} standard errors away from the other {1}; with the other sign it would be {2}: the direction may be wrong.",
            distance,
            finding.others,
            other,
          );
    }
    case "shared-comparator": {
      const study = studyAt(finding.otherRow);
      const numbers = armText(evidence, finding.row, finding.arm);
      return finding.arm === "comparator"
        ? translate(
            "The comparator group ({0}) is that of “{1}” too: unless it was divided between them, its participants are counted twice in one total.",
            numbers,
            study,
          )
        : translate(
            "The experimental group ({0}) is that of “{1}” too: unless it was divided between them, its participants are counted twice in one total.",
            numbers,
            study,
          );
    }
    case "duplicate-row":
      return translate(
        "All numbers are those of “{0}” ({1}; {2}): the same participants seem to be counted twice.",
        studyAt(finding.otherRow),
        armText(evidence, finding.row, "experimental"),
        armText(evidence, finding.row, "comparator"),
      );
    case "unit-slip": {
      const { means, deviations, factor, others } = finding;
      const numbers = [...means, ...deviations] as const;
      return factor >= 1
        ? translate(
            "Means {0} and {1} with SD {2} and {3}: divided by {4} they are like those of the other {5} studies, so this looks like another unit.",
            ...numbers,
            Number(factor.toPrecision(6)),
            others,
          )
        : translate(
            "Means {0} and {1} with SD {2} and {3}: multiplied by {4} they are like those of the other {5} studies, so this looks like another unit.",
            ...numbers,
            Number((1 / factor).toPrecision(6)),
            others,
          );
    }
    case "risk-of-bias-mismatch":
      return translate(
        "The overall judgement is “{0}”, but “{1}” is judged “{2}”: by RoB 2 the result is judged no better than its worst domain.",
        judgementOfRoB2(finding.overall),
        finding.domain,
        judgementOfRoB2(finding.worst),
      );
    case "default-label":
      return translate(
        "“{0}” is the label that RevMan writes: it does not say what is compared.",
        finding.label,
      );
    case "totals-disagree":
      return participantsDiffer(finding.value, finding.otherValue, String(finding.otherItem + 1));
    case "result-mismatch":
      return resultMessage(finding, evidence);
    case "fragile-result":
      return fragile(finding, evidence, studyAt);
    case "zero-cells":
      return zeroCells(finding, evidence, studyAt);
  }
}

/** RevMan has the same word for some concerns as RoB 1 for an unclear risk. */
function judgementOfRoB2(judgement: FindingOf<"risk-of-bias-mismatch">["worst"]): string {
  return judgementText(judgement === "unclear" ? "some-concerns" : judgement, translate);
}

/** With how many more rows, or analyses, have the same. */
export function withAlike(message: string, finding: Finding): string {
  const alike = "alike" in finding ? (finding.alike ?? 0) : 0;
  if (alike === 0) return message;
  if (finding.code === "totals-disagree")
    return alike === 1
      ? translate("{0} It stands in 1 more analysis of the group.", message)
      : translate("{0} It stands in {1} more analyses of the group.", message, alike);
  return alike === 1
    ? translate("{0} The same holds for 1 more row of this study.", message)
    : translate("{0} The same holds for {1} more rows of this study.", message, alike);
}

/** @param label of the other analysis */
export function participantsDiffer(here: number, there: number, label: string): string {
  return translate(
    "{0} participants here, but {1} in “{2}”, an analysis of the same group: a digit may have slipped.",
    here,
    there,
    label,
  );
}

function impossible({ reason, value, other }: FindingOf<"impossible-data">): string {
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

function mismatch(
  { role, value, other, otherValue }: FindingOf<"method-mismatch">,
  evidence: ItemEvidence,
): string {
  if (role === "data-type")
    return translate(
      "The data type is “{0}”, but the studies have data of the type “{1}”.",
      writtenOr(evidence.content.choices.get(role), value),
      standardName(otherValue, translate),
    );
  // Another problem may keep the analysis from being computed.
  const isOfEstimator = other === "model" && otherValue === "fixed-effect";
  return isOfEstimator || evidence.kind === "computed"
    ? translate("A fixed-effect model has no heterogeneity estimator: “{0}” is used for nothing.", value)
    : problemSentence(evidence.problem, translate);
}

function fragile(
  { reason, row, without }: FindingOf<"fragile-result">,
  evidence: ItemEvidence,
  studyAt: (index: number) => string,
): string {
  const study = row === null ? "" : studyAt(row);
  const measure = evidence.choices?.pooling.choice.measure ?? "other-difference";
  const effect = without === null ? "" : effectText(without.estimate, without, measure);
  const result = evidence.kind === "computed" ? evidence.result : null;
  const pooled = result?.effect ?? null;
  switch (reason) {
    case "sign":
      return translate("Without “{0}” the result points the other way: {1}.", study, effect);
    case "significance":
      return without !== null && (without.low > 0 || without.high < 0)
        ? translate("Without “{0}” the interval excludes no effect: {1}.", study, effect)
        : translate("Without “{0}” the interval includes no effect: {1}.", study, effect);
    case "narrower-than-wald":
      return translate(
        "The HKSJ interval is narrower than the Wald interval would be: {0}.",
        pooled === null ? "" : effectText(pooled.estimate, pooled, measure),
      );
    case "one-study-outweighs": {
      const weight = result?.rows.find(({ id }) => id === row)?.weight ?? 0;
      return translate("“{0}” has {1}% of the weight.", study, (weight * 100).toFixed(1));
    }
  }
}

function zeroCells(
  { corrected, correctedVariance, notEstimable, withoutCorrection, leftOut }: FindingOf<"zero-cells">,
  evidence: ItemEvidence,
  studyAt: (index: number) => string,
): string {
  const names = (rows: readonly number[]): string => rows.map((row) => `“${studyAt(row)}”`).join(", ");
  const sentences: string[] = [];
  if (corrected.length > 0)
    sentences.push(translate("Corrected by 0.5 because of a zero cell: {0}.", names(corrected)));
  if (correctedVariance.length > 0)
    sentences.push(
      translate("Variance corrected by 0.5 because of a zero cell: {0}.", names(correctedVariance)),
    );
  if (notEstimable.length > 0) sentences.push(translate("Not estimable: {0}.", names(notEstimable)));
  const measure = evidence.choices?.pooling.choice.measure;
  const effect = evidence.kind === "computed" ? evidence.result.effect : null;
  if (withoutCorrection !== null && effect !== null && measure !== undefined) {
    const [raw, pooled] = [withoutCorrection, effect.estimate].map((value) =>
      decimals(shown(value, measure), 2),
    );
    sentences.push(
      leftOut.length === 0
        ? translate("Without the correction the result is {0}, not {1}.", raw ?? "", pooled ?? "")
        : translate(
            "Without the correction, and without {2}, the result is {0}, not {1}.",
            raw ?? "",
            pooled ?? "",
            names(leftOut),
          ),
    );
  }
  return sentences.join(" ");
}

/** `12/148`, or `41.2 (12.6), n = 74`. */
function armText({ content }: ItemEvidence, row: number, arm: "experimental" | "comparator"): string {
  const number = (part: "events" | "total" | "mean" | "sd"): number | undefined =>
    content.rows?.[row]?.number(`${arm}-${part}`);
  const [events, total] = [number("events"), number("total")];
  if (events !== undefined) return `${events}/${total ?? ""}`;
  return `${number("mean") ?? ""} (${number("sd") ?? ""}), n = ${total ?? ""}`;
}

/** To three significant digits, as a person would say it. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
