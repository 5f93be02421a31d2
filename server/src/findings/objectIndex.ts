import { type Site, applyingAt } from "./site";
import { isContainer, open, propertyNamed, propertiesOf, isJsonObject } from "@analyses/json";
import type { PlacedProperty, SyntaxProblem, JsonObject, JsonValue } from "@analyses/json";

/** The maximum number of properties of an object, or of names, for a search one level deeper. */
export const maxSearched = 20;

/**
 * The maximum number of properties to compare with missing names, or of unknown names to compare with allowed names.
 * Larger objects probably have the wrong schema.
 */
export const maxCompared = 200;

/** Whether a property's value is an object with one of these names. */
export function holds({ document }: Site, { value }: PlacedProperty, names: readonly string[]): boolean {
  if (names.length > maxSearched || !isContainer(value.node)) return false;
  const { node, start } = open(document, value);
  return node.kind === "object" && names.some((name) => propertyNamed({ node, start }, name) !== undefined);
}

/** Whether a syntax problem makes a value's key ambiguous, as in `12 weeks: 3` or `"abc "total": 1`. */
function makesKeyAmbiguous({ kind, repair }: SyntaxProblem): boolean {
  return (kind === "key-not-quoted" && repair?.newText.startsWith(",") === true) || kind === "quote-in-text";
}

/** An object's properties, cached because one object can have thousands of problems. */
interface ObjectIndex {
  readonly start: number;
  readonly properties: ReadonlyMap<string, readonly PlacedProperty[]>;
  /** The start offsets of properties with ambiguous keys. */
  readonly inDoubt: ReadonlySet<number>;
  allowed: AllowedNames | undefined;
}

interface AllowedNames {
  readonly schemas: readonly JsonObject[];
  /** Whether these schemas describe any property. */
  readonly areDescribed: boolean;
  /** Described names that the object lacks, in the schemas' order. */
  readonly names: readonly string[];
  /** Undescribed names of the object that get a spelling comparison. */
  readonly compared: ReadonlySet<string>;
}

const indexes = new WeakMap<object, ObjectIndex>();

export function indexAt({ located: { node, start } }: Site): ObjectIndex {
  const known = indexes.get(node);
  if (known?.start === start) return known;
  const properties = new Map<string, PlacedProperty[]>();
  const doubts = node.problems.filter(makesKeyAmbiguous).map((problem) => start + problem.start);
  doubts.sort((one, other) => one - other);
  const inDoubt = new Set<number>();
  let next = 0;
  for (const placed of node.kind === "object" ? propertiesOf({ node, start }) : []) {
    const { name } = placed.property;
    const same = properties.get(name);
    if (same === undefined) properties.set(name, [placed]);
    else same.push(placed);
    while ((doubts[next] ?? Infinity) < placed.start) next++;
    if ((doubts[next] ?? Infinity) < placed.keyEnd) inDoubt.add(placed.start);
  }
  const index: ObjectIndex = { start, properties, inDoubt, allowed: undefined };
  indexes.set(node, index);
  return index;
}

export function propertiesAt(site: Site): ObjectIndex["properties"] {
  return indexAt(site).properties;
}

export function allowedAt(site: Site): AllowedNames {
  const index = indexAt(site);
  const schemas = schemasWithSiblingsAt(site);
  const { allowed } = index;
  if (
    allowed?.schemas.length === schemas.length &&
    schemas.every((schema, at) => schema === allowed.schemas[at])
  )
    return allowed;
  const forbidding = [...schemasAt(site), ...siblingSchemas(site, true)];
  const isForbidden = (name: string): boolean =>
    forbidding.some(({ properties }) => isJsonObject(properties) && properties[name] === false);
  const described = new Set(
    schemas.flatMap(({ properties, required }) => [
      ...(isJsonObject(properties) ? Object.keys(properties).filter((name) => !isForbidden(name)) : []),
      ...(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
    ]),
  );
  const compared = new Set<string>();
  for (const name of index.properties.keys()) {
    if (compared.size === maxCompared) break;
    if (!described.has(name)) compared.add(name);
  }
  const names = [...described].filter((name) => !index.properties.has(name));
  return (index.allowed = { schemas, areDescribed: described.size > 0, names, compared });
}

export function schemaOfProperty(site: Site, name: string): JsonValue | undefined {
  for (const { properties } of schemasAt(site)) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  }
  return undefined;
}

/**
 * The schemas for the object; for `unevaluatedProperties`, also those that apply by `$ref` or by a possible branch.
 */
function schemasWithSiblingsAt(site: Site): readonly JsonObject[] {
  const own = schemasAt(site);
  return [...own, ...siblingSchemas(site, false).filter((schema) => !own.includes(schema))];
}

/** @param onlyCertain whether to omit the schemas of possible branches */
function siblingSchemas(site: Site, onlyCertain: boolean): readonly JsonObject[] {
  if (site.problem.detail.keyword !== "unevaluatedProperties") return [];
  const { schemas } = applyingAt(site);
  return schemas.flatMap(({ schema, certain }) => (certain || !onlyCertain ? [schema] : []));
}

/** The schemas for the object, starting with the one that reports the problem. */
export function schemasAt({ problem: { schema, parents } }: Site): JsonObject[] {
  return schema === false ? [...parents] : [schema, ...parents.toReversed()];
}
