import type { PlacedElement } from "../../../../json/src";
import { pathAt, pathOf, pathOfPointer, pointerOfPath } from "../../../../json/src";
import type { ItemEvidence, NumberRole, Role, RoleBinding } from "../../../../evidence/src/index";
import { columnRoles } from "../../../../evidence/src/index";
import { depthOf } from "../../../../protocol/src/documentFormat";
import type { Cell, TablePlaces, TablePlacesParams } from "../../../../protocol/src/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import type { Located } from "../../document/locate";
import { locate, rangeOf } from "../../document/locate";
import { analysisOf } from "./evidenceView";

export type TableRow = NonNullable<ItemEvidence["content"]["rows"]>[number];
export type TablePart = NumberRole | "study";

/** The rows and columns of an analysis's table, and where their cells stand in the text. */
export interface EvidenceTable {
  readonly document: AnalysesDocument;
  readonly analysis: PlacedElement;
  readonly evidence: ItemEvidence;
  readonly rows: readonly TableRow[];
  /** The columns that can be written into, from left to right. */
  readonly parts: readonly TablePart[];
}

/** Undefined where no analysis is at the pointer. */
export function evidenceTable(
  document: AnalysesDocument,
  binding: RoleBinding,
  pointer: string,
): EvidenceTable | undefined {
  const place = analysisOf(document, pointer);
  if (place === undefined) return undefined;
  const evidence = analysisEvidence(document, place.analysis, binding);
  const dataType = evidence.choices?.pooling.dataType;
  const parts: readonly TablePart[] = ["study", ...(dataType === undefined ? [] : columnRoles(dataType))];
  return { document, analysis: place.analysis, evidence, rows: evidence.content.rows ?? [], parts };
}

export function locateIn({ document, analysis }: EvidenceTable, pointer: string): Located | undefined {
  return locate(document, analysis, pathOfPointer(pointer));
}

/**
 * Where a cell stands, or would stand: where the row has none, as in another row.
 *
 * @returns the pointer within the analysis; undefined where no row shows it
 */
export function cellPointer({ rows }: EvidenceTable, row: TableRow, part: Role): string | undefined {
  const own = row.places.get(part);
  if (own !== undefined) return own;
  for (const other of rows) {
    const place = other.places.get(part);
    if (place !== undefined) return row.pointer + place.slice(other.pointer.length);
  }
  return undefined;
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
