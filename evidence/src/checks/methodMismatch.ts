import { estimatorAsMethod, hasDataFor, typeOfRows } from "../roles/choices";
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
  const method = content.choices.get("method");
  // As metafor has it: the method is the estimator.
  const isEstimator =
    method !== undefined && estimatorAsMethod("method", method) === "heterogeneity-estimator";
  const estimator = content.choices.get("heterogeneity-estimator") ?? (isEstimator ? method : undefined);
  if (choices?.model.kind === "fixed-effect" && estimator !== undefined && content.choices.has("model"))
    found.push({
      code: "method-mismatch",
      pointer: estimator.pointer,
      role: estimator === method ? "method" : "heterogeneity-estimator",
      value: String(estimator.value),
      other: "model",
      otherValue: "fixed-effect",
    });
  const said = content.choices.get("data-type");
  const standard = said === undefined ? undefined : said.bound.values.get(String(said.value));
  const declared = said === undefined ? undefined : readChoice["data-type"](standard ?? said.value);
  const actual = typeOfRows(content);
  if (said !== undefined && declared !== undefined && actual !== undefined && !hasDataFor(content, declared))
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
