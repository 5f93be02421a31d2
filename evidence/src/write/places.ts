import type { Role } from "../roles/roles";
import { armParts, armRoles, arms } from "../roles/roles";

/** A row, as far as it says where roles stand: pointers within the item. */
interface PlacedRow {
  readonly pointer: string;
  readonly places: ReadonlyMap<Role, string>;
}

/** One that may be written into. */
interface WritableRow extends PlacedRow {
  /** The roles that a number would have which was put into the row, a way from it. */
  rolesAt(way: string): ReadonlyMap<Role, unknown>;
}

/**
 * Where a role stands in a row; where the row lacks it, beside what else its arm has, or where others have it. Arms that
 * say themselves which they are may stand elsewhere than those of others: a place that is read so goes first, and one that
 * is read as something else is none. What a number is may show only once the rest of its arm is there.
 *
 * @param rows of the same analysis
 * @param further ways to it from rows of others
 * @returns its pointer; undefined where no place is known
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
  for (const way of waysTo(role, rows, further)) {
    if (tried.has(way)) continue;
    tried.add(way);
    const name = way.slice(way.lastIndexOf("/"));
    const ways = new Set([...beside.map((one) => one.slice(0, one.lastIndexOf("/")) + name), way]);
    for (const one of ways) {
      const pointer = row.pointer + one;
      if (taken.has(pointer)) continue;
      const roles = row.rolesAt(one);
      if (roles.has(role)) return pointer;
      if (one === way && roles.size === 0) possible ??= pointer;
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

/** All that the arm has whose role it is; nothing of what no arm has. */
function rolesOfArm(role: Role): readonly Role[] {
  const all = arms.map((arm): readonly Role[] => armParts.map((part) => armRoles[arm][part]));
  return all.find((roles) => roles.includes(role)) ?? [];
}
