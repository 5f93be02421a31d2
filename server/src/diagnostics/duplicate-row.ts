import { armText, firstRow, studyAt } from "./words/numbers";
import { leaveOut, memberRemoval, fix } from "./fixes/fix";
import { translate } from "../localisation/translate";
import type { NumbersDiagnostic } from "./diagnostic";
import { pathAt } from "@analyses/json";

/** Two rows with the same numbers. */
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
  fixes({ start, data }, document) {
    const row = pathAt(document, start + 1).steps.findLast(({ via }) => via.kind === "element");
    // A finding at the start of its row is about a row without a name, so the fix could not name the row.
    if (row?.node.kind !== "object" || row.start === start || data.kind !== "evidence") return [];
    return [fix(leaveOut(data.study ?? ""), memberRemoval(document, row.start), {})];
  },
};
