import type { JsonObject, JsonValue } from "@analyses/json";
import type { ApplyingSchema, EqualityKey } from "@analyses/json-schema";
import { isJsonArray, isJsonObject, memoized } from "@analyses/json";
import { enumTitles, equalityKey, jsonEquals, placesByKey } from "@analyses/json-schema";
import { schemaText } from "../localisation/translate";

/** A value that a schema lists, with its title and description. */
export interface KnownValue {
  readonly value: JsonValue;
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/** What the schemas define for a value. Titles and descriptions are localised where a translation exists. */
export interface ValueKnowledge {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** VS Code's `doNotSuggest`, which hides it in completion, and `suggestSortText`. */
  readonly isHidden: boolean;
  readonly sortText: string | undefined;
  /** VS Code's `deprecationMessage`: what to use instead. */
  readonly deprecationMessage: string | undefined;
  /** Names of types (JSON Schema core 2020-12, section 4.2.1), the preferred first; empty for any. */
  readonly types: readonly string[];
  /** The values of `enum` and `const`. */
  readonly values: readonly KnownValue[];
  /** Whether the schemas allow only those values. */
  readonly closed: boolean;
  readonly default: JsonValue | undefined;
  readonly examples: readonly JsonValue[];
  readonly minimum: number | undefined;
}

/** Merges the schemas that apply to a value; certain ones precede possible ones. */
export function knowledgeOf(schemas: readonly ApplyingSchema[]): ValueKnowledge {
  const ordered = [
    ...schemas.filter(({ certain }) => certain),
    ...schemas.filter(({ certain }) => !certain),
  ].map(({ schema }) => schema);
  const exampleLists = ordered.map(({ examples }) => examples).filter(isJsonArray);
  const [onlyExamples = []] = exampleLists;
  return {
    title: firstText(ordered, "title"),
    description: firstText(ordered, "markdownDescription", "description"),
    deprecated: schemas.some(({ schema, certain }) => certain && isDeprecated(schema)),
    isHidden: schemas.some(({ schema, certain }) => certain && schema.doNotSuggest === true),
    sortText: firstText(ordered, "suggestSortText"),
    deprecationMessage: firstText(ordered, "markdownDeprecationMessage", "deprecationMessage"),
    types: typesOf(schemas),
    // Lazy, because most callers read neither and lists are long.
    get values() {
      return knownValues(schemas);
    },
    get closed() {
      return this.values.length > 0 && isClosed(schemas);
    },
    default: ordered.find((schema) => schema.default !== undefined)?.default,
    examples: exampleLists.length < 2 ? onlyExamples : exampleLists.flat(),
    minimum: ordered.map(({ minimum }) => minimum).find((minimum) => typeof minimum === "number"),
  };
}

/**
 * The values that the schemas list, then the constants that would change the object's kind, so that completion offers
 * all kinds.
 *
 * @param others the schemas of those constants; none if the value does not select a kind
 */
export function valuesOfAllKinds(
  schemas: readonly ApplyingSchema[],
  others: readonly ApplyingSchema[],
): readonly KnownValue[] {
  const fitting = knownValues(schemas);
  if (others.length === 0) return fitting;
  const open = [...schemas, ...others].map((schema) => ({ ...schema, certain: false }));
  const keys = new Set(fitting.map(({ value }) => equalityKey(value)));
  return [...fitting, ...knownValues(open).filter(({ value }) => !keys.has(equalityKey(value)))];
}

/** @param keywords of a schema, in order of preference */
function firstText(schemas: readonly JsonObject[], ...keywords: readonly string[]): string | undefined {
  const text = schemas
    .flatMap((schema) => keywords.map((keyword) => schema[keyword]))
    .find((value) => typeof value === "string");
  return text === undefined ? undefined : schemaText(text);
}

/** Whether a schema has `deprecated` or one of VS Code's deprecation messages. */
export function isDeprecated({
  deprecated,
  deprecationMessage,
  markdownDeprecationMessage,
}: JsonObject): boolean {
  return deprecated === true || (deprecationMessage ?? markdownDeprecationMessage) !== undefined;
}

function typesOf(schemas: readonly ApplyingSchema[]): readonly string[] {
  const certain = schemas.filter((one) => one.certain).flatMap(typeNames);
  const names = certain.length > 0 ? certain : schemas.flatMap(typeNames);
  const inferred = schemas.some(({ schema }) => schema.properties !== undefined) ? ["object"] : [];
  return [...new Set(names.length > 0 ? names : inferred)];
}

function typeNames({ schema: { type } }: ApplyingSchema): readonly string[] {
  if (typeof type === "string") return [type];
  return isJsonArray(type) ? type.filter((name) => typeof name === "string") : [];
}

/**
 * Every listed value that no certain schema rules out, in the order of the schemas. Lists of terms can have hundreds of
 * thousands of values, so this reads each list only once.
 */
const knownValues = memoized((schemas: readonly ApplyingSchema[]): readonly KnownValue[] => {
  const listing = schemas.filter(({ schema }) => listOf(schema) !== undefined);
  const [only] = listing;
  if (only === undefined) return [];
  if (listing.length === 1) return valuesListed(only.schema);
  const before = merged.get(only.schema);
  const isSame = before?.listing.length === listing.length && before.listing.every(isAt(listing));
  if (isSame) return before.values;
  const values = mergedValues(listing);
  merged.set(only.schema, { listing, values });
  return values;
});

/** One value among those of {@link knownValues}, found without reading the others' titles. */
export function knownValueOf(schemas: readonly ApplyingSchema[], value: JsonValue): KnownValue | undefined {
  const listing = schemas.filter(({ schema }) => listOf(schema) !== undefined);
  const certainFirst = listing.toSorted((one, other) => Number(other.certain) - Number(one.certain));
  const found: KnownValue[] = [];
  for (const { schema, certain } of certainFirst) {
    const index = listOf(schema)?.findIndex((one) => jsonEquals(one, value)) ?? -1;
    if (index !== -1) found.push(valueAt(schema, index));
    else if (certain) return undefined;
  }
  if (found.length === 0) return undefined;
  return {
    value,
    title: found.find(({ title }) => title !== undefined)?.title,
    description: found.find(({ description }) => description !== undefined)?.description,
  };
}

type Listing = readonly Pick<ApplyingSchema, "schema" | "certain">[];

/** The last merged values for several listing schemas, by the first of them. */
const merged = new WeakMap<
  JsonObject,
  { readonly listing: Listing; readonly values: readonly KnownValue[] }
>();

function isAt(listing: Listing): (one: Listing[number], index: number) => boolean {
  return ({ schema, certain }, index) =>
    listing[index]?.schema === schema && listing[index].certain === certain;
}

function mergedValues(listing: Listing): readonly KnownValue[] {
  const limits = listing.filter(({ certain }) => certain);
  const [first, ...others] = limits;
  const isIn = (lists: Listing) => {
    const placesIn = lists.map(({ schema }) => placesByKey(listOf(schema) ?? []));
    return (key: EqualityKey) => placesIn.every((places) => places.has(key));
  };
  // With one certain list, other schemas add no values, only titles and descriptions.
  const describing = listing.filter((one) => one !== first && describesValues(one.schema));
  if (first !== undefined && describing.length === 0) {
    const isAllowed = isIn(others);
    return valuesListed(first.schema).filter(({ value }) => isAllowed(equalityKey(value)));
  }
  const isAllowed = isIn(limits);
  const sources = first === undefined ? listing : [first, ...describing];
  const found = new Map<EqualityKey, KnownValue>();
  for (const { schema } of sources) {
    for (const [key, index] of placesByKey(listOf(schema) ?? [])) {
      const known = found.get(key);
      if (known === undefined) {
        if (isAllowed(key)) found.set(key, valueAt(schema, index));
        continue;
      }
      const more = valueAt(schema, index);
      const { value, title = more.title, description = more.description } = known;
      if (title !== known.title || description !== known.description)
        found.set(key, { value, title, description });
    }
  }
  return [...found.values()];
}

const valuesListed = memoized((schema: JsonObject): readonly KnownValue[] => {
  const list = listOf(schema) ?? [];
  return describesValues(schema)
    ? list.map((_, index) => valueAt(schema, index))
    : list.map((value) => ({ value, title: undefined, description: undefined }));
});

function valueAt(schema: JsonObject, index: number): KnownValue {
  return { value: listOf(schema)?.[index] ?? null, ...describeListed(schema, index) };
}

function describesValues(schema: JsonObject): boolean {
  return (
    schema.const !== undefined || (schema.markdownEnumDescriptions ?? schema.enumDescriptions) !== undefined
  );
}

function listOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return isJsonArray(schema.enum) ? schema.enum : undefined;
}

