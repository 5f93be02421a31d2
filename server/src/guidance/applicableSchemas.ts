import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonObject } from "../document/json";
import { misfit } from "./misfit";
import { seemsToMatch } from "../schema/pattern/pattern";
import { schemaList, schemaMap } from "./schemaKeywords";
import type { SchemaLibrary, SchemaPlace } from "./schemaLibrary";

/** A schema that says something about a value. */
export interface ApplicableSchema extends SchemaPlace {
  /** False for a branch of `anyOf` or `oneOf` while other branches may be meant as well. */
  readonly certain: boolean;
}

/** A schema that was found, with its place among those that say something about the same value. */
export interface FoundSchema extends ApplicableSchema {
  /**
   * The order in which the schemas' own properties come: that of the text, in which a reference before
   * `properties` puts the properties of the schema that it means first.
   */
  readonly rank: number;
}

/** Of the branches of `anyOf` or `oneOf` that may be meant, those to consider. */
export type ChooseBranches = (branches: readonly SchemaPlace[]) => readonly SchemaPlace[];

/**
 * All schemas that say something about a value, the outermost first: through references, `allOf`, the
 * branches of `anyOf` and `oneOf` that may be meant, the side of `if` that holds, `dependentSchemas`.
 *
 * @param roots the schemas to begin with
 * @param value what is written so far; undefined where nothing is
 */
export function applicableSchemas(
  library: SchemaLibrary,
  roots: readonly ApplicableSchema[],
  value: JsonValue | undefined,
  choose: ChooseBranches = (branches) => branches,
): readonly FoundSchema[] {
  const found = new Map<JsonObject, ApplicableSchema>();
  const ranks = new Map<JsonObject, number>();

  const visit = (here: SchemaPlace | undefined, certain: boolean): void => {
    if (here === undefined || found.has(here.schema)) return;
    const { schema } = here;
    found.set(schema, { ...here, certain });
    for (const keyword of Object.keys(schema)) {
      if (keyword === "properties") ranks.set(schema, ranks.size);
      const inner = schemasUnder(library, here, keyword, value, choose);
      const isChoice = keyword === "anyOf" || keyword === "oneOf";
      for (const one of inner) visit(one, certain && !(isChoice && inner.length > 1));
    }
    if (!ranks.has(schema)) ranks.set(schema, ranks.size);
  };

  for (const root of roots) visit(root, root.certain);
  return Array.from(found.values(), (one) => ({ ...one, rank: ranks.get(one.schema) ?? 0 }));
}

/** The schemas under a keyword that say something about the same value as the schema itself. */
function schemasUnder(
  library: SchemaLibrary,
  place: SchemaPlace,
  keyword: string,
  value: JsonValue | undefined,
  choose: ChooseBranches,
): readonly SchemaPlace[] {
  const { schema } = place;
  const inside = (inner: JsonValue | undefined): readonly SchemaPlace[] =>
    listOf(library.inside(place, inner));
  switch (keyword) {
    case "$ref":
      return typeof schema.$ref === "string" ? listOf(library.resolve(place, schema.$ref)) : [];
    case "$dynamicRef":
      return typeof schema.$dynamicRef === "string"
        ? listOf(library.resolveDynamic(place, schema.$dynamicRef))
        : [];
    case "allOf":
      return schemaList(schema, "allOf").flatMap(inside);
    case "anyOf":
    case "oneOf":
      return choose(likelyBranches(library, place, schemaList(schema, keyword), value));
    case "if":
      return value === undefined ? [] : inside(holds(library, place, value) ? schema.then : schema.else);
    case "dependentSchemas":
      return Object.entries(schemaMap(schema, "dependentSchemas")).flatMap(([name, dependent]) =>
        isJsonObject(value) && Object.hasOwn(value, name) ? inside(dependent) : [],
      );
    default:
      return [];
  }
}

function listOf(place: SchemaPlace | undefined): readonly SchemaPlace[] {
  return place === undefined ? [] : [place];
}

/**
 * The schemas that say something about a property or an element.
 *
 * @param parents the applicable schemas of the object or array
 * @param step the property's name or the element's index
 */
export function schemasOfChild(
  library: SchemaLibrary,
  parents: readonly ApplicableSchema[],
  step: string | number,
): readonly ApplicableSchema[] {
  const direct = parents.flatMap((parent) =>
    directSchemas(library, parent, step).map((place) => ({ ...place, certain: parent.certain })),
  );
  if (direct.length > 0) return direct;
  const rest = typeof step === "string" ? "unevaluatedProperties" : "unevaluatedItems";
  return parents.flatMap((parent) => {
    const place = library.inside(parent, parent.schema[rest]);
    return place === undefined ? [] : [{ ...place, certain: parent.certain }];
  });
}

function holds(library: SchemaLibrary, place: SchemaPlace, value: JsonValue): boolean {
  if (typeof place.schema.if === "boolean") return place.schema.if;
  const condition = library.inside(place, place.schema.if);
  return condition !== undefined && misfit(library, condition, value, "whole") === 0;
}

/** The branches that fit best what is written so far; all of them while nothing tells them apart. */
function likelyBranches(
  library: SchemaLibrary,
  place: SchemaPlace,
  schemas: readonly JsonValue[],
  value: JsonValue | undefined,
): readonly SchemaPlace[] {
  const branches = schemas.flatMap((schema) => library.inside(place, schema) ?? []);
  if (value === undefined || branches.length < 2) return branches;
  const misfits = branches.map((branch) => misfit(library, branch, value, "unfinished"));
  const least = Math.min(...misfits);
  return branches.filter((_, index) => misfits[index] === least);
}

function directSchemas(
  library: SchemaLibrary,
  parent: SchemaPlace,
  step: string | number,
): readonly SchemaPlace[] {
  const { schema } = parent;
  const inside = (inner: JsonValue | undefined): readonly SchemaPlace[] =>
    listOf(library.inside(parent, inner));
  if (typeof step === "number") {
    const leading = schemaList(schema, "prefixItems");
    if (step < leading.length) return inside(leading[step]);
    return inside(schema.items ?? schema.contains);
  }
  const properties = schemaMap(schema, "properties");
  const isNamed = Object.hasOwn(properties, step);
  const named = isNamed ? inside(properties[step]) : [];
  const matching = Object.entries(schemaMap(schema, "patternProperties")).filter(([pattern]) =>
    seemsToMatch(pattern, step),
  );
  if (!isNamed && matching.length === 0) return inside(schema.additionalProperties);
  return [...named, ...matching.flatMap(([, inner]) => inside(inner))];
}
