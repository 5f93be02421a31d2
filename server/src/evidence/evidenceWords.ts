import type {
  EffectMeasure,
  RoleBinding,
  RowResult,
  ComputedItem,
  NotEstimableReason,
} from "../../../evidence/src/index";
import {
  choiceName,
  countText,
  effectText,
  measureAbbreviation,
  percentText,
  problemSentence,
  weightText,
  pointText,
  reportNotes,
  zeroCells,
} from "../../../evidence/src/index";
import type { Placed } from "../../../json/src";
import { pathOfPointer } from "../../../json/src";
import type { AnalysesDocument } from "../document/analysesDocument";
import { numbersAsRead, translate } from "../localisation/translate";
import { locate } from "../document/locate";
import type { EvidenceSummary } from "./analysisEvidence";
import { evidenceSummary, knownSummary } from "./analysisEvidence";

/** What an analysis comes to, in a line: `RR 0.49 [0.34, 0.70] · 13 studies · 357,347 participants · I² 92 %`. */
export function summaryLine(summary: EvidenceSummary): string {
  const { problem, pooled, studies, participants } = summary;
  if (problem !== null) return problemSentence(problem, translate);
  const parts = [
    pooled === null ? translate("No total") : effectOf(pooled),
    studies === 1 ? translate("1 study") : translate("{0} studies", studies),
  ];
  if (participants !== null) parts.push(translate("{0} participants", countText(participants)));
  if (pooled !== null && pooled.i2 !== null) parts.push(`I² ${percentText(pooled.i2)} %`);
  return numbersAsRead(parts.join(" · "));
}

/** `RR 0.49 [0.34, 0.70]`. */
export function effectOf(pooled: NonNullable<EvidenceSummary["pooled"]>): string {
  const { measure, estimate } = pooled;
  return `${measureAbbreviation(measure, translate)} ${effectText(estimate, pooled, measure)}`;
}

/**
 * The pooled effects of analyses, `RR 0.49 [0.34, 0.70]`, where there is one: of those computed already, and others as long as there is time.
 *
 * @param hasTime asked before each is computed
 */
export function pooledEffects(
  document: AnalysesDocument,
  binding: RoleBinding,
  hasTime: () => boolean,
): (analysis: Placed) => string | undefined {
  return (analysis) => {
    const known = knownSummary(analysis, binding);
    if (known === undefined && !hasTime()) return undefined;
    const { pooled } = known ?? evidenceSummary(document, analysis, binding);
    return pooled === null ? undefined : numbersAsRead(effectOf(pooled));
  };
}

/** Effect and weight of a study: `0.64 [0.32, 1.28] · 8.1 %`. */
export function rowEffect({ effect, interval, weight }: RowResult, measure: EffectMeasure): string {
  if (effect.kind === "not-estimable" || interval === null) return translate("Not estimable");
  const written = numbersAsRead(effectText(effect.estimate, interval, measure));
  return weight === null ? written : `${written} · ${numbersAsRead(weightText(weight))}`;
}

/** The value that a pointer of computed evidence leads to (RFC 6901). */
export function placeIn(document: AnalysesDocument, analysis: Placed, pointer: string): Placed | undefined {
  return locate(document, analysis, pathOfPointer(pointer));
}

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
  const corrected = names(zero?.corrected ?? []);
  const correctedVariance = names(zero?.correctedVariance ?? []);
  const leftOut = names(zero?.leftOut ?? []);
  const withoutCorrection = zero?.withoutCorrection ?? null;
  const raw = withoutCorrection === null ? "" : numbersAsRead(pointText(withoutCorrection, measure));
  const notEstimable = result.rows.filter(({ effect, excluded }) => effect.kind !== "estimable" && !excluded);
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
          return [translate("Left out of the pool: {0}.", names(excludedOf(evidence)))];
        case "hksj-narrower-than-wald":
          return [translate("The interval by Hartung-Knapp-Sidik-Jonkman is narrower than the one by Wald.")];
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
            choices.scale === "log"
              ? translate(
                  "Estimates whose names do not say their scale were taken for logarithms: the analysis does not say it either.",
                )
              : translate(
                  "Estimates whose names do not say their scale were taken for ratios, as the first one: the analysis does not say it.",
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