/**
 * VS Code defines `enumDescriptions` and `markdownEnumDescriptions` for `enum`; the schema itself describes a `const`.
 */
function describeListed(schema: JsonObject, index: number): Pick<KnownValue, "title" | "description"> {
  if (schema.const !== undefined)
    return {
      title: firstText([schema], "title"),
      description: firstText([schema], "markdownDescription", "description"),
    };
  const title = isJsonArray(schema[enumTitles]) ? schema[enumTitles][index] : undefined;
  const text = [schema.markdownEnumDescriptions, schema.enumDescriptions]
    .map((texts) => (isJsonArray(texts) ? texts[index] : undefined))
    .find((one) => typeof one === "string");
  return {
    title: typeof title === "string" ? schemaText(title) : undefined,
    description: typeof text === "string" ? schemaText(text) : undefined,
  };
}

function isClosed(schemas: readonly ApplyingSchema[]): boolean {
  if (schemas.some((one) => one.certain && listOf(one.schema) !== undefined)) return true;
  const branches = schemas.filter((one) => !one.certain && one.schema.$ref === undefined);
  return branches.every(({ schema }) => listOf(schema) !== undefined);
}

interface KnownProperty {
  readonly name: string;
  readonly required: boolean;
}

/**
 * The properties that schemas list for an object: required ones, then alternatives of which one is required, then the
 * others, each part in the schemas' order.
 *
 * @param present the object's property names; once it has one of the alternatives, none ranks higher
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

/** The properties that schemas list for an object, in the schemas' order, which is also the order of writing. */
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
  const listed = isJsonObject(propertyNames) ? stringsOf(propertyNames.enum) : [];
  const isOne = required.length === 0 && listed.length === 0;
  return isOne ? described : [...new Set(described.concat(required, listed))];
});

