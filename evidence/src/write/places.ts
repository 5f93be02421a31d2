import { type Role, armParts, armRoles, arms } from "../roles/roles";

/** The roles of a row, with their pointers within the item. */
interface PlacedRow {
  readonly pointer: string;
  readonly places: ReadonlyMap<Role, string>;
}

/** A row that may be edited. */
interface WritableRow extends PlacedRow {
  /** The roles of a number inserted at a path in the row. */
  rolesAt(pointer: string): ReadonlyMap<Role, unknown>;
}

/**
 * The pointer at which to write a role in a row: its own place, else one next to the other numbers of its arm, or as in
 * other rows. Labelled arms may be in another order there: a place where the number would have the role takes
 * precedence, and one where it would have another role is excluded. A place where it would have none is the last
 * resort: other numbers that identify its arm may be missing.
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
  const beside = rolesOfArm(role).flatMap((one) => row.places.get(one)?.slice(row.pointer.length) ?? []);
  const taken = new Set(row.places.values());
  const tried = new Set<string>();
  let possible: string | undefined;
  for (const pointerInRow of waysTo(role, rows, further)) {
    if (tried.has(pointerInRow)) continue;
    tried.add(pointerInRow);
    const name = pointerInRow.slice(pointerInRow.lastIndexOf("/"));
    const ways = new Set([
      ...beside.map((text) => text.slice(0, text.lastIndexOf("/")) + name),
      pointerInRow,
    ]);
    for (const way of ways) {
      const pointer = row.pointer + way;
      if (taken.has(pointer)) continue;
      const roles = row.rolesAt(way);
      if (roles.has(role)) return pointer;
      if (way === pointerInRow && roles.size === 0) possible ??= pointer;
    }
  }
  return possible;
}

function* waysTo(role: Role, rows: readonly PlacedRow[], further: Iterable<string>): Generator<string, void> {
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
