import type { ArrayNode, JsonObject, JsonPath, JsonValue, LinePosition, Placed, Step } from "@analyses/json";
import { pathAt, pathOf, pointerOfPath, isJsonArray, isJsonObject, readJson, valueOf } from "@analyses/json";
import type { ItemEvidence, RoleBinding } from "@analyses/evidence";
import { columnRoles, evidenceOfItem, numberRoles, placeIn } from "@analyses/evidence";
import { depthOf, partAt } from "@analyses/protocol/documentFormat";
import type { PlacedCell, TablePlaces, TablePlacesParams } from "@analyses/protocol/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import { type Located, rangeOf } from "../../document/locate";
import { firstBreak, syntaxFindings } from "../../diagnostics/syntax";
import { analysisOf } from "../../evidence/reportEvidence";
import type { EvidenceTable, TablePart, RowSketch } from "./tableCells";
import { cellPart, locateIn, rowAt, sketchOf } from "./tableCells";
import type { SchemaContext } from "../../schema/schemaContext";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { skeleton, toPlainText } from "../../schemaLookup/template";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";

/** The table of the analysis at an offset, with its cells' places; undefined if there is no analysis there. */
export function evidenceTable(
  document: AnalysesDocument,
  binding: RoleBinding,
  offset: number,
): EvidenceTable | undefined {
  const place = analysisOf(document, offset);
  if (place === undefined) return undefined;
  const evidence = analysisEvidence(document, place.analysis, binding);
  const rows = evidence.content.rows ?? [];
  return { document, analysis: place.analysis, evidence, rows, parts: writableParts(evidence) };
}

function writableParts(evidence: ItemEvidence): readonly TablePart[] {
  const dataType = evidence.choices?.pooling.dataType;
  return ["study", ...(dataType === undefined ? [] : columnRoles(dataType))];
}

/** A table whose text can be edited. */
export interface WritableTable extends EvidenceTable {
  /** The list of studies around an offset. */
  readonly listAt: (offset: number) => StudyList | undefined;
}

/** The editable table at an offset; undefined if there is no analysis, or the text of the analysis is not JSON. */
export function writableTable(
  document: AnalysesDocument,
  schemas: SchemaContext,
  binding: RoleBinding,
  offset: number,
): WritableTable | undefined {
  const table = evidenceTable(document, binding, offset);
  if (table === undefined || firstBreak(syntaxFindings(document, table.analysis)) !== undefined)
    return undefined;
  const listAt = (offset: number): StudyList | undefined =>
    studyListAt(document, schemas, binding, document.text.positionAt(offset));
  return { ...table, listAt };
}

/** The text ranges of cells, and the cells at the starts of text ranges. */
export function tablePlaces(
  document: AnalysesDocument,
  binding: RoleBinding,
  { at, cells, ranges }: Omit<TablePlacesParams, "textDocument">,
): TablePlaces | null {
  const table = evidenceTable(document, binding, at);
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

/** The value of a cell; the whole row if the cell has no value in the text. */
function placeOfCell(table: EvidenceTable, { row: offset, part }: PlacedCell): Located | undefined {
  const row = rowAt(table, offset);
  const role = cellPart(table, part);
  const place = role === undefined ? undefined : row?.places.get(role);
  return row && locateIn(table, place ?? row.pointer);
}

/** The row at an offset, and the column if the offset is in the value of a cell. */
function cellAt(table: EvidenceTable, offset: number): PlacedCell | null {
  const { document, analysis, rows } = table;
  if (offset < analysis.start || offset >= analysis.start + analysis.node.length) return null;
  const path = pathAt(document, offset);
  const itemPath = [
    ...pathOf(path.steps),
    ...(path.property === undefined ? [] : [path.property.property.property.name]),
  ];
  const pointer = pointerOfPath(itemPath.slice(depthOf.analysis));
  const row = rows.findLast((candidate) => `${pointer}/`.startsWith(`${candidate.pointer}/`));
  if (row === undefined) return null;
  const [part] = [...row.places].find(([, at]) => at === pointer) ?? [null];
  const found = locateIn(table, row.pointer);
  return found ? { row: found.start, part } : null;
}

/** A list of studies around an offset, and what is needed to insert a study in it. */
export interface StudyList {
  readonly table: EvidenceTable;
  readonly list: Placed<ArrayNode>;
  readonly offset: number;
  /** The index of the study that contains `offset`; undefined between studies and in an empty list. */
  readonly within: number | undefined;
  readonly sketch: RowSketch;
}

/** The maximum depth of a list of studies: a caret may be nested deeper than any such list. */
const maxListDepth = 100;

/**
 * The innermost list of studies around a position. Tests each list around the position, the innermost first, by adding
 * an element to a copy as the schema defines one: if the evidence then has a row at that element, the list is one of
 * studies. This also recognizes an empty list.
 */
export function studyListAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  binding: RoleBinding,
  position: LinePosition,
): StudyList | undefined {
  const offset = document.text.offsetAt(position);
  const { steps } = pathAt(document, offset);
  const analysis = steps[depthOf.analysis];
  if (analysis === undefined || partAt(pathOf(steps.slice(0, depthOf.analysis + 1))) !== "analysis")
    return undefined;
  const value = valueOf(document, analysis);
  for (let depth = Math.min(steps.length - 1, maxListDepth); depth > depthOf.analysis; depth -= 1) {
    const found = asListOfStudies(document, schemas, binding, value, steps.slice(0, depth + 1));
    const next = steps[depth + 1]?.via;
    const within = next?.kind === "element" ? next.index : undefined;
    if (found !== undefined) return { ...found, offset, within };
  }
  return undefined;
}

