import { translate } from "../localisation/translate";
import { armText, firstRow, studyAt } from "./words/numbers";
import type { NumbersDiagnostic } from "./diagnostic";

/** Two rows that seem to count one group of participants. */
export const sharedComparator: NumbersDiagnostic<"shared-comparator"> = {
  kind: "numbers",
  severity: "warning",
  words(finding, evidence) {
    const study = studyAt(evidence, finding.otherRow);
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
  },
  related: (finding, evidence) => firstRow(evidence, finding.otherRow),
};
