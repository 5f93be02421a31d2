import type { Scale } from "../analysis";
import { isObject, isScalar, unescaped } from "../json";
import { type Role, isRole, isScaledRole, scaledRoles } from "./roles";
import { listNamed } from "./words";

/** The sources of a role, by descending precedence. */
export type StatedBy = "setting" | "annotation" | "form" | "name";

/** A role that properties at a path have. */
export interface ExplicitRole {
  /** Names of properties from the item down; `*` for any element. In a form, without case and marks. */
  readonly path: readonly string[];
  readonly role: Role;
  readonly by: Exclude<StatedBy, "name">;
  /** Of several properties with one role, the lowest counts. */
  readonly rank: number;
  /** The standard value of each of the document's values; empty if it uses the standard ones. */
  readonly values: ReadonlyMap<string, string>;
}

export const ranks: Readonly<Record<StatedBy, number>> = { setting: 0, annotation: 1, form: 2, name: 3 };

/** An invalid entry of the setting, and the reason. */
export interface WrongEntry {
  readonly path: string;
  readonly reason: "not-a-path" | "unknown-role";
}

/** The setting `evidence.roles`: maps paths inside the item, `*` for any element, to roles, or to roles with values. */
export function rolesOfSetting(setting: unknown): {
  readonly roles: readonly ExplicitRole[];
  readonly wrong: readonly WrongEntry[];
} {
  const roles: ExplicitRole[] = [];
  const wrong: WrongEntry[] = [];
  for (const [path, entry] of entriesOf(setting)) {
    const role = isObject(entry) ? entry.role : entry;
    if (!path.startsWith("/")) wrong.push({ path, reason: "not-a-path" });
    else if (!isRole(role)) wrong.push({ path, reason: "unknown-role" });
    else {
      const values = valuesOf(isObject(entry) ? entry.values : undefined);
      const steps = path.slice(1).split("/").map(unescaped);
      roles.push({ path: steps, role, by: "setting", rank: ranks.setting, values });
    }
  }
  return { roles, wrong };
}

/** Splits a role into the base role and the scale that it implies. */
export function scaledRole(role: Role): { readonly role: Role; readonly scale: Scale | undefined } {
  return isScaledRole(role) ? scaledRoles[role] : { role, scale: undefined };
}

/**
 * The annotations of an item schema: `x-evidence-role` at a property's schema, `x-evidence-values` next to it, and
 * `x-evidence-value` at an alternative with `const`. Includes references within the schema, and all subschemas that
 * apply at a place, regardless of their conditions.
 */
export function rolesOfSchema(schema: unknown, resolve?: Resolve): readonly ExplicitRole[] {
  const found = new Map<string, Pick<ExplicitRole, "path" | "role" | "values">>();
  const valuesAt = new Map<string, Map<string, string>>();
  visitSchema(schema, resolve, (node, path) => {
    const role = node["x-evidence-role"];
    if (isRole(role)) {
      const key = `${keyOf(path)} ${role}`;
      const values = [...(found.get(key)?.values ?? []), ...valuesOf(node["x-evidence-values"])];
      found.set(key, { path, role, values: new Map(values) });
    }
    const value = node["x-evidence-value"];
    const [constant, ...others] =
      "const" in node ? [node.const] : [Array.isArray(node.enum) ? node.enum.slice(0, 2) : node.enum].flat();
    if (!isScalar(value) || !isScalar(constant) || others.length > 0) return;
    const values = valuesAt.get(keyOf(path)) ?? new Map<string, string>();
    valuesAt.set(keyOf(path), values.set(String(constant), String(value)));
  });
  return [...found].map(([, { path, role, values }]) => ({
    path,
    role,
    by: "annotation",
    rank: ranks.annotation,
    values: new Map([...(valuesAt.get(keyOf(path)) ?? []), ...values]),
  }));
}

/** Resolves the address of another schema, given the schema that refers to it; undefined if unknown. */
export type Resolve = (reference: string, from: unknown) => unknown;

type SchemaNode = Readonly<Record<string, unknown>>;

/**
 * For each path the first subschema that applies at it and at no other place: an annotation there affects this path
 * alone. Paths that share all their subschemas with others have none.
 */
export function ownSubschemas(
  schema: unknown,
  paths: readonly string[],
  resolve?: Resolve,
): ReadonlyMap<string, SchemaNode> {
  const pathsOf = new Map<SchemaNode, Map<string, Set<string>>>();
  visitSchema(schema, resolve, (node, path) => {
    const known = pathsOf.get(node) ?? new Map<string, Set<string>>();
    const here = known.get(placeOf(path)) ?? new Set();
    pathsOf.set(node, known.set(placeOf(path), here.add(keyOf(path))));
  });
  const own = new Map<string, SchemaNode>();
  for (const [node, places] of pathsOf) {
    const [here, ...others] = places.values();
    if (here === undefined || others.length > 0) continue;
    for (const path of paths) if (here.has(path) && !own.has(path)) own.set(path, node);
  }
  return own;
}

