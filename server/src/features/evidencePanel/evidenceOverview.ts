import type { RoleBinding } from "../../../../evidence/src/index";
import { countText, percentText, problemSentence } from "../../../../evidence/src/index";
import type { PlacedElement } from "../../../../json/src";
import type { EvidenceOverview, OverviewCell, OverviewRow } from "../../../../protocol/src/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { GroupPlace } from "../../document/groups";
import { groupsOf } from "../../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../../document/labels";
import { rangeOf } from "../../document/locate";
import type { Yielding } from "../../document/yielding";
import { workThrough } from "../../document/yielding";
import { evidenceSummary } from "../../evidence/analysisEvidence";
import { effectOf } from "../../evidence/evidenceWords";
import { numbersAsRead, translate } from "../../localisation/translate";

/**
 * What all analyses of a document come to. Of those that no edit touched it is known already.
 *
 * @returns undefined when it was cancelled
 */
export async function evidenceOverview(
  document: AnalysesDocument,
  binding: RoleBinding,
  yielding: Yielding,
): Promise<EvidenceOverview | undefined> {
  const rows: OverviewRow[] = [];
  const ranges: EvidenceOverview["ranges"][number][] = [];
  function* work(): Generator<number, void> {
    for (const group of groupsOf(document))
      for (const analysis of analysesOf(group)) {
        const { start, end } = rangeOf(analysis);
        rows.push(rowOf(document, group, analysis, binding));
        ranges.push(document.text.rangeBetween(start, end));
        yield analysis.node.length;
      }
  }
  if (!(await workThrough(work(), yielding))) return undefined;
  return { version: document.version, rows, ranges };
}

const none: OverviewCell = { text: "", value: null };

function rowOf(
  document: AnalysesDocument,
  group: GroupPlace,
  analysis: PlacedElement,
  binding: RoleBinding,
): OverviewRow {
  const { number, name } = analysisLabel(document, group, analysis, analysis.index);
  const { problem, pooled, studies, participants } = evidenceSummary(document, analysis, binding);
  const i2 = pooled?.i2 ?? null;
  return {
    pointer: `/analysis-groups/${group.index}/analyses/${analysis.index}`,
    number,
    name,
    group: labelText(groupLabel(group)),
    problem: problem === null ? null : problemSentence(problem, translate),
    columns: {
      effect: pooled === null ? none : { text: numbersAsRead(effectOf(pooled)), value: pooled.estimate },
      studies: problem === null ? { text: String(studies), value: studies } : none,
      participants:
        participants === null ? none : { text: numbersAsRead(countText(participants)), value: participants },
      i2: i2 === null ? none : { text: `${numbersAsRead(percentText(i2))} %`, value: i2 },
    },
  };
}
