import type { BoundPlace } from "../roles/binding";
import { isObject } from "../json";
import { targetOf } from "../roles/explicitRoles";
import type { Resolve } from "../roles/explicitRoles";

/** JSON to write: properties with the value undefined are omitted; long lists are generated while they are written. */
export type Written =
  string | number | boolean | null | Iterable<Written> | { readonly [name: string]: Written | undefined };

/** A subschema, and the schema against which its references resolve. */
export interface SchemaNode {
  readonly node: Readonly<Record<string, unknown>>;
  readonly root: unknown;
}

/** The properties that the schemas of an object define. */
interface SchemaView {
  readonly properties: ReadonlyMap<string, readonly SchemaNode[]>;
  readonly required: ReadonlySet<string>;
}

/** Limits of depth and number: schemas refer to themselves. */
const deepest = 40;
const most = 5_000;

/**
 * The properties of an object by its schemas; of alternatives only by those that fit the chosen values.
 *
 * @param chosen values that the object will have
 */
export function viewOf(
  schemas: readonly SchemaNode[],
  resolve: Resolve,
  chosen: ReadonlyMap<string, Written> = new Map(),
): SchemaView {
  const properties = new Map<string, SchemaNode[]>();
  const required = new Set<string>();
  let count = 0;
  for (const one of schemas) visit(one, true, 0);
  return { properties, required };

  function visit(schema: SchemaNode, counts: boolean, depth: number): void {
    if (depth > deepest || ++count > most) return;
    const { node } = schema;
    const root = rootIn(schema);
    const follow = (next: unknown, isCounted = counts): void => {
      if (isObject(next)) visit({ node: next, root }, isCounted, depth + 1);
    };
    const target = referredTo(schema, resolve);
    if (target !== undefined) visit(target, counts, depth + 1);
    for (const [name, property] of propertiesOf(node)) {
      if (!isObject(property)) continue;
      const known = properties.get(name);
      if (known === undefined) properties.set(name, [{ node: property, root }]);
      else known.push({ node: property, root });
    }
    if (counts) for (const name of listOf(node.required)) if (typeof name === "string") required.add(name);
    for (const one of listOf(node.allOf)) follow(one);
    const fits = (one: unknown): boolean => isPossible(one, root, resolve, chosen);
    const branch = listOf(node.oneOf).find(fits);
    if (branch !== undefined) follow(branch);
    // Several branches may apply at once, so none is mandatory.
    for (const one of listOf(node.anyOf)) if (fits(one)) follow(one, false);
    if (isObject(node.if)) follow(holds(node.if, chosen) ? node.then : node.else);
  }
}

/** All subschemas of a value, through references and alternatives. */
export function alternativesOf(schemas: readonly SchemaNode[], resolve: Resolve): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const visit = (schema: SchemaNode, depth: number): void => {
    if (depth > deepest || found.length > most) return;
    found.push(schema);
    const target = referredTo(schema, resolve);
    if (target !== undefined) visit(target, depth + 1);
    const root = rootIn(schema);
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const one of listOf(schema.node[keyword]))
        if (isObject(one)) visit({ node: one, root }, depth + 1);
  };
  for (const one of schemas) visit(one, 0);
  return found;
}

/** The schemas of a list's elements. */
export function elementsOf(schemas: readonly SchemaNode[], resolve: Resolve): readonly SchemaNode[] {
  return alternativesOf(schemas, resolve).flatMap(({ node, root }) =>
    isObject(node.items) ? [{ node: node.items, root }] : [],
  );
}

/** A place in an item: its schemas and its bound roles. */
export interface WritingPlace {
  readonly place: BoundPlace;
  readonly schemas: readonly SchemaNode[];
  readonly resolve: Resolve;
}

/** The values that a schema enumerates. */
export function wordsOf({ schemas, resolve }: Pick<WritingPlace, "schemas" | "resolve">): readonly unknown[] {
  return alternativesOf(schemas, resolve).flatMap(({ node }) => [
    ...(Array.isArray(node.enum) ? (node.enum as readonly unknown[]) : []),
    ...("const" in node ? [node.const] : []),
  ]);
}

/** The types that a schema allows for a value; empty if it does not restrict them. */
export function typesOf({
  schemas,
  resolve,
}: Pick<WritingPlace, "schemas" | "resolve">): ReadonlySet<unknown> {
  return new Set(
    alternativesOf(schemas, resolve)
      .flatMap(({ node }) => [node.type].flat())
      .filter((type) => type !== undefined),
  );
}

/** The schema against which references resolve. */
function rootIn({ node, root }: SchemaNode): unknown {
  return typeof node.$id === "string" && !node.$id.startsWith("#") ? node : root;
}

function referredTo(schema: SchemaNode, resolve: Resolve): SchemaNode | undefined {
  const { $ref: reference } = schema.node;
  const target = typeof reference === "string" ? targetOf(reference, rootIn(schema), resolve) : undefined;
  return target !== undefined && isObject(target.node) ? { ...target, node: target.node } : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function propertiesOf({ properties }: SchemaNode["node"]): readonly (readonly [string, unknown])[] {
  return isObject(properties) ? Object.entries(properties) : [];
}

/** Whether no chosen value contradicts the schema's `const` and `enum`. */
function isPossible(
  schema: unknown,
  root: unknown,
  resolve: Resolve,
  chosen: ReadonlyMap<string, Written>,
): boolean {
  if (!isObject(schema)) return schema !== false;
  const target = referredTo({ node: schema, root }, resolve);
  return [schema, ...(target === undefined ? [] : [target.node])].every((one) =>
    propertiesOf(one).every(([name, property]) => {
      const value = chosen.get(name);
      return value === undefined || value === null || (property !== false && isAllowed(value, property));
    }),
  );
}

function isAllowed(value: Written, property: unknown): boolean {
  const { const: constant, enum: values } = isObject(property) ? property : {};
  if (constant !== undefined) return constant === value;
  return values === undefined || listOf(values).includes(value);
}

/** Whether a condition on chosen values holds. */
function holds(condition: SchemaNode["node"], chosen: ReadonlyMap<string, Written>): boolean {
  if (!listOf(condition.required).every((name) => typeof name === "string" && chosen.has(name))) return false;
  return propertiesOf(condition).every(([name, property]) => {
    const value = chosen.get(name);
    return value === undefined || isAllowed(value, property);
  });
}
