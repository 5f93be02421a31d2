import { translate } from "../localisation/translate";
import { type ItemEvidence, effectText } from "@analyses/evidence";
import { studyAt } from "./words/numbers";
import type { FindingOf, NumbersDiagnostic } from "./diagnostic";

function fragile({ reason, row, without }: FindingOf<"fragile-result">, evidence: ItemEvidence): string {
  const study = row === null ? "" : studyAt(evidence, row);
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

/** A result that one study or the interval method decides. A note about the analysis, not a problem. */
export const fragileResult: NumbersDiagnostic<"fragile-result"> = {
  kind: "numbers",
  severity: "off",
  words: fragile,
};
