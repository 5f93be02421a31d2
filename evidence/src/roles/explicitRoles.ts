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
  /** Of several properties with one role, that of the lowest rank counts. */
  readonly rank: number;
  /** The standard value of each of the document's values; empty if the document uses standard values. */
  readonly values: ReadonlyMap<string, string>;
}

export const ranks: Readonly<Record<StatedBy, number>> = { setting: 0, annotation: 1, form: 2, name: 3 };

/** An invalid entry of the setting, and the reason. */
export interface WrongEntry {
  readonly path: string;
  readonly reason: "not-a-path" | "unknown-role";
}

/**
 * The roles of the setting `evidence.roles`: by paths inside the item, `*` for any element, a role, or one with values.
 */
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

/** A subschema of the item schema, and a path inside items at which it may apply. */
export interface PlacedSchema {
  /** `*` is any element, or any property that no other name matches. */
  readonly path: readonly string[];
  readonly schema: Readonly<Record<string, unknown>>;
}

/**
 * The roles that annotations of an item schema give: `x-evidence-role` at a property's schema, `x-evidence-values` next
 * to it, and `x-evidence-value` at an alternative with `const`, or with an `enum` of one value.
 */
export function rolesOfSchema(subschemas: readonly PlacedSchema[]): readonly ExplicitRole[] {
  const found = new Map<string, Pick<ExplicitRole, "path" | "role" | "values">>();
  const valuesAt = new Map<string, Map<string, string>>();
  for (const { path, schema } of subschemas) {
    const role = schema["x-evidence-role"];
    if (isRole(role)) {
      const key = `${keyOf(path)} ${role}`;
      const values = [...(found.get(key)?.values ?? []), ...valuesOf(schema["x-evidence-values"])];
      found.set(key, { path, role, values: new Map(values) });
    }
    const value = schema["x-evidence-value"];
    const [constant, ...others] =
      "const" in schema
        ? [schema.const]
        : [Array.isArray(schema.enum) ? schema.enum.slice(0, 2) : schema.enum].flat();
    if (!isScalar(value) || !isScalar(constant) || others.length > 0) continue;
    const values = valuesAt.get(keyOf(path)) ?? new Map<string, string>();
    valuesAt.set(keyOf(path), values.set(String(constant), String(value)));
  }
  return [...found].map(([, { path, role, values }]) => ({
    path,
    role,
    by: "annotation",
    rank: ranks.annotation,
    values: new Map([...(valuesAt.get(keyOf(path)) ?? []), ...values]),
  }));
}

/**
 * For each path the first subschema that applies there and at no other path: an annotation in it concerns this path
 * alone. A path that shares all its subschemas with others has no entry.
 */
export function ownSubschemas(
  subschemas: readonly PlacedSchema[],
  paths: readonly string[],
): ReadonlyMap<string, PlacedSchema["schema"]> {
  const pathsOf = new Map<PlacedSchema["schema"], Map<string, Set<string>>>();
  for (const { path, schema } of subschemas) {
    const known = pathsOf.get(schema) ?? new Map<string, Set<string>>();
    const here = known.get(placeOf(path)) ?? new Set();
    pathsOf.set(schema, known.set(placeOf(path), here.add(keyOf(path))));
  }
  const own = new Map<string, PlacedSchema["schema"]>();
  for (const [schema, places] of pathsOf) {
    const [here, ...others] = places.values();
    if (here === undefined || others.length > 0) continue;
    for (const path of paths) if (here.has(path) && !own.has(path)) own.set(path, schema);
  }
  return own;
}

/** A path's place: rows have the same properties, and so one place, in `studies` and in `subgroups`. */
function placeOf(path: readonly string[]): string {
  const element = path.lastIndexOf("*");
  const isRow = element > 0 && listNamed(path[element - 1] ?? "") === "studies";
  return isRow ? `row${keyOf(path.slice(element + 1))}` : keyOf(path);
}

export function keyOf(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join("");
}

function valuesOf(values: unknown): ReadonlyMap<string, string> {
  const scalars = entriesOf(values).filter(([, standard]) => isScalar(standard));
  return new Map(scalars.map(([value, standard]) => [value, String(standard)]));
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
