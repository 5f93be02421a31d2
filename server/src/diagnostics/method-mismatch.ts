import { type ItemEvidence, writtenOr, standardName } from "@analyses/evidence";
import { studyAt } from "./words/numbers";
import { translate } from "../localisation/translate";
import type { FindingOf, NumbersDiagnostic } from "./diagnostic";

function mismatch(
  { role, value, other, otherValue, row }: FindingOf<"method-mismatch">,
  evidence: ItemEvidence,
): string {
  if (row !== undefined)
    return translate(
      "“{0}” has data of the type “{1}”, but the data type of the analysis is “{2}”.",
      studyAt(evidence, row),
      standardName(otherValue, translate),
      writtenOr(evidence.content.choices.get("data-type"), value),
    );
  if (role === "data-type")
    return translate(
      "The data type is “{0}”, but the studies have data of the type “{1}”.",
      writtenOr(evidence.content.choices.get(role), value),
      standardName(otherValue, translate),
    );
  if (role === "interval-method")
    return translate("A fixed-effect model has Wald's interval: “{0}” is used for nothing.", value);
  // The finding is about a superfluous estimator, which does not prevent computing the analysis, or about the problem
  // that does. Both can occur in one analysis, so look at the finding first.
  const isOfEstimator = other === "model" && otherValue === "fixed-effect";
  return isOfEstimator || evidence.kind === "computed"
    ? translate("A fixed-effect model has no heterogeneity estimator: “{0}” is used for nothing.", value)
    : evidence.problem.sentence(translate);
}

export const methodMismatch: NumbersDiagnostic<"method-mismatch"> = {
  kind: "numbers",
  severity: "error",
  severityOf: ({ role }) => (role === "interval-method" ? "information" : undefined),
  words: mismatch,
  related(finding, { content }) {
    const choice = finding.row === undefined ? finding.other : finding.role;
    const other = [...content.choices].find(([role]) => role === choice)?.[1];
    return other && { pointer: other.pointer, message: translate("“{0}” stands here.", String(other.value)) };
  },
};
