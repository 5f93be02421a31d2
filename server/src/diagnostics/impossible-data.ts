import { impossibleSentence } from "@analyses/evidence";
import { translate } from "../localisation/translate";
import type { NumbersDiagnostic } from "./diagnostic";

/** A number that no study can have, such as more events than participants. */
export const impossibleData: NumbersDiagnostic<"impossible-data"> = {
  kind: "numbers",
  severity: "error",
  words: (finding) => impossibleSentence(finding, translate),
  severityOf: ({ reason }) => (reason === "deviation-zero" ? "warning" : undefined),
};
