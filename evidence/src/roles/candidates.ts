import type { BoundPlace } from "./binding";
import { isObject, isScalar } from "../json";
import type { Answer } from "./problems";
import { answer } from "./problems";
import type { ItemRow } from "./readRow";
import type { Arm, NumberRole, RoleEntry } from "./roles";
import { armRoles, isNumberRole } from "./roles";
import { armNamed, partNamed, wordAt } from "./words";

/** A number whose name fits a role, regardless of the objects around it. */
interface Candidate {
  readonly role: NumberRole;
  /** As the setting writes it. */
  readonly path: string;
  readonly name: string;
  /** The names of the objects around it except its arm, for display. */
  readonly around: string;
}

/**
 * The numbers of a row that may have its missing role, one answer each, together with the other numbers in the same
 * place: the mean of `week12` comes with its standard deviation and its participants.
 */
export function wantedNumbers(
  row: ItemRow,
  lacking: NumberRole,
  roles: readonly NumberRole[],
): readonly Answer[] {
  const all = [...candidatesIn(row.value, row.place, undefined, [])].filter(({ role }) =>
    roles.includes(role),
  );
  const wanted = all.filter(({ role }) => role === lacking);
  const partOf = (role: NumberRole): string => role.slice(role.indexOf("-"));
  return wanted.map(({ around, name, role }) => {
    const entries: Record<string, RoleEntry> = {};
    for (const one of all) {
      const isSame = partOf(one.role) === partOf(role);
      if (one.around === around && (!isSame || one.name === name)) entries[one.path] = one.role;
    }
    const isOnly = wanted.filter((one) => one.around === around).length === 1;
    return answer(isOnly && around !== "" ? around : `${around} ${name}`.trim(), entries);
  });
}

const deepest = 5;

function* candidatesIn(
  value: unknown,
  place: BoundPlace,
  arm: Arm | undefined,
  around: readonly string[],
): Generator<Candidate, void> {
  if (around.length > deepest || typeof value !== "object" || value === null) return;
  // A path does not identify a number in a list of arms.
  if (Array.isArray(value) && place.scope === "arms") return;
  for (const [name, one] of Object.entries(value) as (readonly [string, unknown])[])
    if (Array.isArray(value)) {
      if (!isObject(one)) continue;
      const element = place.element(Number(name), "none");
      for (const each of candidatesIn(one, element, arm, [...around, calledBy(one, Number(name), arm)]))
        // Paths with indexes distinguish the elements.
        yield { ...each, path: `${place.pattern}/${name}${each.path.slice(element.pattern.length)}` };
    } else {
      const inside = place.property(name);
      const isArm = inside.scope === "experimental" || inside.scope === "comparator";
      const own = armNamed(name) ?? (isArm ? inside.scope : undefined);
      yield* candidatesIn(one, inside, own ?? arm, own === undefined ? [...around, name] : around);
      const role = typeof one === "number" ? roleNamed(name, arm) : undefined;
      if (role !== undefined) yield { role, path: inside.pattern, name, around: around.join(" ") };
    }
}

/** An element is named by its first scalar that is no number of an arm: `week 12`. */
function calledBy(object: Readonly<Record<string, unknown>>, index: number, arm: Arm | undefined): string {
  const key = Object.keys(object).find(
    (name) => isScalar(object[name]) && roleNamed(name, arm ?? "experimental") === undefined,
  );
  return key === undefined ? String(index + 1) : `${key} ${String(object[key])}`;
}

function roleNamed(name: string, arm: Arm | undefined): NumberRole | undefined {
  const part = partNamed(name);
  if (arm !== undefined) return part && armRoles[arm][part];
  const entry = wordAt("row", name)?.entries[0];
  return typeof entry === "string" && isNumberRole(entry) ? entry : undefined;
}
