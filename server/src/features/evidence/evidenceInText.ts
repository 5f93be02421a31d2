import type { CodeLens, InlayHint, Range } from "vscode-languageserver-types";
import type { RoleBinding } from "../../../../evidence/src/index";
import type { PlacedElement } from "../../../../json/src";
import { AscendingPositions } from "../../../../json/src";
import { fieldsOf } from "../../../../protocol/src/message";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupsOf } from "../../document/groups";
import { analysesOf } from "../../document/labels";
import { evidenceSummary, analysisEvidence } from "../../evidence/analysisEvidence";
import { summaryLine, placeIn, rowEffect } from "../../evidence/evidenceWords";
import { analysisAt } from "../../evidence/reportEvidence";

/*
 * What analyses and studies come to, said beside them in the text: a code lens above each analysis, an inlay hint after
 * each study.
 */

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

/**
 * Effect and weight of each study in a part of the document, at the end of the line that it begins in
 * (LSP 3.17, `textDocument/inlayHint`). Only analyses that reach into the part are computed.
 */
export function evidenceHints(document: AnalysesDocument, range: Range, binding: RoleBinding): InlayHint[] {
  const from = document.text.offsetAt(range.start);
  const to = document.text.offsetAt(range.end);
  const reaches = (start: number, length: number): boolean => start <= to && start + length >= from;
  const hints: InlayHint[] = [];
  for (const group of groupsOf(document)) {
    if (!reaches(group.place.start, group.place.node.length)) continue;
    for (const analysis of analysesOf(group))
      if (reaches(analysis.start, analysis.node.length))
        hints.push(...hintsOf(document, analysis, binding, reaches));
  }
  return hints;
}

function hintsOf(
  document: AnalysesDocument,
  analysis: PlacedElement,
  binding: RoleBinding,
  reaches: (start: number, length: number) => boolean,
): readonly InlayHint[] {
  const evidence = analysisEvidence(document, analysis, binding);
  if (evidence.kind === "problem") return [];
  const { measure } = evidence.choices.pooling.choice;
  return evidence.result.rows.flatMap((row): readonly InlayHint[] => {
    const place = placeIn(document, analysis, evidence.content.rows?.[row.id]?.pointer ?? "");
    if (place === undefined || !reaches(place.start, place.node.length)) return [];
    const text = document.text.slice(place.start, place.start + place.node.length);
    const line = /^[^\r\n]*/.exec(text)?.[0].trimEnd() ?? "";
    const position = document.text.positionAt(place.start + line.length);
    return [{ position, label: rowEffect(row, measure), paddingLeft: true }];
  });
}
