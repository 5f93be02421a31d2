import type { JsonObject, JsonValue, Yielding } from "@analyses/json";
import { isJsonArray, isJsonObject, pointerOfPath } from "@analyses/json";
import type { Schema } from "../jsonValue";
import { resolveAddress } from "./addresses";
import { type Names, upgraded, namesOf } from "./dialects";
import { type KeywordFault, type KeywordForm, faultsIn, keywordForms } from "./keywords";

/** A schema with its own address, and its anchors (JSON Schema core 2020-12, section 8.2). */
export interface SchemaResource {
  readonly address: string;
  /** The URI of its file. */
  readonly file: string;
  readonly root: Schema;
  readonly anchors: ReadonlyMap<string, JsonObject>;
  readonly dynamicAnchors: ReadonlyMap<string, JsonObject>;
}

/** A schema and its resource, against which its references resolve. */
export interface SchemaPlace {
  readonly schema: Schema;
  readonly resource: SchemaResource;
}

/** A schema in a file, converted to 2020-12, with its path from the file's root. */
export interface FoundSchema extends SchemaPlace {
  readonly schema: JsonObject;
  readonly path: SchemaPath | undefined;
}

/** A path as a linked list, the last step first. */
export interface SchemaPath {
  readonly step: string | number;
  readonly before: SchemaPath | undefined;
}

/** The index of a schema file. */
export interface FileIndex {
  /** The root resource first. */
  readonly resources: readonly SchemaResource[];
  /** The schemas that have `$ref` or `$dynamicRef`. */
  readonly referring: readonly FoundSchema[];
  /** The file's unusable parts. */
  readonly faults: readonly FileFault[];
}

/** A fault in a schema file, and its path. */
export interface FileFault {
  readonly fault: KeywordFault;
  readonly path: SchemaPath;
}

interface GrowingResource extends SchemaResource {
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
}

interface Pending {
  readonly schema: JsonValue;
  readonly resource: GrowingResource;
  readonly path: SchemaPath | undefined;
}

/**
 * Indexes a schema file: its addresses, its references, and keywords that violate the meta-schema. The
 * stack does not grow with the depth.
 *
 * @param file the URI of the file
 * @returns a generator that yields the number of schemas and entries of lists that come next
 */
export function* indexFile(file: string, root: Schema): Yielding<FileIndex> {
  const resources: SchemaResource[] = [];
  const referring: FoundSchema[] = [];
  const begin = (schema: Schema, names: Names | undefined, base: string): GrowingResource => {
    const address = resolveAddress(base, names?.address ?? "") ?? base;
    const resource = { address, file, root: schema, anchors: new Map(), dynamicAnchors: new Map() };
    resources.push(resource);
    return resource;
  };
  const faults: FileFault[] = [];
  const rootNames = isJsonObject(root) ? namesOf(root) : undefined;
  const pending: Pending[] = [{ schema: root, resource: begin(root, rootNames, file), path: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema, path } = next;
    if (!isJsonObject(schema)) continue;
    yield 1;
    let { resource } = next;
    const names = namesOf(schema);
    if (schema !== root && names.address !== undefined) resource = begin(schema, names, resource.address);
    for (const anchor of names.anchors) {
      if (resource.anchors.has(anchor))
        faults.push({ fault: { kind: "anchor-twice", anchor }, path: step("$anchor", path) });
      else resource.anchors.set(anchor, schema);
    }
    if (names.dynamicAnchor !== undefined) resource.dynamicAnchors.set(names.dynamicAnchor, schema);
    const read = upgraded(schema);
    if (read.$ref !== undefined || read.$dynamicRef !== undefined)
      referring.push({ schema: read, resource, path });
    for (const [keyword, value] of Object.entries(schema)) {
      const form = keywordForms.get(keyword);
      if (form === undefined) continue;
      yield isJsonArray(value) ? value.length : 1;
      const here = step(keyword, path);
      for (const { fault, name } of faultsIn(keyword, form, value))
        faults.push({ fault, path: name === undefined ? here : step(name, here) });
      for (const [name, inner] of schemasUnder(form, value)) {
        pending.push({ schema: inner, resource, path: name === undefined ? here : step(name, here) });
        yield 1;
      }
    }
  }
  return { resources, referring, faults };
}

export function step(name: string | number, before: SchemaPath | undefined): SchemaPath {
  return { step: name, before };
}

/** Returns the schemas in a keyword's value, with their names or indices; undefined for the value itself. */
export function* schemasUnder(
  form: KeywordForm,
  value: JsonValue,
): Iterable<readonly [string | number | undefined, JsonValue]> {
  if (!form.startsWith("schema")) return;
  if (isJsonArray(value)) yield* value.entries();
  else if (form === "schema" || form === "schema-or-schemas") yield [undefined, value];
  else if (isJsonObject(value))
    for (const name of Object.keys(value)) {
      const inner = value[name];
      if (inner !== undefined && !isJsonArray(inner)) yield [name, inner];
    }
}

/** Lists the steps of a path, from the file's root. */
export function stepsOf(path: SchemaPath | undefined): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let link = path; link !== undefined; link = link.before) steps.push(link.step);
  return steps.reverse();
}

/**
 * Converts a path to a JSON Pointer fragment (RFC 6901, section 6) to display: not percent-encoded, `#/` for the root.
 */
export function pointerOf(path: SchemaPath | undefined): string {
  return `#${pointerOfPath(stepsOf(path)) || "/"}`;
}
