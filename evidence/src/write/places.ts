import { type Role, armParts, armRoles, arms } from "../roles/roles";

/** The roles of a row, with their pointers within the item. */
interface PlacedRow {
  readonly pointer: string;
  readonly places: ReadonlyMap<Role, string>;
}

/** A row that may be edited. */
interface WritableRow extends PlacedRow {
  /** The roles that a number would have at a path in the row. */
  rolesAt(pointer: string): ReadonlyMap<Role, unknown>;
}

/**
 * Finds the pointer at which to write the number of a role in a row: where the row already has it, else next to the other
 * numbers of its arm, or where other rows have it. The number must have the role there: labelled arms may be in another
 * order in other rows. The last resort is a place where the number would have no role, since the numbers that identify its
 * arm may still be missing.
 *
 * @param rows of the same analysis
 * @param further paths within rows to try
 * @returns undefined if no place is known
 */
export function placeIn(
  row: WritableRow,
  rows: readonly PlacedRow[],
  role: Role,
  further: Iterable<string> = [],
): string | undefined {
  const own = row.places.get(role);
  if (own !== undefined) return own;
  const ofSameArm = rolesOfArm(role).flatMap((one) => row.places.get(one)?.slice(row.pointer.length) ?? []);
  const occupied = new Set(row.places.values());
  const tried = new Set<string>();
  let lastResort: string | undefined;
  for (const path of pathsOf(role, rows, further)) {
    if (tried.has(path)) continue;
    tried.add(path);
    const name = path.slice(path.lastIndexOf("/"));
    const nextToArm = ofSameArm.map((text) => text.slice(0, text.lastIndexOf("/")) + name);
    for (const candidate of new Set([...nextToArm, path])) {
      const pointer = row.pointer + candidate;
      if (occupied.has(pointer)) continue;
      const roles = row.rolesAt(candidate);
      if (roles.has(role)) return pointer;
      if (candidate === path && roles.size === 0) lastResort ??= pointer;
    }
  }
  return lastResort;
}

/** The paths that a role has in other rows, then the further ones. */
function* pathsOf(
  role: Role,
  rows: readonly PlacedRow[],
  further: Iterable<string>,
): Generator<string, void> {
  for (const { pointer, places } of rows) {
    const place = places.get(role);
    if (place !== undefined) yield place.slice(pointer.length);
  }
  yield* further;
}

/** All roles of the arm that a role belongs to; empty for other roles. */
function rolesOfArm(role: Role): readonly Role[] {
  const all = arms.map((arm): readonly Role[] => armParts.map((part) => armRoles[arm][part]));
  return all.find((roles) => roles.includes(role)) ?? [];
}
