import type { CodeLens } from "vscode-languageserver-types";
import type { RoleBinding } from "../../../../evidence/src/index";
import { AscendingPositions } from "../../../../json/src";
import { fieldsOf } from "../../../../protocol/src/message";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupsOf } from "../../document/groups";
import { analysesOf } from "../../document/labels";
import { evidenceSummary } from "../../evidence/analysisEvidence";
import { summaryLine } from "../../evidence/evidenceWords";
import { analysisAt } from "../../evidence/reportEvidence";

/** Which analysis a lens stands above: what a client sends back to have it resolved. */
export interface EvidenceLensData {
  readonly uri: string;
  readonly group: number;
  readonly analysis: number;
}

/** What comes back with a lens has been with the client. */
export function readLensData(value: unknown): EvidenceLensData | undefined {
  const { uri, group, analysis } = fieldsOf(value);
  if (typeof uri !== "string" || typeof group !== "number" || typeof analysis !== "number") return undefined;
  return { uri, group, analysis };
}

/** A lens for each analysis, empty until it is shown: most of a long document never is (LSP 3.17, `textDocument/codeLens`). */
export function evidenceLenses(document: AnalysesDocument): CodeLens[] {
  const positions = new AscendingPositions(document.text);
  return Array.from(groupsOf(document)).flatMap((group) =>
    Array.from(analysesOf(group), ({ start, index }): CodeLens => {
      const data: EvidenceLensData = { uri: document.uri, group: group.index, analysis: index };
      return { range: positions.rangeBetween(start, start + 1), data };
    }),
  );
}

/**
 * Says in a lens what its analysis comes to (LSP 3.17, `codeLens/resolve`).
 *
 * @param showEvidence the client's command that shows more, where it has it
 */
export function resolveEvidenceLens(
  document: AnalysesDocument,
  lens: CodeLens,
  { uri, group, analysis }: EvidenceLensData,
  binding: RoleBinding,
  showEvidence: string | undefined,
): CodeLens {
  const place = analysisAt(document, group, analysis);
  const title = place === undefined ? "" : summaryLine(evidenceSummary(document, place.analysis, binding));
  const command =
    showEvidence === undefined || title === ""
      ? { title, command: "" }
      : { title, command: showEvidence, arguments: [uri, lens.range.start] };
  return { ...lens, command };
}