/** The list at the end of some steps, with a table of its evidence; undefined if it is no list of studies. */
function asListOfStudies(
  document: AnalysesDocument,
  schemas: SchemaContext,
  binding: RoleBinding,
  value: JsonValue | undefined,
  steps: readonly Step[],
): Pick<StudyList, "table" | "list" | "sketch"> | undefined {
  const [analysis, list] = [steps[depthOf.analysis], steps.at(-1)];
  if (analysis === undefined || list?.node.kind !== "array") return undefined;
  const { node, start } = list;
  const path = pathOf(steps);
  const base = newStudy(document, schemas, steps, [...path, node.elements.length]);
  const inside = path.slice(depthOf.analysis);
  const { item, index } = withElement(value, inside, base ?? {});
  const evidence = evidenceOfItem(item, binding);
  const rows = evidence.content.rows ?? [];
  const row = rows.find(({ pointer }) => pointer === pointerOfPath([...inside, index]));
  if (row === undefined) return undefined;
  const placed = { node: analysis.node, start: analysis.start, index: Number(path[depthOf.analysis - 1]) };
  const candidates = new Set([...writableParts(evidence), "year" as const, ...numberRoles]);
  const parts = [...candidates].filter((part) => placeIn(row, rows, part) !== undefined);
  const table = { document, analysis: placed, evidence, rows, parts };
  return { table, list: { node, start }, sketch: { ...sketchOf(table, row), base } };
}

/** A new element as the schema defines it; undefined if the schema does not define an object. */
function newStudy(
  document: AnalysesDocument,
  schemas: SchemaContext,
  steps: readonly Step[],
  path: JsonPath,
): JsonObject | undefined {
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasOfChild(lookup.schemasAt(document, steps), path);
  if (!knowledgeOf(own).types.includes("object")) return undefined;
  const template = skeleton(own, path, { lookup, suggest: () => undefined, indent: "" });
  const value = readJson(toPlainText(template));
  return isJsonObject(value) ? value : undefined;
}

/** An item with one element added to one of its lists, and the index of that element. */
function withElement(
  value: JsonValue | undefined,
  [step, ...rest]: JsonPath,
  element: JsonValue,
): { readonly item: JsonValue; readonly index: number } {
  if (step === undefined) {
    const list = isJsonArray(value) ? value : [];
    return { item: [...list, element], index: list.length };
  }
  if (isJsonArray(value)) {
    const { item, index } = withElement(value[Number(step)], rest, element);
    return { item: value.map((one, at) => (at === step ? item : one)), index };
  }
  const object = isJsonObject(value) ? value : {};
  const { item, index } = withElement(object[step], rest, element);
  return { item: { ...object, [step]: item }, index };
}
