import { type NumbersDiagnostic, writesNumbers } from "./diagnostic";
import { translate } from "../localisation/translate";

/** A study whose arms may have changed places, or whose estimate may have the wrong sign. */
export const transposedArms: NumbersDiagnostic<"transposed-arms"> = {
  kind: "numbers",
  severity: "hint",
  words(finding) {
    const distance = Math.abs(finding.distance).toFixed(1);
    const other = Math.abs(finding.exchangedDistance).toFixed(1);
    return finding.exchanged === "arms"
      ? translate(
          "This study is {0} standard errors away from the other {1}; with its arms exchanged it would be {2}: they may have changed places.",
          distance,
          finding.others,
          other,
        )
      : translate(
          "This study is {0} standard errors away from the other {1}; with the other sign it would be {2}: the direction may be wrong.",
          distance,
          finding.others,
          other,
        );
  },
  fixes: writesNumbers((written) => translate("Exchange: {0}", written)),
};
