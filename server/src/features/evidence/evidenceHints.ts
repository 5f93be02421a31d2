import type { InlayHint, Range } from "vscode-languageserver-types";
import type { RoleBinding } from "../../../../evidence/src/index";
import type { PlacedElement } from "../../../../json/src";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupsOf } from "../../document/groups";
import { analysesOf } from "../../document/labels";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import { placeIn, rowEffect } from "../../evidence/evidenceWords";

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
