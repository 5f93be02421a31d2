import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import { evidenceOfItem } from "../evidenceOfItem";
import { escaped, isScalar } from "../json";
import type { Answer } from "./problems";
import { type Role, type RoleEntry, armRoles, arms, columnRoles } from "./roles";

export interface DescribedRole {
  readonly path: string;
  /** The first pointer in the item at this path (RFC 6901). */
  readonly pointer: string;
  readonly role: Role;
  readonly by: BoundRole["by"];
  /** The equivalent entry of the setting; null if a single path cannot express it. */
  readonly entry: RoleEntry | null;
}

export interface RoleDescription {
  readonly form: string | null;
  readonly bound: readonly DescribedRole[];
  /** Roles that the item's data type needs and no property has. */
  readonly missing: readonly Role[];
  readonly assumed: readonly Role[];
  /** Properties without a role, each with its first value. */
  readonly unbound: readonly { readonly path: string; readonly example: string | number | boolean }[];
  /** The answers that may resolve the problem of the item; empty if there are none. */
  readonly answers: readonly Answer[];
}

/** A useful length for the list of properties without a role. */
const maxUnbound = 200;

/** Whether only a name marks a property as one that may change what is computed. */
const isByName = ({ role, by }: BoundRole): boolean => role === "switch" && by === "name";

/** Lists the role of each property, its source, and the missing roles: for *Show Evidence Roles*. */
export function describeRoles(item: unknown, binding: RoleBinding): RoleDescription {
  const evidence = evidenceOfItem(item, binding);
  const { root, form } = binding.rootOf(item);
  const rows = evidence.content.rows ?? [];
  const bound = new Map<string, DescribedRole>();
  const unbound = new Map<string, string | number | boolean>();
  const inRows = new Map(rows.map((row) => [row.pointer, row]));
  visit(item, root, "");
  const has = new Set(Array.from(bound.values(), ({ role }) => role));
  if (rows.some((row) => row.isSummed)) for (const arm of arms) has.add(armRoles[arm].total);
  const dataType = evidence.choices?.pooling.dataType;
  const roles: readonly Role[] = dataType === undefined ? [] : columnRoles(dataType);
  const lists: readonly Role[] = evidence.content.rows === null ? ["studies"] : [];
  return {
    form: form?.name ?? null,
    bound: [...bound.values()],
    missing: [...lists, ...roles.filter((role) => !has.has(role))],
    assumed: evidence.choices?.defaults ?? [],
    unbound: Array.from(unbound, ([path, example]) => ({ path, example })).slice(0, maxUnbound),
    answers: evidence.kind === "problem" ? evidence.problem.answers : [],
  };

  function add(path: string, pointer: string, one: Omit<BoundRole, "rank">, isOnly: boolean): void {
    const { role, by, values, effect } = one;
    if (bound.has(`${path} ${role}`)) return;
    const isScaled = role === "estimate" || role === "standard-error";
    const written = isScaled && effect !== undefined ? (`${role}-${effect.scale}` as const) : role;
    const entry = values.size === 0 ? written : { role: written, values: Object.fromEntries(values) };
    bound.set(`${path} ${role}`, { path, pointer, role, by, entry: isOnly ? entry : null });
  }

  function visit(value: unknown, place: BoundPlace, pointer: string): void {
    const row = inRows.get(pointer);
    if (row !== undefined) {
      // Inside an element of a list, a name's role depends on the element: no entry of the setting can express it.
      for (const { bound: one, pointer: inRow } of row.roleValues)
        if (!isByName(one))
          add(place.pattern + inRow, pointer + inRow, one, !/\/\d+(?:\/|$)/.test(inRow) || one.by !== "name");
      for (const { path, value: example } of row.unbound) note(path, example);
      return;
    }
    // A part of a row that is not in `inRows` was not read, so nothing in it has a role.
    const own = place.context.isInRow ? [] : place.roles.filter((role) => !isByName(role));
    for (const role of own) add(place.pattern, pointer, role, own.length === 1);
    if (Array.isArray(value)) {
      const list = place.listRole(value);
      if (list !== undefined)
        add(place.pattern, pointer, { role: list, by: "name", values: new Map() }, true);
      for (const [index, one] of (value as readonly unknown[]).entries())
        visit(one, place.element(index, list === "studies" ? "row" : "subgroup"), `${pointer}/${index}`);
    } else if (isScalar(value)) {
      if (place.isUnbound) note(place.pattern, value);
    } else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value))
        visit(one, place.placeOf(name, one), `${pointer}/${escaped(name)}`);
  }

  function note(path: string, example: string | number | boolean): void {
    if (example !== "") unbound.set(path, unbound.get(path) ?? example);
  }
}
