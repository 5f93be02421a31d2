import { type JsonObject, type JsonValue, isJsonArray, memoized } from "@analyses/json";
import type { ApplyingSchema, EqualityKey } from "@analyses/json-schema";
import { enumTitles, equalityKey, expectedTypes, isClosed, listIn, placesByKey } from "@analyses/json-schema";
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
  /** Whether VS Code's `doNotSuggest` hides the property in completion. */
  readonly isHidden: boolean;
  /** VS Code's `suggestSortText`. */
  readonly sortText: string | undefined;
  /** VS Code's `deprecationMessage`: what to use instead. */
  readonly deprecationMessage: string | undefined;
  /** The allowed types (JSON Schema core 2020-12, section 4.2.1), the preferred one first; empty if any is allowed. */
  readonly types: readonly string[];
  /** The values of `enum` and `const`. */
  readonly values: readonly KnownValue[];
  /** Whether the schemas allow only `values`. */
  readonly closed: boolean;
  readonly default: JsonValue | undefined;
  readonly examples: readonly JsonValue[];
  readonly minimum: number | undefined;
}

/** Merges the schemas that apply to a value. A schema that certainly applies has precedence over one that may apply. */
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
    types: expectedTypes(schemas),
    // Getters, because lists of values can be long, and most callers do not read them.
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
 * The values that the schemas list, and after them the constants of a property that would make its object one of
 * another kind, so that completion offers all kinds.
 *
 * @param others the schemas of these constants; none if the property does not select the kind
 */
export function valuesOfAllKinds(
  schemas: readonly ApplyingSchema[],
  others: readonly ApplyingSchema[],
): readonly KnownValue[] {
  const fitting = knownValues(schemas);
  if (others.length === 0) return fitting;
  const possible = [...schemas, ...others].map((schema) => ({ ...schema, certain: false }));
  const keys = new Set(fitting.map(({ value }) => equalityKey(value)));
  return [...fitting, ...knownValues(possible).filter(({ value }) => !keys.has(equalityKey(value)))];
}

/** The first text that a schema has for one of the keywords, which are in order of preference. */
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

/**
 * The values that schemas list, without those that a certain schema's list excludes, in the order of the schemas. Lists
 * of terms can have hundreds of thousands of values, so each list is read only once.
 */
const knownValues = memoized((schemas: readonly ApplyingSchema[]): readonly KnownValue[] => {
  const listing = schemas.filter(({ schema }) => listIn(schema) !== undefined);
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

/** The value among {@link knownValues} that equals the given one. Does not read the titles of the other values. */
export function knownValueOf(schemas: readonly ApplyingSchema[], value: JsonValue): KnownValue | undefined {
  const listing = schemas.filter(({ schema }) => listIn(schema) !== undefined);
  const certainFirst = listing.toSorted((one, other) => Number(other.certain) - Number(one.certain));
  const found: KnownValue[] = [];
  for (const { schema, certain } of certainFirst) {
    const index = placesByKey(listIn(schema) ?? []).get(equalityKey(value)) ?? -1;
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

/** The last result of merging several schemas with lists, by the first of these schemas. */
const merged = new WeakMap<
  JsonObject,
  { readonly listing: Listing; readonly values: readonly KnownValue[] }
>();

/** Compares each schema with the one at the same index of a listing. */
function isAt(listing: Listing): (schema: Listing[number], index: number) => boolean {
  return ({ schema, certain }, index) =>
    listing[index]?.schema === schema && listing[index].certain === certain;
}

function mergedValues(listing: Listing): readonly KnownValue[] {
  const limits = listing.filter(({ certain }) => certain);
  const [first, ...others] = limits;
  const isIn = (lists: Listing) => {
    const placesIn = lists.map(({ schema }) => placesByKey(listIn(schema) ?? []));
    return (key: EqualityKey) => placesIn.every((places) => places.has(key));
  };
  // If a list certainly applies, other schemas can only exclude its values, and add titles and descriptions.
  const describing = listing.filter((entry) => entry !== first && describesValues(entry.schema));
  if (first !== undefined && describing.length === 0) {
    const isAllowed = isIn(others);
    return valuesListed(first.schema).filter(({ value }) => isAllowed(equalityKey(value)));
  }
  const isAllowed = isIn(limits);
  const sources = first === undefined ? listing : [first, ...describing];
  const found = new Map<EqualityKey, KnownValue>();
  for (const { schema } of sources) {
    for (const [key, index] of placesByKey(listIn(schema) ?? [])) {
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
  const list = listIn(schema) ?? [];
  return describesValues(schema)
    ? list.map((_, index) => valueAt(schema, index))
    : list.map((value) => ({ value, title: undefined, description: undefined }));
});

function valueAt(schema: JsonObject, index: number): KnownValue {
  return { value: listIn(schema)?.[index] ?? null, ...describeListed(schema, index) };
}

function describesValues(schema: JsonObject): boolean {
  return (
    schema.const !== undefined || (schema.markdownEnumDescriptions ?? schema.enumDescriptions) !== undefined
  );
}

/**
 * The title and description of a listed value: for `enum`, by VS Code's `enumDescriptions` or
 * `markdownEnumDescriptions`; for `const`, by the title and description of the schema.
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
    .find((value) => typeof value === "string");
  return {
    title: typeof title === "string" ? schemaText(title) : undefined,
    description: typeof text === "string" ? schemaText(text) : undefined,
  };
}
