import { conflictsIn } from "@analyses/json";
import type { Fix } from "../../diagnostics/fixes/fix";
import type { Finding } from "../../findings/finding";
import type { Conflict } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
const known = new WeakMap<AnalysesDocument, readonly Conflict[]>();

/**
 * The fixes that do not touch a merge conflict: only the author knows which side is right.
 *
 * @param findings all findings of the document
 */
export function outsideConflicts(
  document: AnalysesDocument,
  findings: readonly Finding[],
  fixes: readonly Fix[],
): readonly Fix[] {
  const conflicts = conflictsOf(document, findings);
  if (conflicts.length === 0) return fixes;
  return fixes.filter(({ replacements }) =>
    replacements.every(({ start, end }) =>
      conflicts.every((conflict) => end < conflict.start || conflict.end < start),
    ),
  );
}

function conflictsOf(document: AnalysesDocument, findings: readonly Finding[]): readonly Conflict[] {
  const made = known.get(document);
  if (made !== undefined) return made;
  const hasConflict = findings.some(
    ({ data }) => data.kind === "syntax" && data.problem === "merge-conflict",
  );
  const conflicts = hasConflict ? conflictsIn(document.text.toString()) : [];
  known.set(document, conflicts);
  return conflicts;
}
