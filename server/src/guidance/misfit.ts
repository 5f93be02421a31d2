import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonArray, isJsonObject, jsonEquals, jsonTypes } from "../document/json";
import { seemsToMatch } from "../schema/pattern/pattern";
import { schemaList, schemaMap } from "./schemaKeywords";
import type { SchemaLibrary, SchemaPlace } from "./schemaLibrary";

/** Whether what a value lacks counts, or may still be written. */
export type Extent = "whole" | "unfinished";

/** A value of another type than the schema's cannot be meant. */
const wrongType = 10_000;
/** A property such as `"kind": "A"` says which of several schemas is meant. */
const wrongConstant = 100;
const smallProblem = 1;

const deepest = 32;
const elementsLookedAt = 20;

/**
 * How badly a value fits a schema: 0 when it fits, more the less the schema can be the one that is
 * meant. It tells the branches of `oneOf` and the sides of `if` apart while the author writes; the
 * findings come from the validator.
 */
export function misfit(
  library: SchemaLibrary,
  place: SchemaPlace,
  value: JsonValue,
  extent: Extent,
  depth = 0,
): number {
  if (depth > deepest) return 0;
  const { schema } = place;

  const of = (inner: JsonValue | undefined, innerValue: JsonValue, innerExtent = extent): number => {
    if (typeof inner === "boolean") return inner ? 0 : smallProblem;
    const innerPlace = library.inside(place, inner);
    return innerPlace === undefined ? 0 : misfit(library, innerPlace, innerValue, innerExtent, depth + 1);
  };
  const ofPlace = (other: SchemaPlace | undefined): number =>
    other === undefined ? 0 : misfit(library, other, value, extent, depth + 1);
  const least = (branches: readonly JsonValue[]): number =>
    branches.length === 0 ? 0 : Math.min(...branches.map((branch) => of(branch, value)));

  if (!isOfType(schema.type, value)) return wrongType;
  let sum = 0;
  if (schema.const !== undefined && !jsonEquals(schema.const, value)) sum += wrongConstant;
  if (isJsonArray(schema.enum) && !schema.enum.some((allowed) => jsonEquals(allowed, value)))
    sum += wrongConstant;
  if (typeof schema.$ref === "string") sum += ofPlace(library.resolve(place, schema.$ref));
  if (typeof schema.$dynamicRef === "string")
    sum += ofPlace(library.resolveDynamic(place, schema.$dynamicRef));
  for (const inner of schemaList(schema, "allOf")) sum += of(inner, value);
  sum += least(schemaList(schema, "anyOf")) + least(schemaList(schema, "oneOf"));
  if (schema.not !== undefined && of(schema.not, value, "whole") === 0) sum += smallProblem;
  if (schema.if !== undefined)
    sum += of(of(schema.if, value, "whole") === 0 ? schema.then : schema.else, value);
  if (typeof value === "number") sum += numberProblems(schema, value);
  if (typeof value === "string") sum += stringProblems(schema, value, extent);
  if (isJsonObject(value)) sum += objectProblems(schema, value, extent, of);
  if (isJsonArray(value)) sum += arrayProblems(schema, value, extent, of);
  return sum;
}

type Inner = (schema: JsonValue | undefined, value: JsonValue) => number;

function isOfType(type: JsonValue | undefined, value: JsonValue): boolean {
  if (type === undefined) return true;
  const types = jsonTypes(value);
  return isJsonArray(type)
    ? type.some((name) => types.some((own) => own === name))
    : types.some((own) => own === type);
}

function numberProblems(schema: JsonObject, value: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const outside =
    (typeof minimum === "number" && value < minimum) ||
    (typeof maximum === "number" && value > maximum) ||
    (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) ||
    (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum);
  return outside ? smallProblem : 0;
}

function stringProblems(schema: JsonObject, value: string, extent: Extent): number {
  if (extent === "unfinished") return 0;
  const { minLength, maxLength, pattern } = schema;
  const outside =
    (typeof minLength === "number" && value.length < minLength) ||
    (typeof maxLength === "number" && value.length > maxLength) ||
    (typeof pattern === "string" && !seemsToMatch(pattern, value));
  return outside ? smallProblem : 0;
}

function objectProblems(schema: JsonObject, value: JsonObject, extent: Extent, of: Inner): number {
  let sum = 0;
  const properties = schemaMap(schema, "properties");
  const patterns = Object.entries(schemaMap(schema, "patternProperties"));
  for (const [name, own] of Object.entries(value)) {
    let known = false;
    if (Object.hasOwn(properties, name)) {
      known = true;
      sum += asMember(of(properties[name], own));
    }
    for (const [pattern, inner] of patterns) {
      if (!seemsToMatch(pattern, name)) continue;
      known = true;
      sum += asMember(of(inner, own));
    }
    if (!known) sum += asMember(of(schema.additionalProperties, own));
  }
  for (const [name, inner] of Object.entries(schemaMap(schema, "dependentSchemas")))
    if (Object.hasOwn(value, name)) sum += of(inner, value);
  if (extent === "whole" && isJsonArray(schema.required))
    sum += schema.required.filter((name) => typeof name === "string" && !Object.hasOwn(value, name)).length;
  return sum;
}

function arrayProblems(schema: JsonObject, value: readonly JsonValue[], extent: Extent, of: Inner): number {
  const leading = schemaList(schema, "prefixItems");
  let sum = 0;
  for (const [index, element] of value.slice(0, elementsLookedAt).entries())
    sum += asMember(of(leading[index] ?? schema.items, element));
  if (extent === "whole" && typeof schema.minItems === "number" && value.length < schema.minItems)
    sum += smallProblem;
  if (typeof schema.maxItems === "number" && value.length > schema.maxItems) sum += smallProblem;
  return sum;
}

/** What a member's misfit counts for its object or array: a value of a wrong type is an everyday slip. */
function asMember(own: number): number {
  return own >= wrongType ? smallProblem : Math.min(own, wrongConstant);
}
