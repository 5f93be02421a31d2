import type { AnalysesDocument } from "../document/analysesDocument";
import { groupsOf } from "../document/groups";
import { analysesOf } from "../presentation/labels";
import { ReferencesToCheck } from "./verdicts";
import { knownReferences, referencesIn } from "./writtenReferences";
import type { Workload } from "../validation/validateDocument";

/** After this much text that was read anew, others have their turn. */
const sliceOfText = 500_000;

/** Everything that is to be looked up for a document; undefined when it was cancelled. */
export async function collectReferences(
  document: AnalysesDocument,
  workload: Workload,
): Promise<ReferencesToCheck | undefined> {
  const found = new ReferencesToCheck();
  let text = 0;
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group)) {
      if (knownReferences(analysis.node) === undefined) text += analysis.node.length;
      for (const reference of referencesIn(document, analysis)) found.add(reference);
      if (text < sliceOfText) continue;
      text = 0;
      await workload.pause();
      if (workload.isCancelled()) return undefined;
    }
  return found;
}
