import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonObject } from "../document/json";
import { partsOf } from "../schema/files/addresses";
import type { SchemaPlace as PlaceInFile, SchemaResource } from "../schema/files/indexFile";
import { SchemaSet } from "../schema/files/schemaSet";
import { isSchema } from "../schema/files/schemaValue";

/** A schema and where it stands, which decides what the references in it mean. */
export interface SchemaPlace extends PlaceInFile {
  readonly schema: JsonObject;
  /** The resources entered on the way here, the outermost first: where `$dynamicRef` looks. */
  readonly scope: readonly SchemaResource[];
}

/** The schemas at hand that can say something, by address; none is ever fetched. */
export class SchemaLibrary {
  private readonly set = new SchemaSet();

  /** @param files parsed schema files by the address they were read from */
  constructor(files: Iterable<readonly [uri: string, schema: JsonValue]>) {
    for (const [uri, schema] of files) if (isSchema(schema)) this.set.add(uri, schema);
  }

  /** The schema of the file that was read from `uri`. */
  root(uri: string): SchemaPlace | undefined {
    return enter(this.set.file(uri), []);
  }

  /** A schema inside the one at `place`, under one of its keywords. */
  inside(place: SchemaPlace, schema: JsonValue | undefined): SchemaPlace | undefined {
    return isJsonObject(schema) ? enter(this.set.inside(place, schema), place.scope) : undefined;
  }

  /** What `$ref` means at `place` (core 2020-12, section 8.2.3.1); undefined where it leads nowhere. */
  resolve(place: SchemaPlace, reference: string): SchemaPlace | undefined {
    const target = this.set.resolve(place, reference);
    return target.kind === "found" ? enter(target, place.scope) : undefined;
  }

  /** What `$dynamicRef` means at `place` (section 8.2.3.2). */
  resolveDynamic(place: SchemaPlace, reference: string): SchemaPlace | undefined {
    const initial = this.resolve(place, reference);
    const name = partsOf(reference).fragment;
    if (initial?.resource.dynamicAnchors.get(name) !== initial?.schema) return initial;
    for (const resource of place.scope) {
      const schema = resource.dynamicAnchors.get(name);
      if (schema !== undefined) return enter({ schema, resource }, place.scope);
    }
    return initial;
  }
}

function enter(place: PlaceInFile | undefined, scope: readonly SchemaResource[]): SchemaPlace | undefined {
  if (!isJsonObject(place?.schema)) return undefined;
  const { schema, resource } = place;
  return { schema, resource, scope: scope.includes(resource) ? scope : [...scope, resource] };
}
