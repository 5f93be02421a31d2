import type { JsonObject } from "../../document/valueOf";
import { isJsonArray, isJsonObject } from "../../document/json";
import type { FoundSchema, SchemaPlace } from "./indexFile";
import type { SchemaSet } from "./schemaSet";
import type { Schema } from "./schemaValue";
import { isSchema } from "./schemaValue";

/**
 * A schema that leads back to itself for the same value, so that no check would end (core 2020-12,
 * section 9.4.1); undefined if there is none. `properties` and the like lead to other values and may
 * well come round.
 *
 * @param referring the schemas that have `$ref` or `$dynamicRef`; each circle has one
 */
export function findEndlessReference(
  referring: readonly FoundSchema[],
  set: SchemaSet,
): FoundSchema | undefined {
  const finished = new Set<Schema>();
  for (const start of referring) {
    const open = new Set<Schema>();
    // Each place comes twice: to go on from it, and, after all that it leads to, to leave it.
    const pending: { readonly place: SchemaPlace; readonly leave: boolean }[] = [
      { place: start, leave: false },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { place, leave } = next;
      const { schema } = place;
      if (leave) {
        open.delete(schema);
        finished.add(schema);
        continue;
      }
      if (typeof schema === "boolean" || finished.has(schema)) continue;
      if (open.has(schema)) return start;
      open.add(schema);
      pending.push({ place, leave: true });
      for (const inner of forSameValue(place, schema, set)) pending.push({ place: inner, leave: false });
    }
  }
  return undefined;
}

function forSameValue(place: SchemaPlace, schema: JsonObject, set: SchemaSet): readonly SchemaPlace[] {
  const { allOf, anyOf, oneOf, dependentSchemas, $ref, $dynamicRef } = schema;
  const lists = [allOf, anyOf, oneOf].flatMap((list) => (isJsonArray(list) ? list : []));
  const single = [schema.not, schema.if, schema.then, schema.else];
  const dependent = isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  const inner = [...lists, ...single, ...dependent].filter(isSchema).map((one) => set.inside(place, one));
  const targets = [$ref, $dynamicRef].flatMap((reference) => {
    const target = typeof reference === "string" ? set.resolve(place, reference) : undefined;
    return target?.kind === "found" ? [target] : [];
  });
  return [...inner, ...targets];
}
