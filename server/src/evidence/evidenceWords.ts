import type {
  EffectMeasure,
  RoleBinding,
  RowResult,
  ComputedItem,
  NotEstimableReason,
} from "@analyses/evidence";
import {
  countText,
  effectText,
  measureAbbreviation,
  percentText,
  weightText,
  notesInWords,
} from "@analyses/evidence";
import { type Placed, pathOfPointer } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { numbersAsRead, translate } from "../localisation/translate";
import { locate } from "../document/locate";
import { type EvidenceSummary, evidenceSummary, knownSummary } from "./analysisEvidence";

/** An analysis in a line, such as `RR 0.49 [0.34, 0.70] · 13 studies · 357,347 participants · I² 92 %`. */
export function summaryLine(summary: EvidenceSummary): string {
  const { problem, pooled, studies, participants } = summary;
  if (problem !== null) return problem.sentence(translate);
  const parts = [
    pooled === null ? translate("No total") : effectOf(pooled),
    studies === 1 ? translate("1 study") : translate("{0} studies", studies),
  ];
  if (participants !== null) parts.push(translate("{0} participants", countText(participants)));
  if (pooled !== null && pooled.i2 !== null) parts.push(`I² ${percentText(pooled.i2)} %`);
  return numbersAsRead(parts.join(" · "));
}

/** A pooled effect with its confidence interval, such as `RR 0.49 [0.34, 0.70]`. */
export function effectOf(pooled: NonNullable<EvidenceSummary["pooled"]>): string {
  const { measure, estimate } = pooled;
  return `${measureAbbreviation(measure, translate)} ${effectText(estimate, pooled, measure)}`;
}

/**
 * Returns a function from an analysis to its pooled effect, such as `RR 0.49 [0.34, 0.70]`: undefined if nothing is
 * pooled, or if the effect is not cached and there is no time to compute it.
 *
 * @param hasTime called before each computation
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

/** The effect and weight of a study, such as `0.64 [0.32, 1.28] · 8.1 %`. */
export function rowEffect({ effect, interval, weight }: RowResult, measure: EffectMeasure): string {
  if (effect.kind === "not-estimable" || interval === null) return translate("Not estimable");
  const written = numbersAsRead(effectText(effect.estimate, interval, measure));
  return weight === null ? written : `${written} · ${numbersAsRead(weightText(weight))}`;
}

/** The place of a JSON pointer (RFC 6901) relative to an analysis. */
export function placeIn(document: AnalysesDocument, analysis: Placed, pointer: string): Placed | undefined {
  return locate(document, analysis, pathOfPointer(pointer));
}

/** Sentences about how an analysis was computed. */
export function evidenceNotes(evidence: ComputedItem): readonly string[] {
  return notesInWords(evidence, translate, numbersAsRead);
}

/** The reason why a study has no effect, as a sentence. */
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
