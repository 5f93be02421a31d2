import { impossibleSentence } from "@analyses/evidence";
import { translate } from "../localisation/translate";
import type { NumbersDiagnostic } from "./diagnostic";

/** No study can have this number. */
export const impossibleData: NumbersDiagnostic<"impossible-data"> = {
  kind: "numbers",
  severity: "error",
  words: (finding) => impossibleSentence(finding, translate),
  severityOf: ({ reason }) => (reason === "deviation-zero" ? "warning" : undefined),
};
