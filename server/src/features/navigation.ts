// Navigation: from a property to its definition in a schema, from an address to its page or file, from a study to the
// same study in other analyses, which includes renaming it.

import type { Location, DocumentLink, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import type { JsonPath, LinePosition, Placed, Yielding } from "@analyses/json";
import {
  containersIn,
  pathOf,
  NodeCache,
  elementsOf,
  propertiesOf,
  propertyNamed,
  valueOf,
} from "@analyses/json";
import { type AnalysesDocument, createDocumentYielding } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { locateYielding, rangeOf } from "../document/locate";
import { targetAt } from "./hover";
import { formatProperty } from "@analyses/protocol/documentFormat";
import { asWritten, isFileAddress } from "@analyses/json-schema";
import { groupsOf } from "../document/groups";
import { analysesOf, analysisLabel, partsOf, studiesIn } from "../document/labels";
import type { AnalysisRow, StudyName } from "../document/labels";
import { translate } from "../localisation/translate";

interface SchemaDefinition {
  /** The file's URI, as the schemas in force name it. */
  readonly file: string;
  readonly path: JsonPath;
}

/** The schema that defines the property at a position (LSP 3.17, `textDocument/definition`). */
export function definition(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
): SchemaDefinition | undefined {
  const target = targetAt(document, document.text.offsetAt(position));
  if (target === undefined) return undefined;
  const lookup = schemaLookup(schemas);
  const parents = lookup.schemasAt(document, target.parents);
  const own = lookup.schemasOfChild(parents, pathOf([...target.parents, target.value]));
  const { documentSchema, itemSchema } = schemas;
  const files = new Map([...documentSchema.files, ...(itemSchema.kind === "ready" ? itemSchema.files : [])]);
  for (const { checker, schema } of own) {
    const file = checker.source?.resource.file;
    const root = file === undefined ? undefined : files.get(file);
    if (file === undefined) continue;
    const written = asWritten(schema);
    for (const { value, path } of containersIn(root)) if (value === written) return { file, path: path() };
  }
  return undefined;
}

/** The range of a path in a schema file, or the file's beginning if its text lacks the path. Yields the length read. */
export function* definitionIn(uri: string, text: string, path: JsonPath): Yielding<Location> {
  const file = yield* createDocumentYielding(uri, 0, text);
  const located = yield* locateYielding(file, path);
  if (located === undefined) return { uri, range: file.text.rangeBetween(0, 0) };
  const { property } = located;
  const { start, end } =
    property === undefined ? rangeOf(located) : { start: property.start, end: property.keyEnd };
  return { uri, range: file.text.rangeBetween(start, end) };
}

/**
 * Web addresses among the document's values, and the schema file of `$schema` (LSP 3.17, `textDocument/documentLink`).
 * The editor follows links only on the user's request.
 */
export function documentLinks(document: AnalysesDocument, schemas: SchemaContext): DocumentLink[] {
  return [...schemaLink(document, schemas), ...webLinks(document)];
}

function schemaLink(document: AnalysesDocument, { documentSchema }: SchemaContext): DocumentLink[] {
  const { node, start } = document.root;
  if (node.kind !== "object" || !isFileAddress(documentSchema.uri)) return [];
  const value = propertyNamed({ node, start }, formatProperty.schema)?.value;
  if (value?.node.kind !== "string" || valueOf(document, value) !== documentSchema.id) return [];
  const range = document.text.rangeBetween(value.start + 1, value.start + value.node.length - 1);
  return [{ range, target: documentSchema.uri }];
}

function webLinks(document: AnalysesDocument): DocumentLink[] {
  return Array.from(addressesBelow(document, document.root), ({ at, address }) => ({
    range: document.text.rangeBetween(at, at + address.length),
    target: address,
  }));
}

/** The addresses in a value, in the order of the text. */
function* addressesBelow(document: AnalysesDocument, { node, start }: Placed): Generator<Address, void> {
  switch (node.kind) {
    case "object":
      for (const { value } of propertiesOf({ node, start })) yield* addressesBelow(document, value);
      break;
    case "array":
      for (const element of elementsOf({ node, start })) yield* addressesBelow(document, element);
      break;
    case "lazy": {
      const text = (): string => document.text.slice(start, start + node.length);
      for (const { at, address } of addressesCache.of(node, () => addressesIn(text())))
        yield { at: start + at, address };
      break;
    }
    case "string":
      for (const { at, address } of addressesIn(document.text.slice(start, start + node.length)))
        yield { at: start + at, address };
      break;
    default:
  }
}

interface Address {
  readonly at: number;
  readonly address: string;
}

const addressesCache = new NodeCache<readonly Address[]>();
const noAddresses: readonly Address[] = [];

/** The strings that consist of a web address without escapes, with their offsets from the start of the JSON text. */
function addressesIn(json: string): readonly Address[] {
  if (!json.includes("://")) return noAddresses;
  return [...json.matchAll(/(?<=")https?:\/\/[^\s"\\]+(?=")/g)].map(({ index, 0: address }) => ({
    at: index,
    address,
  }));
}

/**
 * All places of the study whose name is at a position, in any analysis and subgroup (LSP 3.17,
 * `textDocument/references`).
 */
export function studyReferences(document: AnalysesDocument, position: LinePosition): Location[] {
  return placesOf(document, position).map((place) => ({
    uri: document.uri,
    range: rangeOfName(document, place),
  }));
}

/** The places of {@link studyReferences} as highlights (LSP 3.17, `textDocument/documentHighlight`). */
export function studyHighlights(document: AnalysesDocument, position: LinePosition): { range: Range }[] {
  return placesOf(document, position).map((place) => ({ range: rangeOfName(document, place) }));
}

/** The name of the study to rename at a position, and its range (LSP 3.17, `textDocument/prepareRename`). */
export function prepareStudyRename(
  document: AnalysesDocument,
  position: LinePosition,
): { readonly range: Range; readonly placeholder: string } | null {
  const study = studyAt(document, position);
  return study === undefined ? null : { range: rangeOfName(document, study), placeholder: study.name };
}

interface RefusedRename {
  /** Why the server refuses the new name, as a sentence for the user. */
  readonly refused: string;
}

/**
 * Renames the study at a position in all analyses of the document (LSP 3.17, `textDocument/rename`). Refuses an invalid
 * name, and a name that another study of the same list has: the two would be indistinguishable. A name that only lists
 * without this study contain is allowed: there the study may be spelled differently.
 */
export function renameStudy(
  document: AnalysesDocument,
  position: LinePosition,
  newName: string,
  versioned: boolean,
): WorkspaceEdit | RefusedRename | null {
  const study = studyAt(document, position);
  if (study === undefined) return null;
  if (newName.trim() === "" || /[\r\n\u2028\u2029]/.test(newName))
    return { refused: translate("The name of a study is one line of text.") };
  // Names that differ only in white space look the same, so the new name has single spaces.
  const name = newName.replace(/\s+/g, " ").trim();
  const both = name === study.name ? undefined : analysisWithBoth(document, study.name, name);
  if (both !== undefined)
    return { refused: translate("Analysis {0} has a study “{1}” already.", both, name) };
  const newText = JSON.stringify(name).slice(1, -1);
  const edits = placesOf(document, position).map((place): TextEdit => ({
    range: rangeOfName(document, place),
    newText,
  }));
  const { uri, version } = document;
  return versioned
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
}

function placesOf(document: AnalysesDocument, position: LinePosition): readonly StudyName[] {
  const study = studyAt(document, position);
  return study === undefined ? [] : [...studiesIn(document)].filter(({ name }) => name === study.name);
}

function studyAt(document: AnalysesDocument, position: LinePosition): StudyName | undefined {
  const offset = document.text.offsetAt(position);
  for (const study of studiesIn(document)) if (study.start <= offset && offset <= study.end) return study;
  return undefined;
}

/** The number of the first analysis that has studies of both names in one list. */
function analysisWithBoth(document: AnalysesDocument, name: string, otherName: string): string | undefined {
  const hasBoth = (rows: readonly AnalysisRow[]): boolean => {
    const names = new Set(rows.filter((row) => !row.isSubgroup).map(({ name }) => name));
    return (names.has(name) && names.has(otherName)) || rows.some((row) => hasBoth(row.rows));
  };
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group))
      if (hasBoth(partsOf(document, analysis).rows))
        return analysisLabel(document, group, analysis, analysis.index).number;
  return undefined;
}

function rangeOfName({ text }: AnalysesDocument, { start, end }: StudyName): Range {
  return text.rangeBetween(start, end);
}
