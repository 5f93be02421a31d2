import { armText, firstRow, studyAt } from "./words/numbers";
import { translate } from "../localisation/translate";
import type { NumbersDiagnostic } from "./diagnostic";

/** Two rows have the same numbers. */
export const duplicateRow: NumbersDiagnostic<"duplicate-row"> = {
  kind: "numbers",
  severity: "warning",
  words(finding, evidence) {
    return translate(
      "All numbers are those of “{0}” ({1}; {2}): the same participants seem to be counted twice.",
      studyAt(evidence, finding.otherRow),
      armText(evidence, finding.row, "experimental"),
      armText(evidence, finding.row, "comparator"),
    );
  },
  related: (finding, evidence) => firstRow(evidence, finding.otherRow),
};
