import { translate } from "../localisation/translate";
import type { FindingOf, NumbersDiagnostic } from "./diagnostic";

function impossible({ reason, value, other }: FindingOf<"impossible-data">): string {
  switch (reason) {
    case "events-negative":
      return translate("The number of events cannot be negative: {0}.", value);
    case "events-over-total":
      return translate("{0} participants with events are more than the {1} there are.", value, other ?? 0);
    case "events-fractional":
      return translate("The number of participants with events is a whole number: {0} is none.", value);
    case "total-negative":
      return translate("The number of participants cannot be negative: {0}.", value);
    case "deviation-negative":
      return translate("A standard deviation cannot be negative: {0}.", value);
    case "deviation-zero":
      return translate(
        "A standard deviation of 0 would mean that all {0} participants had one and the same value: the study is not estimable.",
        other ?? 0,
      );
    case "error-not-positive":
      return translate("A standard error is larger than 0: {0} is none.", value);
    case "variance-not-positive":
      return translate("A variance is larger than 0: {0} is none.", value);
    case "score-beyond-events":
      return translate("Observed less expected events of {0} cannot come of {1} events.", value, other ?? 0);
    case "variance-beyond-events":
      return translate(
        "A variance of {0} cannot come of {1} events: it is a quarter of them at most.",
        value,
        other ?? 0,
      );
    case "interval-reversed":
      return translate("The lower limit {0} is above the upper limit {1}.", value, other ?? 0);
    case "estimate-outside-interval":
      return translate(
        "The estimate {0} lies outside its interval, beyond the limit {1}.",
        value,
        other ?? 0,
      );
    case "ratio-not-positive":
      return translate("A ratio is larger than 0: {0} is none, though it could be a logarithm.", value);
    case "difference-over-one":
      return translate("A risk difference lies between -1 and 1: {0} does not.", value);
  }
}

/** No study can have this number. */
export const impossibleData: NumbersDiagnostic<"impossible-data"> = {
  kind: "numbers",
  severity: "error",
  words: impossible,
  severityOf: ({ reason }) => (reason === "deviation-zero" ? "warning" : undefined),
};
