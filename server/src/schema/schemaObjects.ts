import type { JsonObject, JsonValue } from "@analyses/json";
import { isJsonArray, isJsonObject, memoized } from "@analyses/json";
import type { SchemaContext } from "./schemaContext";

/** All objects in the schema files of a document, at any depth; most are schemas. */
export const schemaObjects = memoized(
  ({ documentSchema, itemSchema }: SchemaContext): readonly JsonObject[] =>
    [documentSchema.files, ...(itemSchema.kind === "ready" ? [itemSchema.files] : [])]
      .flatMap((file) => [...file.values()])
      .flatMap(objectsIn),
);

function objectsIn(value: JsonValue): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  // Iterative, because nesting can exceed the call stack.
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonObject(next)) objects.push(next);
    if (isJsonObject(next) || isJsonArray(next)) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return objects;
}
