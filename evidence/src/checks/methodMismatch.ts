import type { DataType } from "../analysis";
import { typeOfRows } from "../roles/choices";
import type { ItemEvidence } from "../roles/evidenceOfItem";
import { readChoice } from "../roles/values";
import type { Finding } from "./finding";

/** Choices that do not fit each other, or that do not fit the data. */
export function methodMismatch(evidence: ItemEvidence): readonly Finding[] {
  const { content, choices } = evidence;
  const found: Finding[] = [];
  if (evidence.kind === "problem" && evidence.problem.kind === "does-not-fit") {
    const { role, value, other, otherValue, pointer } = evidence.problem;
    found.push({ code: "method-mismatch", pointer, role, value, other, otherValue });
  }
  const estimator = content.choices.get("heterogeneity-estimator");
  if (choices?.model.kind === "fixed-effect" && estimator !== undefined && content.choices.has("model"))
    found.push({
      code: "method-mismatch",
      pointer: estimator.pointer,
      role: "heterogeneity-estimator",
      value: String(estimator.value),
      other: "model",
      otherValue: "fixed-effect",
    });
  const said = content.choices.get("data-type");
  const standard = said === undefined ? undefined : said.bound.values.get(String(said.value));
  const declared = said === undefined ? undefined : readChoice["data-type"](standard ?? said.value);
  const actual = typeOfRows(content);
  if (said !== undefined && declared !== undefined && actual !== undefined && !hasDataFor(evidence, declared))
    found.push({
      code: "method-mismatch",
      pointer: said.pointer,
      role: "data-type",
      value: declared,
      other: "studies",
      otherValue: actual,
    });
  return found;
}

const decisive = {
  dichotomous: ["experimental-events", "comparator-events"],
  continuous: ["experimental-mean", "comparator-mean", "experimental-sd", "comparator-sd"],
  contrast: ["estimate", "standard-error", "interval-low"],
  // A variance stands beside an estimate too.
  "observed-expected": ["observed-minus-expected"],
} as const;

function hasDataFor({ content }: ItemEvidence, dataType: DataType): boolean {
  return (content.rows ?? []).some((row) => decisive[dataType].some((role) => row.says(role)));
}
