import { type NumbersDiagnostic, writesNumbers } from "./diagnostic";
import { translate } from "../localisation/translate";
import { short } from "./words/numbers";

/** A number that looks like a ratio where the analysis expects the logarithm of the ratio. */
export const ratioNotLogged: NumbersDiagnostic<"ratio-not-logged"> = {
  kind: "numbers",
  severity: "warning",
  words(finding, evidence) {
    const { row, value, role, repairs, others } = finding;
    const logged = short(repairs[0]?.value ?? Math.log(value));
    if (others !== undefined)
      return translate(
        "{0} is far from the logarithms of the other {1} studies, and ln {0} = {2} is among them, so this looks like the ratio itself.",
        value,
        others,
        logged,
      );
    const limit = (end: "interval-low" | "interval-high"): number | undefined =>
      evidence.content.rows?.[row]?.number(end);
    const [low, high] = [limit("interval-low"), limit("interval-high")];
    if (role !== "estimate")
      return translate(
        "The limits {0} and {1} look like those of the ratio, where their logarithms are expected: ln {0} = {2}.",
        value,
        high ?? "",
        logged,
      );
    return low === undefined || high === undefined
      ? translate(
          "{0} would be the logarithm of a ratio above 1,000, so this looks like the ratio itself: ln {0} = {1}.",
          value,
          logged,
        )
      : translate(
          "{0} is in the middle of its interval, {1} to {2}, only as a ratio, but its logarithm is expected: ln {0} = {3}.",
          value,
          low,
          high,
          logged,
        );
  },
  fixes: writesNumbers((written) => translate("Write the logarithm: {0}", written)),
};
