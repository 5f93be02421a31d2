import { objectOf } from "../../reading/json";
import type { Written } from "../json";

/** What the address of another schema means in the one that refers to it; undefined where it is not known. */
export type Resolve = (reference: string, from: unknown) => unknown;

/** A subschema, and the schema that references in it begin at. */
export interface SchemaNode {
  readonly node: Readonly<Record<string, unknown>>;
  readonly root: unknown;
}

/** What the schemas of an object say of its properties. */
export interface SchemaView {
  readonly properties: ReadonlyMap<string, readonly SchemaNode[]>;
  readonly required: ReadonlySet<string>;
}

/** Schemas refer to themselves: so deep, and so many, are followed. */
const deepest = 40;
const most = 5_000;

/**
 * The properties that an object may have by its schemas, of alternatives those that fit the values that are chosen.
 *
 * @param chosen values that the object will have
 */
export function viewOf(
  schemas: readonly SchemaNode[],
  resolve: Resolve,
  chosen: ReadonlyMap<string, Written>,
): SchemaView {
  const properties = new Map<string, SchemaNode[]>();
  const required = new Set<string>();
  let count = 0;
  for (const one of schemas) visit(one, true, 0);
  return { properties, required };

  function visit({ node, root }: SchemaNode, counts: boolean, depth: number): void {
    if (depth > deepest || ++count > most) return;
    const own = typeof node.$id === "string" && !node.$id.startsWith("#") ? node : root;
    const follow = (next: unknown, isCounted = counts): void => {
      const object = objectOf(next);
      if (object !== undefined) visit({ node: object, root: own }, isCounted, depth + 1);
    };
    if (typeof node.$ref === "string") {
      const target = targetOf(node.$ref, own, resolve);
      if (target !== undefined) visit(target, counts, depth + 1);
    }
    for (const [name, schema] of Object.entries(objectOf(node.properties) ?? {})) {
      const object = objectOf(schema);
      if (object === undefined) continue;
      const known = properties.get(name);
      if (known === undefined) properties.set(name, [{ node: object, root: own }]);
      else known.push({ node: object, root: own });
    }
    if (counts) for (const name of listOf(node.required)) if (typeof name === "string") required.add(name);
    for (const one of listOf(node.allOf)) follow(one);
    const fits = (one: unknown): boolean => isPossible(one, own, resolve, chosen);
    const branch = listOf(node.oneOf).find(fits);
    if (branch !== undefined) follow(branch);
    // Of several that may hold at once none has to.
    for (const one of listOf(node.anyOf)) if (fits(one)) follow(one, false);
    if (objectOf(node.if) !== undefined) follow(holds(node.if, chosen) ? node.then : node.else);
  }
}

/** All subschemas of a value, through references and alternatives. */
export function alternativesOf(schemas: readonly SchemaNode[], resolve: Resolve): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const visit = ({ node, root }: SchemaNode, depth: number): void => {
    if (depth > deepest || found.length > most) return;
    found.push({ node, root });
    const own = typeof node.$id === "string" && !node.$id.startsWith("#") ? node : root;
    const target = typeof node.$ref === "string" ? targetOf(node.$ref, own, resolve) : undefined;
    if (target !== undefined) visit(target, depth + 1);
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const one of listOf(node[keyword])) {
        const object = objectOf(one);
        if (object !== undefined) visit({ node: object, root: own }, depth + 1);
      }
  };
  for (const one of schemas) visit(one, 0);
  return found;
}

/** The schemas of a list's elements. */
export function elementsOf(schemas: readonly SchemaNode[], resolve: Resolve): readonly SchemaNode[] {
  return alternativesOf(schemas, resolve).flatMap(({ node, root }) => {
    const items = objectOf(node.items);
    return items === undefined ? [] : [{ node: items, root }];
  });
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether no chosen value contradicts what a schema fixes for it. */
function isPossible(
  schema: unknown,
  root: unknown,
  resolve: Resolve,
  chosen: ReadonlyMap<string, Written>,
): boolean {
  const node = objectOf(schema);
  if (node === undefined) return schema !== false;
  const target = typeof node.$ref === "string" ? targetOf(node.$ref, root, resolve) : undefined;
  return [node, ...(target === undefined ? [] : [target.node])].every((one) =>
    Object.entries(objectOf(one.properties) ?? {}).every(([name, property]) => {
      const value = chosen.get(name);
      if (value === undefined || value === null) return true;
      return property !== false && isAllowed(value, objectOf(property) ?? {});
    }),
  );
}

function isAllowed(
  value: Written,
  { const: constant, enum: values }: Readonly<Record<string, unknown>>,
): boolean {
  if (constant !== undefined) return constant === value;
  return values === undefined || listOf(values).includes(value);
}

/** Whether a condition on chosen values holds. */
function holds(condition: unknown, chosen: ReadonlyMap<string, Written>): boolean {
  const { properties, required } = objectOf(condition) ?? {};
  if (!listOf(required).every((name) => typeof name === "string" && chosen.has(name))) return false;
  return Object.entries(objectOf(properties) ?? {}).every(([name, property]) => {
    const value = chosen.get(name);
    return value === undefined || isAllowed(value, objectOf(property) ?? {});
  });
}

function targetOf(reference: string, root: unknown, resolve: Resolve): SchemaNode | undefined {
  const [address = "", fragment = ""] = reference.split("#", 2);
  const document = address === "" ? root : resolve(address, root);
  let node: unknown = document;
  for (const step of fragment.split("/").slice(1)) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    const object = objectOf(node);
    node = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
  }
  const object = objectOf(node);
  return object === undefined ? undefined : { node: object, root: document };
}
