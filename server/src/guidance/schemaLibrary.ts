import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonArray, isJsonObject } from "./json";
import { subschemas } from "./schemaKeywords";

/** A schema with an address of its own (JSON Schema core 2020-12, section 8.2.1), and its anchors. */
interface SchemaResource {
  readonly uri: string;
  readonly schema: JsonObject;
  readonly anchors: ReadonlyMap<string, JsonObject>;
  readonly dynamicAnchors: ReadonlyMap<string, JsonObject>;
}

/** A schema and where it stands, which decides what the references in it mean. */
export interface SchemaPlace {
  readonly schema: JsonObject;
  readonly resource: SchemaResource;
  /** The resources entered on the way here, the outermost first: where `$dynamicRef` looks. */
  readonly scope: readonly SchemaResource[];
}

/** The schemas at hand, by address; none is ever fetched. */
export class SchemaLibrary {
  private readonly resources = new Map<string, SchemaResource>();
  private readonly owners = new WeakMap<JsonObject, SchemaResource>();

  /** @param files parsed schema files by the address they were read from */
  constructor(files: Iterable<readonly [uri: string, schema: JsonValue]>) {
    for (const [uri, schema] of files) {
      if (isJsonObject(schema)) this.add(uri, schema);
    }
  }

  /** The schema of the file that was read from `uri`. */
  root(uri: string): SchemaPlace | undefined {
    const resource = this.resources.get(uri);
    return resource === undefined ? undefined : enter(resource, []);
  }

  /** A schema inside the one at `place`, under one of its keywords. */
  inside(place: SchemaPlace, schema: JsonValue | undefined): SchemaPlace | undefined {
    if (!isJsonObject(schema)) return undefined;
    const own = this.owners.get(schema);
    return own === undefined ? { ...place, schema } : enter(own, place.scope);
  }

  /** What `$ref` means at `place` (section 8.2.3.1); undefined where it leads nowhere. */
  resolve(place: SchemaPlace, reference: string): SchemaPlace | undefined {
    const [address = "", fragment = ""] = splitOnce(reference, "#");
    const uri = address === "" ? place.resource.uri : resolveUri(place.resource.uri, address);
    const resource = uri === undefined ? undefined : this.resources.get(uri);
    if (resource === undefined) return undefined;
    const start =
      resource === place.resource ? { ...place, schema: resource.schema } : enter(resource, place.scope);
    const name = decodeFragment(fragment);
    if (name === "") return start;
    if (name.startsWith("/")) return this.follow(start, name);
    const anchored = resource.anchors.get(name) ?? resource.dynamicAnchors.get(name);
    return anchored && { ...start, schema: anchored };
  }

  /** What `$dynamicRef` means at `place` (section 8.2.3.2). */
  resolveDynamic(place: SchemaPlace, reference: string): SchemaPlace | undefined {
    const initial = this.resolve(place, reference);
    const name = decodeFragment(splitOnce(reference, "#")[1] ?? "");
    if (initial === undefined || initial.resource.dynamicAnchors.get(name) !== initial.schema) return initial;
    for (const resource of place.scope) {
      const schema = resource.dynamicAnchors.get(name);
      if (schema !== undefined) return { ...enter(resource, place.scope), schema };
    }
    return initial;
  }

  private follow(start: SchemaPlace, pointer: string): SchemaPlace | undefined {
    let place = start;
    let value: JsonValue | undefined = start.schema;
    for (const token of pointer.slice(1).split("/")) {
      const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
      if (isJsonArray(value)) value = value[Number(name)];
      else if (isJsonObject(value) && Object.hasOwn(value, name)) value = value[name];
      else return undefined;
      place = this.inside(place, value) ?? place;
    }
    return isJsonObject(value) ? place : undefined;
  }

  private add(uri: string, root: JsonObject): void {
    const anchors = new Map<string, JsonObject>();
    const dynamicAnchors = new Map<string, JsonObject>();
    const resource: SchemaResource = { uri: ownUri(root, uri) ?? uri, schema: root, anchors, dynamicAnchors };
    this.resources.set(uri, resource);
    this.resources.set(resource.uri, resource);
    this.owners.set(root, resource);
    const pending: JsonObject[] = [root];
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (typeof schema.$anchor === "string") anchors.set(schema.$anchor, schema);
      if (typeof schema.$dynamicAnchor === "string") dynamicAnchors.set(schema.$dynamicAnchor, schema);
      for (const inner of subschemas(schema)) {
        if (!isJsonObject(inner)) continue;
        const innerUri = ownUri(inner, resource.uri);
        if (innerUri === undefined) pending.push(inner);
        else this.add(innerUri, inner);
      }
    }
  }
}

function enter(resource: SchemaResource, scope: readonly SchemaResource[]): SchemaPlace {
  return {
    schema: resource.schema,
    resource,
    scope: scope.includes(resource) ? scope : [...scope, resource],
  };
}

function ownUri(schema: JsonObject, base: string): string | undefined {
  if (typeof schema.$id !== "string") return undefined;
  const [address = ""] = splitOnce(schema.$id, "#");
  return resolveUri(base, address);
}

function resolveUri(base: string, reference: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
