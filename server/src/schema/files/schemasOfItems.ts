import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonArray, isJsonObject } from "../../document/json";
import type { SchemaPlace } from "./indexFile";
import { keywordForms } from "./keywordForms";
import type { SchemaSet } from "./schemaSet";
import type { Schema } from "./schemaValue";
import { isSchema } from "./schemaValue";

/** Keywords that ask nothing of a value by themselves. */
const silent = new Set([
  "$ref",
  "allOf",
  "$id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/**
 * The schemas in a document's schema that say what an analysis must be, whatever else is in the document;
 * those that ask nothing left out.
 */
export function schemasOfItems(set: SchemaSet, document: SchemaPlace): readonly SchemaPlace[] {
  const groups = elements(set, property(set, [document], "analysis-groups"));
  const analyses = elements(set, property(set, groups, "analyses"));
  return analyses.filter((place) => together(set, place).some(({ schema }) => asksSomething(schema)));
}

function property(set: SchemaSet, places: readonly SchemaPlace[], name: string): readonly SchemaPlace[] {
  return insideOf(set, places, ({ properties, additionalProperties }) =>
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
  );
}

function elements(set: SchemaSet, places: readonly SchemaPlace[]): readonly SchemaPlace[] {
  return insideOf(set, places, ({ items }) => items);
}

function insideOf(
  set: SchemaSet,
  places: readonly SchemaPlace[],
  innerOf: (schema: JsonObject) => JsonValue | undefined,
): readonly SchemaPlace[] {
  return places
    .flatMap((place) => together(set, place))
    .flatMap((place) => {
      const inner = typeof place.schema === "boolean" ? undefined : innerOf(place.schema);
      return isSchema(inner) ? [set.inside(place, inner)] : [];
    });
}

/** The place and those that hold for the same value for certain: by `$ref` and `allOf`. */
function together(set: SchemaSet, start: SchemaPlace): readonly SchemaPlace[] {
  const places = new Map<Schema, SchemaPlace>();
  const pending = [start];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (places.has(place.schema)) continue;
    places.set(place.schema, place);
    if (typeof place.schema === "boolean") continue;
    const { $ref, allOf } = place.schema;
    const target = typeof $ref === "string" ? set.resolve(place, $ref) : undefined;
    if (target?.kind === "found") pending.push(target);
    for (const inner of isJsonArray(allOf) ? allOf.filter(isSchema) : [])
      pending.push(set.inside(place, inner));
  }
  return [...places.values()];
}

function asksSomething(schema: Schema): boolean {
  if (typeof schema === "boolean") return !schema;
  return Object.keys(schema).some((keyword) => keywordForms.has(keyword) && !silent.has(keyword));
}
