import type { BoundPlace } from "./binding";
import { isObject, isScalar } from "./explicitRoles";
import type { Answer } from "./problems";
import type { ItemRow } from "./readRow";
import type { Arm, NumberRole, RoleEntry } from "./roles";
import { armRoles, isNumberRole } from "./roles";
import { armNamed, partNamed, wordAt } from "./words";

/** A number that is called as a role is, whatever is around it. */
interface Candidate {
  readonly role: NumberRole;
  /** As the setting has it. */
  readonly path: string;
  readonly name: string;
  /** What is around it, besides its arm, as a reader knows it. */
  readonly around: string;
}

/**
 * The numbers of a row that may be what it lacks, one answer each: with all that stands at the same place. The mean of
 * `week12` comes with its standard deviation and its participants.
 */
export function wantedNumbers(
  row: ItemRow,
  lacking: NumberRole,
  roles: readonly NumberRole[],
): readonly Answer[] {
  const found: Candidate[] = [];
  collect(row.value, row.place, undefined, [], found);
  const all = found.filter(({ role }) => roles.includes(role));
  const wanted = all.filter(({ role }) => role === lacking);
  return wanted.map(({ around, name, role }) => {
    const entries: Record<string, RoleEntry> = {};
    for (const one of all) {
      const isSame = partOf(one.role) === partOf(role);
      if (one.around === around && (!isSame || one.name === name)) entries[one.path] = one.role;
    }
    const isOnly = wanted.filter((one) => one.around === around).length === 1;
    return {
      label: isOnly && around !== "" ? around : [around, name].filter((step) => step !== "").join(" "),
      entries,
    };
  });
}

function partOf(role: NumberRole): string {
  return role.slice(role.indexOf("-"));
}

const deepest = 5;

function collect(
  value: unknown,
  place: BoundPlace,
  arm: Arm | undefined,
  around: readonly string[],
  found: Candidate[],
): void {
  if (around.length > deepest) return;
  if (Array.isArray(value)) {
    // What stands in a list of arms has its path from none of its places.
    if (place.scope === "arms") return;
    for (const [index, one] of (value as readonly unknown[]).entries())
      if (isObject(one)) collectObject(one, place, index, arm, around, found);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, one] of Object.entries(value)) {
    const property = place.property(name);
    const own =
      armNamed(name) ??
      (property.scope === "experimental" || property.scope === "comparator" ? property.scope : undefined);
    if (typeof one === "object") {
      collect(one, property, own ?? arm, own === undefined ? [...around, name] : around, found);
      continue;
    }
    if (typeof one !== "number") continue;
    const role = roleNamed(name, arm);
    if (role !== undefined) found.push({ role, path: property.pattern, name, around: around.join(" ") });
  }
}

/** An element is called by what it says first: `week 12`. */
function collectObject(
  object: Readonly<Record<string, unknown>>,
  place: BoundPlace,
  index: number,
  arm: Arm | undefined,
  around: readonly string[],
  found: Candidate[],
): void {
  const [key] = Object.keys(object).filter(
    (name) => isScalar(object[name]) && roleNamed(name, arm ?? "experimental") === undefined,
  );
  const name = key === undefined ? String(index + 1) : `${key} ${String(object[key])}`;
  const before = found.length;
  const element = place.element(index, "none");
  collect(object, element, arm, [...around, name], found);
  // Elements are told apart by where they stand.
  const inside = element.pattern;
  for (const one of found.splice(before)) {
    const rest = one.path.slice(inside.length);
    found.push({ ...one, path: `${place.pattern}/${index}${rest}` });
  }
}

function roleNamed(name: string, arm: Arm | undefined): NumberRole | undefined {
  const part = partNamed(name);
  if (arm !== undefined) return part === undefined ? undefined : armRoles[arm][part];
  const entry = wordAt("row", name)?.entries[0];
  const role = typeof entry === "string" ? entry : undefined;
  return role !== undefined && isNumberRole(role) ? role : undefined;
}
