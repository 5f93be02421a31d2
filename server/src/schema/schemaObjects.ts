import type { InTurns, JsonObject, JsonValue } from "@analyses/json";
import { isJsonArray, isJsonObject } from "@analyses/json";
import type { SchemaContext } from "./schemaContext";

/** The number of values per step: a schema file can have hundreds of thousands. */
const valuesPerStep = 1000;

/** Computes something from the schemas of a document in steps, once for each context. */
export function ofSchemas<Found extends object>(
  compute: (schemas: SchemaContext) => InTurns<Found>,
): (schemas: SchemaContext) => InTurns<Found> {
  const computed = new WeakMap<SchemaContext, Found>();
  return function* (schemas) {
    const known = computed.get(schemas);
    if (known !== undefined) return known;
    // The work before this may have taken its turn.
    yield 0;
    const found = yield* compute(schemas);
    computed.set(schemas, found);
    return found;
  };
}

/** Visits all objects in the schema files of a document, at any depth; most are schemas. */
export function* visitSchemaObjects(
  { documentSchema, itemSchema }: SchemaContext,
  visit: (schema: JsonObject) => void,
): InTurns<void> {
  const files = [documentSchema.files, ...(itemSchema.kind === "ready" ? [itemSchema.files] : [])];
  // Iterative, because nesting can exceed the call stack.
  const waiting: JsonValue[] = files.flatMap((file) => [...file.values()]);
  let steps = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isJsonObject(next) && !isJsonArray(next)) continue;
    if (isJsonObject(next)) visit(next);
    if (++steps % valuesPerStep === 0) yield 0;
    for (const inner of Object.values(next)) {
      if (typeof inner === "object") waiting.push(inner);
      if (++steps % valuesPerStep === 0) yield 0;
    }
  }
}
