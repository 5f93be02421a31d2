import { pathAt, pathOf, pointerOfPath } from "../../../../json/src";
import type { ItemEvidence, RoleBinding } from "../../../../evidence/src/index";
import { columnRoles } from "../../../../evidence/src/index";
import { depthOf } from "../../../../protocol/src/documentFormat";
import type { Cell, TablePlaces, TablePlacesParams } from "../../../../protocol/src/evidenceTable";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import type { Located } from "../../document/locate";
import { rangeOf } from "../../document/locate";
import { translate } from "../../localisation/translate";
import { syntaxFindings } from "../../validation/checks/syntax";
import { analysisOf } from "./evidenceView";
import type { EvidenceTable, TablePart } from "./tableRows";
import { locateIn } from "./tableRows";

/** Undefined where no analysis is at the pointer. */
export function evidenceTable(
  document: AnalysesDocument,
  binding: RoleBinding,
  pointer: string,
): EvidenceTable | undefined {
  const place = analysisOf(document, pointer);
  if (place === undefined) return undefined;
  const evidence = analysisEvidence(document, place.analysis, binding);
  const rows = evidence.content.rows ?? [];
  return { document, analysis: place.analysis, evidence, rows, parts: writableParts(evidence), translate };
}

export function writableParts(evidence: ItemEvidence): readonly TablePart[] {
  const dataType = evidence.choices?.pooling.dataType;
  return ["study", ...(dataType === undefined ? [] : columnRoles(dataType))];
}

/** The same, to be written into; undefined also while the text of the analysis is not JSON. */
export function writableTable(
  document: AnalysesDocument,
  binding: RoleBinding,
  pointer: string,
): EvidenceTable | undefined {
  const table = evidenceTable(document, binding, pointer);
  return table !== undefined && syntaxFindings(document, table.analysis).length === 0 ? table : undefined;
}

/** Where cells stand, and which cells stand at places of the text. */
export function tablePlaces(
  document: AnalysesDocument,
  binding: RoleBinding,
  { analysis, cells, ranges }: Omit<TablePlacesParams, "textDocument">,
): TablePlaces | null {
  const table = evidenceTable(document, binding, analysis);
  if (table === undefined) return null;
  return {
    ranges: cells.map((cell) => {
      const found = placeOfCell(table, cell);
      if (found === undefined) return null;
      const { start, end } = rangeOf(found);
      return document.text.rangeBetween(start, end);
    }),
    cells: ranges.map(({ start }) => cellAt(table, document.text.offsetAt(start))),
  };
}

/** The value of a cell, else all of its row. */
function placeOfCell(table: EvidenceTable, { row: pointer, part }: Cell): Located | undefined {
  const row = table.rows.find((one) => one.pointer === pointer);
  const role = table.parts.find((one) => one === part);
  const place = role === undefined ? undefined : row?.places.get(role);
  return locateIn(table, place ?? pointer);
}

function cellAt({ document, analysis, rows }: EvidenceTable, offset: number): Cell | null {
  if (offset < analysis.start || offset >= analysis.start + analysis.node.length) return null;
  const path = pathAt(document, offset);
  const way = [
    ...pathOf(path.steps),
    ...(path.property === undefined ? [] : [path.property.property.property.name]),
  ];
  const pointer = pointerOfPath(way.slice(depthOf.analysis));
  const row = rows.findLast((one) => `${pointer}/`.startsWith(`${one.pointer}/`));
  if (row === undefined) return null;
  const [part] = [...row.places].find(([, at]) => at === pointer) ?? [null];
  return { row: row.pointer, part };
}
