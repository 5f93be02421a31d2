import type { JsonObject, JsonValue } from "../../../json/src";
import type { Schema } from "../jsonValue";
import { isJsonArray, isJsonObject } from "../../../json/src";
import { resolveAddress } from "./addresses";
import { dialectOf, formsIn, inModernWords, namesOf } from "./dialects";
import type { Dialect, Names } from "./dialects";
import type { KeywordFault, KeywordForm } from "./keywords";
import { checkForm } from "./keywords";

/** A schema with an address of its own, and its anchors (JSON Schema core 2020-12, section 8.2). */
export interface SchemaResource {
  readonly address: string;
  /** The file that it stands in, by URI. */
  readonly file: string;
  readonly root: Schema;
  /** The rules by which it is read: those of its `$schema`. */
  readonly dialect: Dialect;
  readonly anchors: ReadonlyMap<string, JsonObject>;
  readonly dynamicAnchors: ReadonlyMap<string, JsonObject>;
}

/** A schema and the resource that it belongs to, which decides what references in it mean. */
export interface SchemaPlace {
  readonly schema: Schema;
  readonly resource: SchemaResource;
}

/** A schema in a file, in the words of 2020-12, with the steps that lead to it from the file's root. */
export interface FoundSchema extends SchemaPlace {
  readonly schema: JsonObject;
  readonly way: Way | undefined;
}

/** Steps, the last one first. */
export interface Way {
  readonly step: string | number;
  readonly before: Way | undefined;
}

/** What is in a schema file. */
export interface FileIndex {
  /** The file's own first. */
  readonly resources: readonly SchemaResource[];
  /** The schemas that have `$ref` or `$dynamicRef`. */
  readonly referring: readonly FoundSchema[];
  /** The first thing that makes it no schema. */
  readonly fault: FileFault | undefined;
}

/** What makes a file no schema. */
export type FileFault = KeywordFault & {
  /** JSON Pointer as a fragment, such as `#/properties/name`. */
  readonly pointer: string;
};

interface GrowingResource extends SchemaResource {
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
}

interface Pending {
  readonly schema: JsonValue;
  readonly resource: GrowingResource;
  readonly way: Way | undefined;
}

/**
 * Looks through a schema file: what has an address, what refers to something, and whether all keywords
 * are of the form that the meta-schema asks for. Depth does not matter.
 *
 * @param file the URI that it was read from
 */
export function indexFile(file: string, root: Schema): FileIndex {
  const resources: SchemaResource[] = [];
  const referring: FoundSchema[] = [];
  const begin = (
    schema: Schema,
    names: Names | undefined,
    base: string,
    dialect: Dialect,
  ): GrowingResource => {
    const address = resolveAddress(base, names?.address ?? "") ?? base;
    const resource = { address, file, root: schema, dialect, anchors: new Map(), dynamicAnchors: new Map() };
    resources.push(resource);
    return resource;
  };
  const failed = (fault: KeywordFault, way: Way | undefined): FileIndex => ({
    resources,
    referring,
    fault: { ...fault, pointer: pointerOf(way) },
  });

  const dialect = dialectOf(root);
  const rootNames = isJsonObject(root) ? namesOf(root, dialect ?? "2020-12") : undefined;
  const pending: Pending[] = [
    { schema: root, resource: begin(root, rootNames, file, dialect ?? "2020-12"), way: undefined },
  ];
  if (isJsonObject(root) && dialect === undefined) return failed(tooOld(root), step("$schema", undefined));

  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema, way } = next;
    if (!isJsonObject(schema)) continue;
    let { resource } = next;
    const own = dialectOf(schema, resource.dialect);
    if (own === undefined) return failed(tooOld(schema), step("$schema", way));
    const names = namesOf(schema, own);
    if (schema !== root && names.address !== undefined)
      resource = begin(schema, names, resource.address, own);
    for (const anchor of names.anchors) {
      if (resource.anchors.has(anchor)) return failed({ kind: "anchor-twice", anchor }, step("$anchor", way));
      resource.anchors.set(anchor, schema);
    }
    if (names.dynamicAnchor !== undefined) resource.dynamicAnchors.set(names.dynamicAnchor, schema);
    const read = inModernWords(schema, resource.dialect);
    if (read.$ref !== undefined || read.$dynamicRef !== undefined)
      referring.push({ schema: read, resource, way });
    const forms = formsIn(resource.dialect);
    for (const [keyword, value] of Object.entries(schema)) {
      const form = forms.get(keyword);
      if (form === undefined) continue;
      const here = step(keyword, way);
      const fault = checkForm(keyword, form, value);
      if (fault !== undefined) return failed(fault, here);
      for (const [name, inner] of schemasUnder(form, value))
        pending.push({ schema: inner, resource, way: name === undefined ? here : step(name, here) });
    }
  }
  return { resources, referring, fault: undefined };
}

function tooOld({ $schema }: JsonObject): KeywordFault {
  return { kind: "draft-too-old", draft: typeof $schema === "string" ? $schema : "" };
}

function step(name: string | number, before: Way | undefined): Way {
  return { step: name, before };
}

/** The schemas in the value of a keyword, with their names or indices; undefined for the value itself. */
function schemasUnder(
  form: KeywordForm,
  value: JsonValue,
): readonly (readonly [string | number | undefined, JsonValue])[] {
  if (!form.startsWith("schema")) return [];
  if (isJsonArray(value)) return [...value.entries()];
  if (form === "schema" || form === "schema-or-schemas") return [[undefined, value]];
  return isJsonObject(value) ? Object.entries(value).filter(([, inner]) => !isJsonArray(inner)) : [];
}

/** A way as JSON Pointer in a fragment (RFC 6901, section 6), unescaped where people can read it. */
export function pointerOf(way: Way | undefined): string {
  const steps: string[] = [];
  for (let link = way; link !== undefined; link = link.before) {
    steps.push(String(link.step).replaceAll("~", "~0").replaceAll("/", "~1"));
  }
  return ["#", ...steps.reverse()].join("/");
}
