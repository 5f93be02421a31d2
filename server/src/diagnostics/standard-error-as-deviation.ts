import { type NumbersDiagnostic, writesNumbers } from "./diagnostic";
import { short } from "./words/numbers";
import { translate } from "../localisation/translate";

/** Words and fix for standard deviations that look like standard errors; the package `evidence` finds them. */
export const standardErrorAsDeviation: NumbersDiagnostic<"standard-error-as-deviation"> = {
  kind: "numbers",
  severity: "warning",
  words(finding) {
    const { deviations, total, others, neighbours } = finding;
    const [first, second] = deviations;
    if (neighbours.kind === "differences")
      return translate(
        "With SD {0} and {1} the standardised difference is {2}, that of the other {3} studies at most {4}; with SD·√n it is {5}, so this looks like a standard error.",
        first,
        second,
        short(neighbours.own),
        others,
        short(neighbours.largest),
        short(neighbours.corrected),
      );
    return translate(
      "SD {0} and {1} where the other {2} studies have {3} to {4}: {0}·√{5} = {6}, so this looks like a standard error.",
      first,
      second,
      others,
      short(neighbours.lowest),
      short(neighbours.highest),
      total,
      short(first * Math.sqrt(total)),
    );
  },
  fixes: writesNumbers((written) => translate("Write SE·√n: {0}", written)),
};
