import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import { evidenceOfItem } from "./evidenceOfItem";
import { escaped, isScalar } from "./explicitRoles";
import type { EvidenceProblem } from "./problems";
import { type Role, armRoles, arms, columnRoles } from "./roles";
import { valuesOf } from "./values";

/** A property's path inside items, with `*` for elements, and the role it has. */
export interface DescribedRole {
  readonly path: string;
  /** Of the first place in the item that has it (RFC 6901). */
  readonly pointer: string;
  readonly role: Role;
  readonly by: BoundRole["by"];
  readonly values: ReadonlyMap<string, string>;
}

/** What is known of the roles of an item. */
export interface RoleDescription {
  readonly bound: readonly DescribedRole[];
  /** What its data type needs and no property has. */
  readonly missing: readonly Role[];
  /** Choices that it does not say, and that were assumed. */
  readonly assumed: readonly Role[];
  /** Properties without a role, each with the first value that it has. */
  readonly unbound: readonly { readonly path: string; readonly example: string | number | boolean }[];
  /** Why it cannot be computed, where that is a value that somebody has to explain. */
  readonly unknown: UnknownValue | null;
}

/** A choice whose value nobody knows. */
export interface UnknownValue {
  readonly path: string;
  readonly role: Role;
  readonly value: string;
  /** What it may mean, by the specification's names. */
  readonly meanings: readonly string[];
}

/** Of more properties a list is no help. */
const mostUnbound = 200;

/** Says which property was bound to which role, by what, and what is missing: for *Show Evidence Roles*. */
export function describeRoles(item: unknown, binding: RoleBinding): RoleDescription {
  const evidence = evidenceOfItem(item, binding);
  const studies = evidence.content.rows ?? [];
  const rows = studies.map(({ places }) => places);
  /** What a row has by what its objects say, and not by the names of their properties alone. */
  const inRows = new Set(rows.flatMap((places) => [...places.values()]));
  const bound: DescribedRole[] = [];
  const unbound = new Map<string, string | number | boolean>();
  const seen = new Set<string>();
  visit(item, binding.item, "");
  const has = new Set<Role>([
    ...bound.map(({ role }) => role),
    ...rows.flatMap((places) => [...places.keys()]),
    ...(studies.some((row) => row.isSummed) ? arms.map((arm) => armRoles[arm].total) : []),
  ]);
  const dataType = evidence.choices?.pooling.dataType;
  const roles: readonly Role[] = dataType === undefined ? [] : columnRoles(dataType);
  const lists: readonly Role[] = evidence.content.rows === null ? ["studies"] : [];
  return {
    bound,
    missing: [...lists, ...roles.filter((role) => !has.has(role))],
    assumed: evidence.choices?.defaults ?? [],
    unbound: [...unbound].map(([path, example]) => ({ path, example })),
    unknown: evidence.kind === "problem" ? unknownOf(evidence.problem) : null,
  };

  function unknownOf(problem: EvidenceProblem): UnknownValue | null {
    if (problem.kind !== "unknown-value") return null;
    const { role, value } = problem;
    const path = bound.find(({ pointer }) => pointer === problem.pointer)?.path;
    const meanings = valuesOf(role);
    return path === undefined || meanings.length === 0 ? null : { path, role, value, meanings };
  }

  function visit(value: unknown, place: BoundPlace, pointer: string): void {
    for (const { role, by, values } of place.roles) {
      const key = `${place.pattern} ${role}`;
      if (seen.has(key)) continue;
      seen.add(key);
      bound.push({ path: place.pattern, pointer, role, by, values });
    }
    if (isScalar(value)) {
      const isUnbound = place.roles.length === 0 && !inRows.has(pointer) && value !== "";
      if (isUnbound && unbound.size < mostUnbound)
        unbound.set(place.pattern, unbound.get(place.pattern) ?? value);
      return;
    }
    if (Array.isArray(value)) {
      const list = place.level === "row" ? undefined : place.listRole(value);
      const level = list === "studies" || place.level === "row" ? "row" : "subgroup";
      if (list === undefined && place.level !== "row") return;
      if (
        list !== undefined &&
        !place.roles.some(({ role }) => role === list) &&
        !seen.has(`${place.pattern} ${list}`)
      ) {
        seen.add(`${place.pattern} ${list}`);
        bound.push({ path: place.pattern, pointer, role: list, by: "name", values: new Map() });
      }
      (value as readonly unknown[]).forEach((one, index) => {
        visit(one, place.element(index, level), `${pointer}/${index}`);
      });
    } else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value))
        visit(one, place.property(name), `${pointer}/${escaped(name)}`);
  }
}
