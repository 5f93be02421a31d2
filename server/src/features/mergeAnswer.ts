import type { Yielding } from "@analyses/json";
import type { RoleBinding } from "@analyses/evidence";
import type { Agreement, Answer, Conflict, Merged, Unreadable } from "@analyses/merge";
import {
  compareExtractions,
  conflictEffects,
  markedText,
  mergeTexts,
  noteSentences,
  placeLine,
  placeWords,
  poolsText,
  sidesOfMarkers,
} from "@analyses/merge";
import type { MergeAnswer, MergeParams, OpenConflict } from "@analyses/protocol/customMessages";
import { numbersAsRead, translate } from "../localisation/translate";

/**
 * Merges versions of a document, or compares two extractions, with the decisions so far.
 *
 * @param text of the document
 * @returns conflicts of versions in document order; disagreements of extractions by effect, the largest first
 */
export function* mergeAnswer(
  { text, version }: { readonly text: string; readonly version: number },
  { source, decisions }: Pick<MergeParams, "source" | "decisions">,
  binding: RoleBinding,
): Yielding<MergeAnswer> {
  const labels = { ours: "ours", theirs: "theirs" };
  let merged: Merged | Unreadable;
  let agreement: readonly string[] = [];
  if (source.kind === "extractions") {
    const compared = compareExtractions(text, source.other);
    merged = compared;
    if (compared.kind === "merged") agreement = agreementSentences(compared.agreement);
  } else if (source.kind === "versions") merged = mergeTexts(source);
  else {
    const marked = sidesOfMarkers(text);
    if (marked.kind !== "sides") return { kind: marked.kind === "none" ? "no-markers" : "unreadable" };
    Object.assign(labels, marked.labels);
    merged = mergeTexts(marked.texts);
  }
  if (merged.kind === "unreadable") return { kind: "unreadable" };
  const byPlace = new Map(decisions.map((decision) => [decision.place, decision]));
  const decided = new Map<number, Answer>();
  for (const { id, place, ours, theirs } of merged.conflicts) {
    const decision = byPlace.get(placeLine(place));
    if (decision?.ours !== ours || decision.theirs !== theirs) continue;
    decided.set(id, decision.take === "other" ? { text: decision.text ?? "null" } : decision.take);
  }
  const effects = yield* conflictEffects(merged, binding, decided);
  const distanceOf = ({ id }: Conflict): number => effects.get(id)?.distance ?? 0;
  const inOrder =
    source.kind === "extractions"
      ? merged.conflicts.toSorted((one, other) => distanceOf(other) - distanceOf(one))
      : merged.conflicts;
  const conflicts = inOrder.map(({ id, kind, place, isStoredResult, base, ours, theirs }): OpenConflict => {
    const effect = effects.get(id);
    const results = [effect?.ours, effect?.theirs].map((pools) =>
      numbersAsRead(poolsText(pools ?? null, translate)),
    );
    // Two results that read the same do not help to decide between the sides.
    const [ourResult = "", theirResult = ""] = results[0] === results[1] ? [] : results;
    return {
      isDecided: decided.has(id),
      isCell: kind === "cell",
      isStoredResult,
      analysis: placeWords(place).analysis,
      place: placeLine(place),
      base,
      ours,
      theirs,
      ourResult,
      theirResult,
    };
  });
  return {
    kind: "merged",
    version,
    // Git's conflict markers have seven characters by default.
    text: markedText(merged, { size: 7, labels, decided }),
    conflicts,
    notes: noteSentences(merged, translate),
    agreement,
  };
}

/** The agreement of two extractions, as sentences for a methods section. */
function agreementSentences({ cells, sameCells, studies, judgements, kappa }: Agreement): readonly string[] {
  const percent = cells === 0 ? "–" : ((100 * sameCells) / cells).toFixed(1);
  return [
    translate(
      "Cells compared: {0}, in {1} rows of studies; the same in both: {2} ({3} %).",
      cells,
      studies,
      sameCells,
      percent,
    ),
    ...(judgements === 0
      ? []
      : [
          kappa === null
            ? translate(
                "Judgements of risk of bias: {0}; all are of one category, for which there is no kappa.",
                judgements,
              )
            : translate("Judgements of risk of bias: {0}; Cohen’s kappa {1}.", judgements, kappa.toFixed(2)),
        ]),
  ];
}
