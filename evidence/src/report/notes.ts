import { zeroCells } from "../checks/sensitivity";
import type { PooledRows } from "../pooling/computeAnalysis";
import { isNarrowerThanWald } from "../pooling/pool";
import type { ComputedItem } from "../evidenceOfItem";
import { type Translate, choiceName, studyInWords } from "../roles/problems";
import { pointText } from "./words";

/** Notes on how the analysis was computed, as codes. */
export function reportNotes(evidence: ComputedItem): readonly string[] {
  const { choices, conversions, analysis, result } = evidence;
  const isCorrected = result.rows.some(
    ({ effect, excluded }) => effect.kind === "estimable" && effect.corrected && !excluded,
  );
  const isWald = analysis.model.kind === "random-effects" && analysis.model.interval === "wald";
  const isOfFew = ({ studies, heterogeneity }: PooledRows): boolean =>
    studies < 5 && (heterogeneity?.tau2?.value ?? 0) > 0;
  const pools = result.effect === null ? (result.subgroups ?? []) : [result];
  const isNarrower = [result, ...(result.subgroups ?? [])].some(
    ({ effect }) => effect !== null && isNarrowerThanWald(effect, analysis.confidenceLevel),
  );
  return [
    ...(isCorrected ? ["zero-cells-corrected"] : []),
    ...(result.notEstimable > 0 ? ["not-estimable-studies"] : []),
    ...(result.rows.some(({ excluded }) => excluded) ? ["excluded-studies"] : []),
    ...(isNarrower ? ["hksj-narrower-than-wald"] : []),
    ...(isWald && pools.some(isOfFew) ? ["wald-few-studies"] : []),
    ...conversions,
    ...choices.defaults.map((role) => `default-${role}`),
  ];
}

/**
 * The notes of {@link reportNotes} as sentences, then the pool without the correction of zero cells, and assumed
 * choices.
 *
 * @param read puts numbers into the user's notation
 */
export function notesInWords(
  evidence: ComputedItem,
  translate: Translate,
  read: (numbers: string) => string = String,
): readonly string[] {
  const { analysis, content, result, choices } = evidence;
  const { measure } = choices.pooling.choice;
  const names = (ids: readonly number[]): string =>
    (content.rows ?? [])
      .filter(({ index }) => ids.includes(index))
      .map((row) => studyInWords(row, translate))
      .join(", ");
  const [zero] = zeroCells(analysis, result);
  const corrected = names(zero?.corrected ?? []);
  const correctedVariance = names(zero?.correctedVariance ?? []);
  const leftOut = names(zero?.leftOut ?? []);
  const withoutCorrection = zero?.withoutCorrection ?? null;
  const raw = withoutCorrection === null ? "" : read(pointText(withoutCorrection, measure));
  const notEstimable = result.rows.filter(({ effect, excluded }) => effect.kind !== "estimable" && !excluded);
  const excluded = result.rows.filter((row) => row.excluded);
  const assumed = choices.defaults
    .filter((role) => role !== "scale")
    .map((role) => choiceName(role, translate))
    .join(", ");
  return [
    ...reportNotes(evidence).flatMap((note): readonly string[] => {
      switch (note) {
        case "zero-cells-corrected":
          return [
            ...(corrected === ""
              ? []
              : [
                  translate(
                    "Studies with a zero cell: 0.5 was added to each of their cells ({0}).",
                    corrected,
                  ),
                ]),
            ...(correctedVariance === ""
              ? []
              : [
                  translate(
                    "Studies with a zero cell: 0.5 was added to each of their cells for the variance of their effects only ({0}).",
                    correctedVariance,
                  ),
                ]),
          ];
        case "not-estimable-studies":
          return [
            translate("Not estimable, and not in the pool: {0}.", names(notEstimable.map(({ id }) => id))),
          ];
        case "excluded-studies":
          return [translate("Left out of the pool: {0}.", names(excluded.map(({ id }) => id)))];
        case "hksj-narrower-than-wald":
          return [translate("The interval by Hartung-Knapp-Sidik-Jonkman is narrower than the one by Wald.")];
        case "wald-few-studies":
          return [
            translate(
              "With fewer than five studies that differ, the interval by Wald is mostly too narrow: the one by Hartung-Knapp-Sidik-Jonkman allows for it.",
            ),
          ];
        case "natural-scale":
          return [translate("The ratios were given as they are: their logarithms were pooled.")];
        case "standard-error-from-interval":
          return [translate("Standard errors were computed from confidence intervals.")];
        case "standard-error-from-variance":
          return [translate("Standard errors were computed from variances.")];
        case "standard-error-of-ratio":
          return [
            translate("Standard errors of ratios were divided by them: these are those of their logarithms."),
          ];
        case "default-scale":
          return [
            translate(
              "Estimates whose names do not say their scale were taken for logarithms, since one of them is negative.",
            ),
          ];
        case "totals-from-cells":
          return [translate("Totals were computed: participants with and without the event were added.")];
        default:
          return [];
      }
    }),
    ...(withoutCorrection === null
      ? []
      : [
          leftOut === ""
            ? translate("Without the correction of zero cells the pool is {0}.", raw)
            : translate(
                "Without the correction of zero cells, and without {1}, the pool is {0}.",
                raw,
                leftOut,
              ),
        ]),
    ...(assumed === "" ? [] : [translate("Assumed, since the analysis does not say it: {0}.", assumed)]),
  ];
}
