import type { JsonObject, JsonValue } from "../document/valueOf";
import type { ApplicableSchema } from "./applicableSchemas";
import { isJsonArray, jsonEquals } from "../document/json";

/** A value that schemas name, with what they say about it. */
export interface KnownValue {
  readonly value: JsonValue;
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/** What schemas say about a value. */
export interface ValueKnowledge {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Names of types (JSON Schema core 2020-12, section 4.2.1), the preferred first; empty for any. */
  readonly types: readonly string[];
  /** The values of `enum` and `const`. */
  readonly values: readonly KnownValue[];
  /** Whether no other value than those is allowed. */
  readonly closed: boolean;
  readonly default: JsonValue | undefined;
  readonly examples: readonly JsonValue[];
  readonly minimum: number | undefined;
}

/** Reads what schemas say about a value; what is certain goes before what only may hold. */
export function knowledgeOf(schemas: readonly ApplicableSchema[]): ValueKnowledge {
  const ordered = [
    ...schemas.filter(({ certain }) => certain),
    ...schemas.filter(({ certain }) => !certain),
  ].map(({ schema }) => schema);
  const values = knownValues(schemas);
  return {
    title: firstString(ordered, "title"),
    description: firstString(ordered, "description"),
    deprecated: schemas.some(({ schema, certain }) => certain && schema.deprecated === true),
    types: typesOf(schemas),
    values,
    closed: values.length > 0 && isClosed(schemas),
    default: ordered.find((schema) => schema.default !== undefined)?.default,
    examples: ordered.flatMap(({ examples }) => (isJsonArray(examples) ? examples : [])),
    minimum: ordered.map(({ minimum }) => minimum).find((minimum) => typeof minimum === "number"),
  };
}

function firstString(schemas: readonly JsonObject[], keyword: string): string | undefined {
  return schemas.map((schema) => schema[keyword]).find((value) => typeof value === "string");
}

function typesOf(schemas: readonly ApplicableSchema[]): readonly string[] {
  const certain = schemas.filter((one) => one.certain).flatMap(typeNames);
  const names = certain.length > 0 ? certain : schemas.flatMap(typeNames);
  const inferred = schemas.some(({ schema }) => schema.properties !== undefined) ? ["object"] : [];
  return [...new Set(names.length > 0 ? names : inferred)];
}

function typeNames({ schema: { type } }: ApplicableSchema): readonly string[] {
  if (typeof type === "string") return [type];
  return isJsonArray(type) ? type.filter((name) => typeof name === "string") : [];
}

/** Every value that is named and not ruled out by what is certain, in the order of the schemas. */
function knownValues(schemas: readonly ApplicableSchema[]): readonly KnownValue[] {
  const limits = schemas.filter(({ certain }) => certain).flatMap(listed);
  const found: KnownValue[] = [];
  for (const { schema } of schemas) {
    for (const [index, value] of (listOf(schema) ?? []).entries()) {
      if (!limits.every((limit) => limit.some((allowed) => jsonEquals(allowed, value)))) continue;
      const at = found.findIndex((known) => jsonEquals(known.value, value));
      const known = found[at];
      const more = describeListed(schema, index);
      if (known === undefined) found.push({ value, ...more });
      else
        found[at] = {
          value,
          title: known.title ?? more.title,
          description: known.description ?? more.description,
        };
    }
  }
  return found;
}

function listed({ schema }: ApplicableSchema): readonly (readonly JsonValue[])[] {
  const list = listOf(schema);
  return list === undefined ? [] : [list];
}

function listOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return isJsonArray(schema.enum) ? schema.enum : undefined;
}

/** Editors know `enumDescriptions` beside `enum`; a `const` is described by its own schema. */
function describeListed(schema: JsonObject, index: number): Pick<KnownValue, "title" | "description"> {
  if (schema.const !== undefined)
    return { title: firstString([schema], "title"), description: firstString([schema], "description") };
  const texts = schema.enumDescriptions;
  const text = isJsonArray(texts) ? texts[index] : undefined;
  return { title: undefined, description: typeof text === "string" ? text : undefined };
}

function isClosed(schemas: readonly ApplicableSchema[]): boolean {
  if (schemas.some((one) => one.certain && listOf(one.schema) !== undefined)) return true;
  const branches = schemas.filter((one) => !one.certain && one.schema.$ref === undefined);
  return branches.every(({ schema }) => listOf(schema) !== undefined);
}
