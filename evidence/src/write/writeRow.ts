import type { Role } from "../roles/roles";
import type { WritingPlace, Written } from "./schemaView";
import { viewOf } from "./schemaView";

/** The value of a row for a role, as the schema there requires it; undefined for none. */
export type ValueOfRole = (role: Role, at: WritingPlace) => Written | undefined;

/** The maximum depth of values in a row. */
const deepest = 4;

/** A property of a row, or of an object in one. */
interface RowProperty {
  readonly name: string;
  readonly isRequired: boolean;
  readonly at: WritingPlace;
  readonly roles: readonly Role[];
  /** The properties of an object without a role. */
  readonly inner: readonly RowProperty[];
}

/** The properties that the schema of a row defines, found once for all rows of a list. */
export function propertiesOfRow(row: WritingPlace, depth = 0): readonly RowProperty[] {
  if (depth > deepest) return [];
  const { properties, required } = viewOf(row.schemas, row.resolve);
  return Array.from(properties, ([name, schemas]) => {
    const at = { ...row, schemas, place: row.place.property(name) };
    const { isUnbound, roles } = at.place;
    return {
      name,
      isRequired: required.has(name),
      at,
      roles: isUnbound ? [] : roles.map(({ role }) => role),
      inner: isUnbound ? propertiesOfRow(at, depth + 1) : [],
    };
  });
}

/** The roles for which the schema of a row has a property. */
export function rolesOfRow(properties: readonly RowProperty[]): readonly Role[] {
  return properties.flatMap(({ roles, inner }) => [...roles, ...rolesOfRow(inner)]);
}

/**
 * Builds a row: values at the properties with their roles, objects around them, and `null` for required properties
 * without a value.
 */
export function writtenRow(properties: readonly RowProperty[], valueOf: ValueOfRole): Written {
  return writtenObject(properties, valueOf).value;
}

/** An object, and whether it has any value of the row. */
function writtenObject(
  properties: readonly RowProperty[],
  valueOf: ValueOfRole,
): { readonly value: Written; readonly isFilled: boolean } {
  const entries: (readonly [string, Written])[] = [];
  let isFilled = false;
  for (const { name, isRequired, at, roles, inner } of properties) {
    const value = roles.map((role) => valueOf(role, at)).find((one) => one !== undefined);
    const object = inner.length > 0 ? writtenObject(inner, valueOf) : undefined;
    if (value !== undefined || object?.isFilled === true) isFilled = true;
    if (value !== undefined) entries.push([name, value]);
    else if (object !== undefined && (object.isFilled || isRequired)) entries.push([name, object.value]);
    else if (isRequired) entries.push([name, null]);
  }
  return { value: Object.fromEntries(entries), isFilled };
}