// Rows have the same properties with and without subgroups: `year` in `studies` is `year` in `subgroups` too.
function placeOf(path: readonly string[]): string {
  const element = path.lastIndexOf("*");
  const isRow = element > 0 && listNamed(path[element - 1] ?? "") === "studies";
  return isRow ? `row${keyOf(path.slice(element + 1))}` : keyOf(path);
}

/** More subschemas than any item schema of people's making has; annotations after them are not looked for. */
const mostVisits = 10_000;

/** Calls `note` for each subschema that may apply at a path inside an item, regardless of its condition. */
function visitSchema(
  schema: unknown,
  resolve: Resolve = () => undefined,
  note: (node: SchemaNode, path: readonly string[]) => void,
): void {
  const seen = new Map<string, Set<unknown>>();
  let visits = 0;
  visit(schema, schema, [], 0);

  function visit(node: unknown, root: unknown, path: readonly string[], depth: number): void {
    if (!isObject(node) || depth > 60 || path.length > 12 || ++visits > mostVisits) return;
    const key = keyOf(path);
    const here = seen.get(key) ?? new Set();
    seen.set(key, here);
    if (here.has(node)) return;
    here.add(node);
    note(node, path);
    // References resolve against the nearest schema with an `$id`; `#name` is an anchor of draft 7.
    const own = typeof node.$id === "string" && !node.$id.startsWith("#") ? node : root;
    const follow = (next: unknown, nextPath = path): void => visit(next, own, nextPath, depth + 1);
    const under = (...keywords: readonly string[]): readonly unknown[] =>
      keywords.flatMap((keyword) => node[keyword]);
    for (const reference of under("$ref", "$dynamicRef")) {
      if (typeof reference !== "string") continue;
      const target = targetOf(reference, own, resolve);
      if (target !== undefined) visit(target.node, target.root, path, depth + 1);
    }
    for (const one of under("allOf", "anyOf", "oneOf", "if", "then", "else")) follow(one);
    for (const [, one] of entriesOf(node.dependentSchemas)) follow(one);
    for (const [name, one] of entriesOf(node.properties)) follow(one, [...path, name]);
    const elements = [...path, "*"];
    for (const one of under("contains", "additionalProperties")) follow(one, elements);
    for (const one of [node.items, node.prefixItems])
      if (Array.isArray(one)) one.forEach((each, index) => follow(each, [...path, String(index)]));
      else follow(one, elements);
    for (const [, one] of entriesOf(node.patternProperties)) follow(one, elements);
  }
}

export function keyOf(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join("");
}

/** Resolves `#/$defs/Study`, `#anchor`, or an address that `resolve` knows, with or without a fragment. */
function targetOf(
  reference: string,
  root: unknown,
  resolve: Resolve,
): { readonly node: unknown; readonly root: unknown } | undefined {
  const [address = "", fragment = ""] = reference.split("#", 2);
  const document = address === "" || (isObject(root) && root.$id === address) ? root : resolve(address, root);
  if (document === undefined) return undefined;
  if (fragment === "") return { node: document, root: document };
  if (!fragment.startsWith("/")) {
    const node = isObject(document) ? anchorsIn(document).get(fragment) : undefined;
    return node === undefined ? undefined : { node, root: document };
  }
  let node: unknown = document;
  for (const step of fragment.slice(1).split("/")) {
    const name = unescaped(decoded(step));
    if (Array.isArray(node)) node = (node as readonly unknown[])[Number(name)];
    else if (isObject(node) && Object.hasOwn(node, name)) node = node[name];
    else return undefined;
  }
  return { node, root: document };
}

const indexes = new WeakMap<object, ReadonlyMap<string, SchemaNode>>();

/** The subschemas of a document by anchor; each anchor's first one in text order. */
function anchorsIn(document: object): ReadonlyMap<string, SchemaNode> {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const found = new Map<string, SchemaNode>();
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== "object" || node === null || depth > deepest) return;
    if (isObject(node))
      for (const anchor of [node.$anchor, node.$dynamicAnchor])
        if (typeof anchor === "string" && !found.has(anchor)) found.set(anchor, node);
    for (const one of Object.values(node) as readonly unknown[]) visit(one, depth + 1);
  };
  visit(document, 0);
  indexes.set(document, found);
  return found;
}

const deepest = 30;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valuesOf(values: unknown): ReadonlyMap<string, string> {
  const scalars = entriesOf(values).filter(([, standard]) => isScalar(standard));
  return new Map(scalars.map(([value, standard]) => [value, String(standard)]));
}

/** The properties of an object, as many as are visited at the most. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .slice(0, mostVisits)
    .map((name) => [name, value[name]]);
}
