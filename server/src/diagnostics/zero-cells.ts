import { type ItemEvidence, decimals, shown } from "@analyses/evidence";
import { translate } from "../localisation/translate";
import { studyAt } from "./words/numbers";
import type { FindingOf, NumbersDiagnostic } from "./diagnostic";

function zeroCells(
  { corrected, correctedVariance, notEstimable, withoutCorrection, leftOut }: FindingOf<"zero-cells">,
  evidence: ItemEvidence,
): string {
  const names = (rows: readonly number[]): string =>
    rows.map((row) => `“${studyAt(evidence, row)}”`).join(", ");
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

/** Studies without events in an arm. A note about the analysis, not a problem. */
export const zeroCellsDiagnostic: NumbersDiagnostic<"zero-cells"> = {
  kind: "numbers",
  severity: "off",
  words: zeroCells,
};
