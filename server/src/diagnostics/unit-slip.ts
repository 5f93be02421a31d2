import { type NumbersDiagnostic, writesNumbers } from "./diagnostic";
import { translate } from "../localisation/translate";

/** A study whose numbers may have another unit than those of the other studies. */
export const unitSlip: NumbersDiagnostic<"unit-slip"> = {
  kind: "numbers",
  severity: "hint",
  words(finding) {
    const { means, deviations, factor, others } = finding;
    const numbers = [...means, ...deviations] as const;
    return factor >= 1
      ? translate(
          "Means {0} and {1} with SD {2} and {3}: divided by {4} they are like those of the other {5} studies, so this looks like another unit.",
          ...numbers,
          Number(factor.toPrecision(6)),
          others,
        )
      : translate(
          "Means {0} and {1} with SD {2} and {3}: multiplied by {4} they are like those of the other {5} studies, so this looks like another unit.",
          ...numbers,
          Number((1 / factor).toPrecision(6)),
          others,
        );
  },
  fixes: writesNumbers((written) => translate("Write in the unit of the others: {0}", written)),
};
