import type { JsonValue } from "../../document/valueOf";
import { isJsonArray, isJsonObject } from "../../document/json";
import { besideFile, canonical, partsOf, resolveAddress } from "./addresses";
import type { FileIndex, SchemaPlace, SchemaResource } from "./indexFile";
import { indexFile } from "./indexFile";
import { providedSchema } from "./providedSchemas";
import type { Schema } from "./schemaValue";
import { isSchema } from "./schemaValue";

/** What a reference leads to. */
export type Resolution =
  | ({ readonly kind: "found" } & SchemaPlace)
  /** No schema at hand has the address. `besideIt`: where its file would lie, going by `$id`s. */
  | { readonly kind: "address-unknown"; readonly address: string; readonly besideIt: string | undefined }
  /** The schema at the address has nothing of that name. */
  | { readonly kind: "fragment-unknown"; readonly fragment: string };

/** Schema files and what their references mean. Nothing is ever fetched. */
export class SchemaSet {
  readonly #resources = new Map<string, SchemaResource>();
  readonly #ownedBy = new Map<Schema, SchemaResource>();

  /** Adds a schema file under the URI that it was read from. */
  add(file: string, schema: Schema): FileIndex {
    const index = indexFile(file, schema);
    for (const resource of index.resources) {
      this.#keep(canonical(resource.address), resource);
      if (isJsonObject(resource.root)) this.#ownedBy.set(resource.root, resource);
    }
    const [own] = index.resources;
    if (own !== undefined) this.#keep(canonical(file), own);
    return index;
  }

  /** The schema of a file that was added. */
  file(file: string): SchemaPlace | undefined {
    const resource = this.#resources.get(canonical(file));
    return resource && { schema: resource.root, resource };
  }

  /** A schema that stands inside the one at `place`. */
  inside(place: SchemaPlace, schema: Schema): SchemaPlace {
    return { schema, resource: this.#ownedBy.get(schema) ?? place.resource };
  }

  /** What `$ref` or, to begin with, `$dynamicRef` means at a place (core, section 8.2.3). */
  resolve({ resource }: SchemaPlace, reference: string): Resolution {
    const { address, fragment } = partsOf(reference);
    const wanted = resolveAddress(resource.address, address);
    if (wanted === undefined) return { kind: "address-unknown", address, besideIt: undefined };
    const besideIt = wanted === resource.address ? undefined : this.#beside(wanted, resource);
    const target = wanted === resource.address ? resource : (this.#find(wanted) ?? this.#find(besideIt));
    if (target === undefined) return { kind: "address-unknown", address: wanted, besideIt };
    const place = this.#fragment({ schema: target.root, resource: target }, fragment);
    return place === undefined ? { kind: "fragment-unknown", fragment } : { kind: "found", ...place };
  }

  #fragment(start: SchemaPlace, fragment: string): SchemaPlace | undefined {
    if (fragment === "") return start;
    if (!fragment.startsWith("/")) {
      const { anchors, dynamicAnchors } = start.resource;
      const schema = anchors.get(fragment) ?? dynamicAnchors.get(fragment);
      return schema && { ...start, schema };
    }
    let place = start;
    let value: JsonValue | undefined = start.schema;
    for (const token of fragment.slice(1).split("/")) {
      const step = token.replaceAll("~1", "/").replaceAll("~0", "~");
      if (isJsonArray(value)) value = value[/^\d+$/.test(step) ? Number(step) : -1];
      else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
      if (value === undefined) return undefined;
      if (isSchema(value)) place = this.inside(place, value);
    }
    return isSchema(value) ? place : undefined;
  }

  #find(address: string | undefined): SchemaResource | undefined {
    if (address === undefined) return undefined;
    const key = canonical(address);
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const provided = providedSchema(address);
    if (provided !== undefined) this.add(address, provided);
    return this.#resources.get(key);
  }

  #beside(wanted: string, { file }: SchemaResource): string | undefined {
    const root = this.#resources.get(canonical(file));
    return root && besideFile(wanted, root.address, file);
  }

  #keep(key: string, resource: SchemaResource): void {
    if (!this.#resources.has(key)) this.#resources.set(key, resource);
  }
}
