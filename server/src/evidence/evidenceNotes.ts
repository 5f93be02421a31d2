import type { ComputedItem, NotEstimableReason } from "../../../evidence/src/index";
import { pointText, reportNotes, zeroCells } from "../../../evidence/src/index";
import { numbersAsRead, translate } from "../localisation/translate";

/** What a reader should know of how an analysis was computed, in sentences. */
export function evidenceNotes(evidence: ComputedItem): readonly string[] {
  const { analysis, result, choices } = evidence;
  const { measure } = choices.pooling.choice;
  const names = (ids: readonly number[]): string =>
    result.rows
      .filter(({ id }) => ids.includes(id))
      .map(({ study }) => study)
      .join(", ");
  const [zero] = zeroCells(analysis, result);
  const withoutCorrection = zero?.withoutCorrection ?? null;
  const notEstimable = result.rows.filter(({ effect, excluded }) => effect.kind !== "estimable" && !excluded);
  const assumed = choices.defaults.join(", ");
  return [
    ...reportNotes(evidence).flatMap((note): readonly string[] => {
      switch (note) {
        case "zero-cells-corrected":
          return [
            translate(
              "Studies with a zero cell: 0.5 was added to each of their cells ({0}).",
              names(zero?.corrected ?? []),
            ),
          ];
        case "not-estimable-studies":
          return [
            translate("Not estimable, and not in the pool: {0}.", names(notEstimable.map(({ id }) => id))),
          ];
        case "excluded-studies":
          return [translate("Left out of the pool: {0}.", names(excludedOf(evidence)))];
        case "hksj-narrower-than-wald":
          return [translate("The interval by Hartung-Knapp-Sidik-Jonkman is narrower than the one by Wald.")];
        case "natural-scale":
          return [translate("The ratios were given as they are: their logarithms were pooled.")];
        case "standard-error-from-interval":
          return [translate("Standard errors were computed from confidence intervals.")];
        case "standard-error-from-variance":
          return [translate("Standard errors were computed from variances.")];
        default:
          return [];
      }
    }),
    ...(withoutCorrection === null
      ? []
      : [
          translate(
            "Without the correction of zero cells the pool is {0}.",
            numbersAsRead(pointText(withoutCorrection, measure)),
          ),
        ]),
    ...(assumed === "" ? [] : [translate("Assumed, since the analysis does not say it: {0}.", assumed)]),
  ];
}

function excludedOf({ result }: ComputedItem): readonly number[] {
  return result.rows.filter(({ excluded }) => excluded).map(({ id }) => id);
}

/** Why a study has no effect of its own, in a sentence. */
export function notEstimableReason(reason: NotEstimableReason): string {
  switch (reason) {
    case "no-data":
      return translate("Not estimable: it has no numbers yet.");
    case "no-participants":
      return translate("Not estimable: an arm has no participants.");
    case "no-events":
      return translate("Not estimable: there are no events in either arm. Its participants count.");
    case "all-events":
      return translate("Not estimable: everybody had the event. Its participants count.");
    case "no-deviation":
      return translate("Not estimable: a standard deviation is 0.");
    case "no-variance":
      return translate("Not estimable: its variance is 0.");
    case "too-few-participants":
      return translate("Not estimable: it has too few participants.");
    case "out-of-range":
      return translate("Not estimable: its numbers are too large, too small or too far apart.");
  }
}