const forbids = memoized((schema: JsonObject): boolean =>
  Object.values(objectIn(schema.properties)).includes(false),
);

/** The properties that an object must have. */
export function requiredProperties(schemas: readonly ApplyingSchema[]): ReadonlySet<string> {
  const isForbidden = (name: string): boolean =>
    schemas.some(({ schema }) => objectIn(schema.properties)[name] === false);
  return new Set([...requiredNames(schemas)].filter((name) => !isForbidden(name)));
}

/** The required properties that the object lacks. */
export function requiredBeside(schemas: readonly ApplyingSchema[], value: JsonObject): readonly string[] {
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

/** The names that a certain schema requires, or that every possible schema requires directly or by `$ref`. */
const requiredNames = memoized((schemas: readonly ApplyingSchema[]): ReadonlySet<string> => {
  const certain = schemas.filter((one) => one.certain).flatMap(({ schema }) => requiredIn(schema));
  const meant = schemas
    .filter((one) => !one.certain && one.schema.properties !== undefined)
    .map(({ schema, checker }) => ({ schema, parts: checker.described() }));
  const [first, ...others] = meant
    .filter(({ schema }) => !meant.some((one) => one.schema !== schema && one.parts.includes(schema)))
    .map(({ parts }) => parts.flatMap(requiredIn));
  const sets = others.map((names) => new Set(names));
  const shared = (first ?? []).filter((name) => sets.every((names) => names.has(name)));
  return new Set([...certain, ...shared]);
});

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Nobody writes an object with more required properties by hand. */
const mostRequired = 1000;

/** The names that a schema requires, a thousand at most. */
export function requiredIn({ required }: JsonObject): readonly string[] {
  return isJsonArray(required) ? stringsOf(required.slice(0, mostRequired)) : [];
}

export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
