import type { ApplicableSchema, FoundSchema } from "./applicableSchemas";
import { isJsonObject } from "../document/json";
import { schemaMap } from "./schemaKeywords";

/** A property that schemas name. */
export interface KnownProperty {
  readonly name: string;
  readonly required: boolean;
}

/** The properties that schemas name for an object: the required first, each part in the schemas' order. */
export function knownProperties(schemas: readonly FoundSchema[]): readonly KnownProperty[] {
  const required = requiredNames(schemas);
  const names = namesInOrder(schemas);
  return [
    ...names.filter((name) => required.has(name)).map((name) => ({ name, required: true })),
    ...names.filter((name) => !required.has(name)).map((name) => ({ name, required: false })),
  ];
}

/** The names of the properties that schemas name for an object, in the schemas' order: how one is written. */
export function namesInOrder(schemas: readonly FoundSchema[]): readonly string[] {
  const forbidden = new Set<string>();
  const names = new Set<string>();
  for (const { schema } of [...schemas].sort((one, other) => one.rank - other.rank)) {
    for (const [name, property] of Object.entries(schemaMap(schema, "properties"))) {
      names.add(name);
      if (property === false) forbidden.add(name);
    }
    for (const name of stringsOf(schema.required)) names.add(name);
    if (isJsonObject(schema.propertyNames))
      for (const name of stringsOf(schema.propertyNames.enum)) names.add(name);
  }
  return [...names].filter((name) => !forbidden.has(name));
}

/** What is required for certain, or by every schema that may be meant. */
function requiredNames(schemas: readonly ApplicableSchema[]): ReadonlySet<string> {
  const certain = schemas.filter((one) => one.certain).flatMap(({ schema }) => stringsOf(schema.required));
  const [first, ...others] = schemas
    .filter((one) => !one.certain && one.schema.properties !== undefined)
    .map(({ schema }) => stringsOf(schema.required));
  const shared = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  return new Set([...certain, ...shared]);
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
