// What schemas expect of a value: the types that they allow, the values and the properties that they list.

import { type JsonObject, type JsonValue, isJsonArray, isJsonObject, memoized } from "@analyses/json";
import { listIn, stringsIn } from "../jsonValue";
import type { ApplyingSchema } from "./applying";

/** Names of types (core, section 4.2.1), the preferred first; empty for any. */
export function expectedTypes(schemas: readonly ApplyingSchema[]): readonly string[] {
  const certain = schemas.filter((schema) => schema.certain).flatMap(typesNamed);
  const names = certain.length > 0 ? certain : schemas.flatMap(typesNamed);
  const inferred = schemas.some(({ schema }) => schema.properties !== undefined) ? ["object"] : [];
  return [...new Set(names.length > 0 ? names : inferred)];
}

function typesNamed({ schema: { type } }: ApplyingSchema): readonly string[] {
  if (typeof type === "string") return [type];
  return isJsonArray(type) ? type.filter((name) => typeof name === "string") : [];
}

/** Whether the schemas allow only the values that they list. */
export function isClosed(schemas: readonly ApplyingSchema[]): boolean {
  if (schemas.some((schema) => schema.certain && listIn(schema.schema) !== undefined)) return true;
  const branches = schemas.filter((schema) => !schema.certain && schema.schema.$ref === undefined);
  return branches.every(({ schema }) => listIn(schema) !== undefined);
}

interface KnownProperty {
  readonly name: string;
  readonly required: boolean;
}

/**
 * The properties that schemas list for an object: required ones, then alternatives of which one is required, then the
 * others, each part in the schemas' order.
 *
 * @param present the object's property names; if the object has one of the alternatives, these count among the others
 */
export function knownProperties(
  schemas: readonly ApplyingSchema[],
  present: ReadonlySet<string> = new Set(),
): readonly KnownProperty[] {
  const required = requiredNames(schemas);
  const choices = schemas.filter(({ certain, schema }) => !certain && schema.properties === undefined);
  const named = choices.flatMap(({ schema }) => requiredIn(schema));
  const oneOf = new Set(named.some((name) => present.has(name)) ? [] : named);
  const first: KnownProperty[] = [];
  const alternatives: KnownProperty[] = [];
  const others: KnownProperty[] = [];
  for (const name of namesInOrder(schemas))
    if (required.has(name)) first.push({ name, required: true });
    else (oneOf.has(name) ? alternatives : others).push({ name, required: false });
  return first.concat(alternatives, others);
}

/** The properties that schemas list for an object and do not forbid, in the schemas' order: new objects keep it. */
export const namesInOrder = memoized((schemas: readonly ApplyingSchema[]): readonly string[] => {
  const ordered = [...schemas].sort((one, other) => one.rank - other.rank);
  const lists = ordered.map(({ schema }) => namesIn(schema)).filter((names) => names.length > 0);
  const [only = []] = lists;
  const names = lists.length < 2 ? only : [...new Set(lists.flat())];
  return schemas.some(({ schema }) => forbids(schema))
    ? names.filter((name) => !schemas.some(({ schema }) => objectIn(schema.properties)[name] === false))
    : names;
});

/** The names that one schema lists. Cached by schema, because a list of terms can have hundreds of thousands. */
const namesIn = memoized((schema: JsonObject): readonly string[] => {
  const { propertyNames } = schema;
  const described = Object.keys(objectIn(schema.properties));
  const required = requiredIn(schema);
  const listed = isJsonObject(propertyNames) ? stringsIn(propertyNames.enum) : [];
  const hasOneSource = required.length === 0 && listed.length === 0;
  return hasOneSource ? described : [...new Set(described.concat(required, listed))];
});

const forbids = memoized((schema: JsonObject): boolean =>
  Object.values(objectIn(schema.properties)).includes(false),
);

/** The properties that schemas require of an object, without those that they also forbid. */
export function requiredProperties(schemas: readonly ApplyingSchema[]): ReadonlySet<string> {
  const isForbidden = (name: string): boolean =>
    schemas.some(({ schema }) => objectIn(schema.properties)[name] === false);
  return new Set([...requiredNames(schemas)].filter((name) => !isForbidden(name)));
}

/** The required properties that the object lacks. */
export function requiredSiblings(schemas: readonly ApplyingSchema[], value: JsonObject): readonly string[] {
  const dependents = schemas
    .filter(({ certain }) => certain)
    .flatMap(({ schema: { dependentRequired } }) => {
      const namesFor = objectIn(dependentRequired);
      return Object.keys(value).flatMap((name) =>
        Object.hasOwn(namesFor, name) ? requiredIn({ required: namesFor[name] ?? [] }) : [],
      );
    });
  return [...new Set([...requiredNames(schemas), ...dependents])].filter(
    (name) => !Object.hasOwn(value, name),
  );
}

/** The names that a certain schema requires, or that every possible one requires directly, by `$ref` or by `allOf`. */
const requiredNames = memoized((schemas: readonly ApplyingSchema[]): ReadonlySet<string> => {
  const certain = schemas.filter((schema) => schema.certain).flatMap(({ schema }) => requiredIn(schema));
  const intended = schemas
    .filter((schema) => !schema.certain && schema.schema.properties !== undefined)
    .map(({ schema, checker }) => ({ schema, parts: checker.described() }));
  const [first, ...others] = intended
    .filter(({ schema }) => !intended.some((one) => one.schema !== schema && one.parts.includes(schema)))
    .map(({ parts }) => parts.flatMap(requiredIn));
  const sets = others.map((names) => new Set(names));
  const shared = (first ?? []).filter((name) => sets.every((names) => names.has(name)));
  return new Set([...certain, ...shared]);
});

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Maximum number of required properties: no object that people write has more. */
const maxRequired = 1000;

/** The names that a schema requires, a thousand at most. */
export function requiredIn({ required }: JsonObject): readonly string[] {
  return isJsonArray(required) ? stringsIn(required.slice(0, maxRequired)) : [];
}

/** The number of elements that a list must have. */
export function elementsNeeded(schemas: readonly ApplyingSchema[]): number {
  const counts = schemas.map(({ schema, certain }) => {
    if (!certain) return 0;
    const { minItems, contains, minContains } = schema;
    const contained = contains === undefined ? 0 : typeof minContains === "number" ? minContains : 1;
    return Math.max(typeof minItems === "number" ? minItems : 0, contained);
  });
  return counts.reduce((most, count) => Math.max(most, count), 0);
}
