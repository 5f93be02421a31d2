import type { Role } from "../roles/roles";
import type { WritingPlace, Written } from "./schemaView";
import { viewOf } from "./schemaView";

/** The value of a row for a role, as the schema there requires it; undefined for none. */
export type ValueOfRole = (role: Role, at: WritingPlace) => Written | undefined;

/** The maximum depth of values in a row. */
const deepest = 4;

/**
 * Builds a row by its schema: values at the properties with their roles, objects around them, and `null` for required
 * properties without a value.
 */
export function writtenRow(at: WritingPlace, valueOf: ValueOfRole): Written {
  return writtenObject(at, valueOf, 0)?.value ?? {};
}

/** An object, and whether it has any value of the row; undefined if the schema has no properties. */
function writtenObject(
  at: WritingPlace,
  valueOf: ValueOfRole,
  depth: number,
): { readonly value: Written; readonly isFilled: boolean } | undefined {
  const { properties, required } = viewOf(at.schemas, at.resolve);
  if (properties.size === 0 || depth > deepest) return undefined;
  const entries: (readonly [string, Written])[] = [];
  let isFilled = false;
  for (const [name, schemas] of properties) {
    const child = { ...at, schemas, place: at.place.property(name) };
    const { roles } = child.place;
    const value = roles.map(({ role }) => valueOf(role, child)).find((one) => one !== undefined);
    const inner =
      value === undefined && child.place.isUnbound ? writtenObject(child, valueOf, depth + 1) : undefined;
    if (value !== undefined || inner?.isFilled === true) isFilled = true;
    if (value !== undefined) entries.push([name, value]);
    else if (inner !== undefined && (inner.isFilled || required.has(name))) entries.push([name, inner.value]);
    else if (required.has(name)) entries.push([name, null]);
  }
  return { value: Object.fromEntries(entries), isFilled };
}

/** The roles for which the schema of a row has a property. */
export function rolesOfRow(at: WritingPlace, depth = 0): ReadonlySet<Role> {
  if (depth > deepest) return new Set();
  return new Set(
    Array.from(viewOf(at.schemas, at.resolve).properties).flatMap(([name, schemas]) => {
      const child = { ...at, schemas, place: at.place.property(name) };
      const roles = child.place.roles.map(({ role }) => role);
      return child.place.isUnbound ? [...rolesOfRow(child, depth + 1)] : roles;
    }),
  );
}
