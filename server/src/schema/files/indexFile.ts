import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonArray, isJsonObject } from "../../document/json";
import { resolveAddress } from "./addresses";
import { checkForm } from "./checkForm";
import { keywordForms } from "./keywordForms";
import type { Schema } from "./schemaValue";

/** A schema with an address of its own, and its anchors (JSON Schema core 2020-12, section 8.2). */
export interface SchemaResource {
  readonly address: string;
  /** The file that it stands in, by URI. */
  readonly file: string;
  readonly root: Schema;
  readonly anchors: ReadonlyMap<string, JsonObject>;
  readonly dynamicAnchors: ReadonlyMap<string, JsonObject>;
}

/** A schema and the resource that it belongs to, which decides what references in it mean. */
export interface SchemaPlace {
  readonly schema: Schema;
  readonly resource: SchemaResource;
}

/** A schema in a file, with the steps that lead to it from the file's root. */
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

export interface FileFault {
  /** JSON Pointer as a fragment, such as `#/properties/name`. */
  readonly pointer: string;
  /** For people, without a full stop. */
  readonly message: string;
}

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
  const begin = (schema: Schema, base: string): GrowingResource => {
    const id = isJsonObject(schema) && typeof schema.$id === "string" ? schema.$id.replace(/#$/, "") : "";
    const address = resolveAddress(base, id) ?? base;
    const resource = { address, file, root: schema, anchors: new Map(), dynamicAnchors: new Map() };
    resources.push(resource);
    return resource;
  };

  const pending: Pending[] = [{ schema: root, resource: begin(root, file), way: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema, way } = next;
    if (!isJsonObject(schema)) continue;
    const startsResource = schema !== root && typeof schema.$id === "string";
    const resource = startsResource ? begin(schema, next.resource.address) : next.resource;
    const { $anchor, $dynamicAnchor, $ref, $dynamicRef } = schema;
    if (typeof $anchor === "string") resource.anchors.set($anchor, schema);
    if (typeof $dynamicAnchor === "string") resource.dynamicAnchors.set($dynamicAnchor, schema);
    if ($ref !== undefined || $dynamicRef !== undefined) referring.push({ schema, resource, way });
    for (const [keyword, value] of Object.entries(schema)) {
      const form = keywordForms.get(keyword);
      if (form === undefined) continue;
      const here = { step: keyword, before: way };
      const message = checkForm(keyword, form, value);
      if (message !== undefined)
        return { resources, referring, fault: { pointer: pointerOf(here), message } };
      if (form === "schema") pending.push({ schema: value, resource, way: here });
      else if (form === "schemas" && isJsonArray(value)) {
        for (const [step, inner] of value.entries())
          pending.push({ schema: inner, resource, way: { step, before: here } });
      } else if (form.startsWith("schemas-") && isJsonObject(value)) {
        for (const [step, inner] of Object.entries(value))
          pending.push({ schema: inner, resource, way: { step, before: here } });
      }
    }
  }
  return { resources, referring, fault: undefined };
}

/** A way as JSON Pointer in a fragment (RFC 6901, section 6), unescaped where people can read it. */
export function pointerOf(way: Way | undefined): string {
  const steps: string[] = [];
  for (let link = way; link !== undefined; link = link.before) {
    steps.push(String(link.step).replaceAll("~", "~0").replaceAll("/", "~1"));
  }
  return ["#", ...steps.reverse()].join("/");
}
