import type { Location } from "vscode-languageserver-types";
import type { JsonPath, JsonValue, LinePosition } from "../../../json/src";
import { isJsonArray, isJsonObject, pathOf } from "../../../json/src";
import type { AnalysesDocument } from "../document/analysesDocument";
import { createDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { locate, rangeOf } from "../document/locate";
import { targetAt } from "./hover/hover";

/** A place in a schema file. */
export interface SchemaDefinition {
  /** The file by URI, as the schemas in force have it. */
  readonly file: string;
  readonly path: JsonPath;
}

/** Where a schema says what the property at a position is (LSP 3.17, `textDocument/definition`). */
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
    const path = root === undefined ? undefined : pathTo(root, schema);
    if (file !== undefined && path !== undefined) return { file, path };
  }
  return undefined;
}

/** The place in the text of the file, or the file's beginning where its text is another by now. */
export function definitionIn(uri: string, text: string, path: JsonPath): Location {
  const file = createDocument(uri, "json", 0, text);
  const located = locate(file, file.root, path);
  if (located === undefined) return { uri, range: file.text.rangeBetween(0, 0) };
  const { property } = located;
  const { start, end } =
    property === undefined ? rangeOf(located) : { start: property.start, end: property.keyEnd };
  return { uri, range: file.text.rangeBetween(start, end) };
}

/** The way from a value to one that is part of it, by identity. */
function pathTo(root: JsonValue, sought: JsonValue): JsonPath | undefined {
  const waiting: { readonly value: JsonValue; readonly path: JsonPath }[] = [{ value: root, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (value === sought) return path;
    if (isJsonArray(value))
      for (const [index, one] of value.entries()) waiting.push({ value: one, path: [...path, index] });
    else if (isJsonObject(value))
      for (const [name, one] of Object.entries(value)) waiting.push({ value: one, path: [...path, name] });
  }
  return undefined;
}
