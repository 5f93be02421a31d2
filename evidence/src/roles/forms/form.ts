import { type ExplicitRole, ranks } from "../explicitRoles";
import { isObject, unescaped } from "../../json";
import { type Role, type RoleEntry, armParts, armRoles, entriesIn } from "../roles";
import { plain } from "../../choiceValues";

/**
 * A published form of an analysis: the roles of its property names, in the format of the setting `evidence.roles`.
 * Names match regardless of case, spaces and punctuation.
 */
export interface Form {
  readonly name: string;
  /** An item has the form if it has all paths of one of these lists. */
  readonly knownBy: readonly (readonly string[])[];
  /**
   * The roles of properties, by their paths inside the item; `*` is any element or any name. In `values`, `*` is any
   * other value, and "" means none.
   */
  readonly roles: Readonly<Record<string, RoleEntry | readonly RoleEntry[]>>;
  /** Roles whose first stated property counts, in the order of `roles`; properties of other roles have to agree. */
  readonly ordered?: readonly Role[];
  /** Whether names that are not in the form are read as words. */
  readonly isOpen: boolean;
  readonly isHtml?: boolean;
  /** Whether the form's program pools all rows of a study, whatever their participants. */
  readonly mayRepeatStudies?: boolean;
  /** Whether a zero may stand for a missing number. */
  readonly hasZerosForNothing?: boolean;
}

export type Entries = Form["roles"];

/** The same roles below each of the given paths. */
export function below(paths: readonly string[], roles: Entries): Entries {
  return Object.fromEntries(
    paths.flatMap((path) => Object.entries(roles).map(([name, entry]) => [`${path}/${name}`, entry])),
  );
}

/** Maps names to roles by their position; an empty name skips its role. */
export function named(roles: readonly Role[], names: readonly string[]): Entries {
  return Object.fromEntries(
    roles.flatMap((role, index) => (names[index] ? [[names[index], role] as const] : [])),
  );
}

/** The roles of both arms' numbers, by names in the order of {@link armParts}. */
export function ofArms(experimental: readonly string[], comparator: readonly string[]): Entries {
  const rolesOf = (arm: keyof typeof armRoles): readonly Role[] =>
    armParts.map((part) => armRoles[arm][part]);
  return { ...named(rolesOf("experimental"), experimental), ...named(rolesOf("comparator"), comparator) };
}

export const interval = ["result-estimate", "result-low", "result-high", "result-weight"] as const;
export const pool = ["result-q", "result-i2", "result-tau2", "result-p", "result-studies"] as const;
export const sums = [
  "result-experimental-events",
  "result-experimental-total",
  "result-comparator-events",
  "result-comparator-total",
] as const;

/** A switch with the only values that can be computed; with any other value the item is not computed. */
export function only(...allowed: readonly string[]): RoleEntry {
  return { role: "switch", values: Object.fromEntries(allowed.map((value) => [value, ""])) };
}
/** Switches of an item, by the only value of each that can be computed; "" if none can. */
export function switches(names: Readonly<Record<string, string>>): Entries {
  const all = Object.entries(names).flatMap(([value, stated]) =>
    stated.split(" ").map((name) => [`/${name}`, value === "" ? only() : only(value)] as const),
  );
  return Object.fromEntries(all);
}
/** Roles that are also the names of their properties. */
export function same(at: string, ...roles: readonly Role[]): Entries {
  return Object.fromEntries(roles.map((role) => [`${at}/${role}`, role]));
}
/** A role for which programs write the text `none` where the setting does not apply. */
export const unless = (role: Role, none: string): RoleEntry => ({ role, values: { [none]: "" } });

/** The roles of a published form. */
export function rolesOfForm({ roles, ordered = [] }: Form): readonly ExplicitRole[] {
  return Object.entries(roles).flatMap(([path, entries], order) =>
    entriesIn(entries).map((entry): ExplicitRole => {
      const { role, values } = typeof entry === "string" ? { role: entry, values: {} } : entry;
      const rank = ranks.form + (ordered.includes(role) ? order / 1000 : 0);
      return { path: stepsOf(path), role, by: "form", rank, values: new Map(Object.entries(values)) };
    }),
  );
}

/** A function that finds the first of the given forms that an item has, in one walk over the item. */
export function formFinder(forms: readonly Form[]): (item: unknown) => Form | undefined {
  const all: KnownPath = { next: new Map() };
  const known = forms.map((form) => ({
    form,
    lists: form.knownBy.map((paths) => paths.map((path) => knownPath(all, stepsOf(path)))),
  }));
  return (item) => {
    const found = new Set<KnownPath>();
    findPaths(item, all, found);
    return known.find(({ lists }) => lists.some((paths) => paths.every((path) => found.has(path))))?.form;
  };
}

/** A path by which forms are known, or the beginning of such paths, with its next steps. */
interface KnownPath {
  readonly next: Map<string, KnownPath>;
}

function knownPath(all: KnownPath, steps: readonly string[]): KnownPath {
  return steps.reduce(({ next }, step) => {
    const path = next.get(step) ?? { next: new Map() };
    next.set(step, path);
    return path;
  }, all);
}

const fewElements = 5;

/** Collects the known paths that a value has, from a path on. */
function findPaths(value: unknown, at: KnownPath, found: Set<KnownPath>): void {
  if (value === undefined) return;
  found.add(at);
  const { next } = at;
  const any = next.get("*");
  if (Array.isArray(value)) {
    const few: readonly unknown[] = value.slice(0, fewElements);
    if (any !== undefined) for (const one of few) findPaths(one, any, found);
    return;
  }
  if (next.size === 0 || !isObject(value)) return;
  for (const name of Object.keys(value)) {
    if (any !== undefined) findPaths(value[name], any, found);
    const own = next.get(plain(name));
    if (own !== undefined) findPaths(value[name], own, found);
  }
}

/** The steps of a form's path, compared as {@link plain} names. */
function stepsOf(path: string): readonly string[] {
  return path
    .slice(1)
    .split("/")
    .map((step) => (step === "*" ? step : plain(unescaped(step))));
}
