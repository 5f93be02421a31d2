import { translate } from "../localisation/translate";
import type { NumbersDiagnostic } from "./diagnostic";

export const defaultLabel: NumbersDiagnostic<"default-label"> = {
  kind: "numbers",
  severity: "hint",
  words(finding) {
    return translate(
      "“{0}” is the label that RevMan writes: it does not say what is compared.",
      finding.label,
    );
  },
};
