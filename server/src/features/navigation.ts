import type { Location, DocumentLink } from "vscode-languageserver-types";
import type { InTurns, JsonPath, JsonValue, LinePosition, Placed } from "@analyses/json";
import {
  isJsonArray,
  isJsonObject,
  pathOf,
  AscendingPositions,
  NodeCache,
  elementsOf,
  propertiesOf,
  propertyNamed,
  valueOf,
} from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { createDocumentInTurns } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { locateInTurns, rangeOf } from "../document/locate";
import { targetAt } from "./hover";
import { formatProperty } from "@analyses/protocol/documentFormat";
import { asWritten, isFileAddress } from "@analyses/json-schema";

/* Targets of navigation: from a property to its definition in a schema, from an address to its page or file. */

/** A place in a schema file. */
interface SchemaDefinition {
  /** The file's URI in the schemas in force. */
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
    const path = root === undefined ? undefined : pathTo(root, asWritten(schema));
    if (file !== undefined && path !== undefined) return { file, path };
  }
  return undefined;
}

/** The place in the file's text, or the file's beginning if its text has changed. Yields the length of text read. */
export function* definitionIn(uri: string, text: string, path: JsonPath): InTurns<Location> {
  const file = yield* createDocumentInTurns(uri, 0, text);
  const located = yield* locateInTurns(file, path);
  if (located === undefined) return { uri, range: file.text.rangeBetween(0, 0) };
  const { property } = located;
  const { start, end } =
    property === undefined ? rangeOf(located) : { start: property.start, end: property.keyEnd };
  return { uri, range: file.text.rangeBetween(start, end) };
}

interface Inner {
  readonly value: JsonValue;
  readonly step: string | number;
  readonly outer: Inner | undefined;
}

/** The path from a value to an object or array inside it, by identity. */
function pathTo(root: JsonValue, sought: JsonValue): JsonPath | undefined {
  const waiting: Inner[] = [{ value: root, step: "", outer: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value } = next;
    if (value === sought) {
      const path: (string | number)[] = [];
      for (let at = next; at.outer !== undefined; at = at.outer) path.unshift(at.step);
      return path;
    }
    const entries = isJsonArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : [];
    for (const [step, inner] of entries)
      if (typeof inner === "object") waiting.push({ value: inner, step, outer: next });
  }
  return undefined;
}

/**
 * Web addresses among the document's values, and the schema file of `$schema` (LSP 3.17, `textDocument/documentLink`).
 * The editor follows links only on the author's request.
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
  const positions = new AscendingPositions(document.text);
  return Array.from(addressesBelow(document, document.root), ({ at, address }) => ({
    range: positions.rangeBetween(at, at + address.length),
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

/** Strings that consist of a web address, with offsets from the text's start; omits those with an escape. */
function addressesIn(json: string): readonly Address[] {
  if (!json.includes("://")) return noAddresses;
  return [...json.matchAll(/(?<=")https?:\/\/[^\s"\\]+(?=")/g)].map(({ index, 0: address }) => ({
    at: index,
    address,
  }));
}
