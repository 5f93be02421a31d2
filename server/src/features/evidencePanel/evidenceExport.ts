import type { RoleBinding } from "../../../../evidence/src/index";
import { documentItem, leavingOut } from "../../../../evidence/src/index";
import { valueOf } from "../../../../json/src";
import type { EvidenceExport, EvidenceExportParams } from "../../../../protocol/src/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisLabel, labelText } from "../../document/labels";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import type { Figures } from "../../evidence/reportEvidence";
import { translate } from "../../localisation/translate";
import { analysisOf } from "./evidenceView";

/** The evidence of an analysis as a file or a text to paste; null where there is none. */
export function evidenceExport(
  document: AnalysesDocument,
  binding: RoleBinding,
  { analysis: pointer, without, ...wanted }: Omit<EvidenceExportParams, "textDocument">,
  { written }: Pick<Figures, "written">,
): EvidenceExport | null {
  const place = analysisOf(document, pointer);
  if (place === undefined) return null;
  const { group, analysis } = place;
  const whole = analysisEvidence(document, analysis, binding);
  const evidence = without.length === 0 ? whole : leavingOut(whole, without);
  if (evidence.kind === "problem") return null;
  const item = documentItem(
    { value: { number: group.number, name: group.name }, index: group.index },
    { value: valueOf(document, analysis), index: analysis.index },
    evidence,
  );
  const name = labelText(analysisLabel(document, group, analysis, analysis.index));
  return { name, text: written({ ...item, evidence }, wanted, name, translate) };
}
