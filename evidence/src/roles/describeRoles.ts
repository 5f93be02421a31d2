import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import { evidenceOfItem } from "./evidenceOfItem";
import { escaped, isScalar } from "./explicitRoles";
import type { Answer } from "./problems";
import type { ChoiceRole, LabelRole, ResultRole, Role, RoleEntry } from "./roles";
import { armRoles, arms, columnRoles, isChoiceRole, isLabelRole, isResultRole } from "./roles";

/** A property's path inside items, with `*` for elements, and the role it has. */
export interface DescribedRole {
  readonly path: string;
  /** Of the first place in the item that has it (RFC 6901). */
  readonly pointer: string;
  readonly role: Role;
  readonly by: BoundRole["by"];
  /** What the setting would say of it; null where one path cannot say it. */
  readonly entry: RoleEntry | null;
}

/** What is known of the roles of an item. */
export interface RoleDescription {
  /** The published form that it has; null for none. */
  readonly form: string | null;
  readonly bound: readonly DescribedRole[];
  /** What its data type needs and no property has. */
  readonly missing: readonly Role[];
  /** Choices that it does not say, and that were assumed. */
  readonly assumed: readonly Role[];
  /** Properties without a role, each with the first value that it has. */
  readonly unbound: readonly { readonly path: string; readonly example: string | number | boolean }[];
  /** What can be answered so that it is computed; none where nothing is asked. */
  readonly answers: readonly Answer[];
}

/** Of more properties a list is no help. */
const mostUnbound = 200;

/** Says which property was bound to which role, by what, and what is missing: for *Show Evidence Roles*. */
export function describeRoles(item: unknown, binding: RoleBinding): RoleDescription {
  const evidence = evidenceOfItem(item, binding);
  const { root, form } = binding.rootOf(item);
  const rows = evidence.content.rows ?? [];
  const bound: DescribedRole[] = [];
  const unbound = new Map<string, string | number | boolean>();
  const seen = new Set<string>();
  const inRows = new Map(rows.map((row) => [row.pointer, row]));
  const has = new Set<Role>();
  visit(item, root, "");
  if (rows.some((row) => row.isSummed)) for (const arm of arms) has.add(armRoles[arm].total);
  const dataType = evidence.choices?.pooling.dataType;
  const roles: readonly Role[] = dataType === undefined ? [] : columnRoles(dataType);
  const lists: readonly Role[] = evidence.content.rows === null ? ["studies"] : [];
  return {
    form: form?.name ?? null,
    bound,
    missing: [...lists, ...roles.filter((role) => !has.has(role))],
    assumed: evidence.choices?.defaults ?? [],
    unbound: [...unbound].map(([path, example]) => ({ path, example })),
    answers: evidence.kind === "problem" && "answers" in evidence.problem ? evidence.problem.answers : [],
  };

  function add(path: string, pointer: string, one: Omit<BoundRole, "rank">, isOnly: boolean): void {
    const { role, by, values, effect } = one;
    has.add(role);
    if (seen.has(`${path} ${role}`)) return;
    seen.add(`${path} ${role}`);
    const isScaled = role === "estimate" || role === "standard-error";
    const written = isScaled && effect !== undefined ? (`${role}-${effect.scale}` as const) : role;
    const entry = values.size === 0 ? written : { role: written, values: Object.fromEntries(values) };
    bound.push({ path, pointer, role, by, entry: isOnly ? entry : null });
  }

  function visit(value: unknown, place: BoundPlace, pointer: string): void {
    const row = inRows.get(pointer);
    if (row !== undefined) {
      const taken = new Set<string>();
      for (const one of row.taken) {
        taken.add(pointer + one.way);
        // What stands in one of several elements has its role by what the element says.
        const isOnly = !/\/\d+(?:\/|$)/.test(one.way) || one.by !== "name";
        add(place.pattern + one.way, pointer + one.way, one, isOnly);
      }
      visitUnbound(value, place, pointer, taken);
      return;
    }
    const own = place.roles.filter(({ role }) => isOfItem(role));
    for (const one of own) add(place.pattern, pointer, one, own.length === 1);
    if (Array.isArray(value)) {
      const list = place.listRole(value);
      if (list !== undefined)
        add(place.pattern, pointer, { role: list, by: "name", values: new Map() }, true);
      for (const [index, one] of (value as readonly unknown[]).entries())
        visit(one, place.element(index, list === "studies" ? "row" : "subgroup"), `${pointer}/${index}`);
    } else if (isScalar(value)) noteUnbound(value, place);
    else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value))
        visit(one, place.placeOf(name, one), `${pointer}/${escaped(name)}`);
  }

  function visitUnbound(
    value: unknown,
    place: BoundPlace,
    pointer: string,
    taken: ReadonlySet<string>,
  ): void {
    if (taken.has(pointer)) return;
    if (isScalar(value)) noteUnbound(value, place);
    else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value)) {
        const inside = Array.isArray(value) ? place.element(Number(name), "none") : place.property(name);
        visitUnbound(one, inside, `${pointer}/${escaped(name)}`, taken);
      }
  }

  function noteUnbound(value: string | number | boolean, { roles: own, pattern }: BoundPlace): void {
    if (own.length > 0 || value === "" || unbound.size >= mostUnbound) return;
    unbound.set(pattern, unbound.get(pattern) ?? value);
  }
}

/** Whether a role is one of an item or a subgroup, not of what stands in a row. */
function isOfItem(
  role: Role,
): role is ChoiceRole | LabelRole | ResultRole | "subgroup-name" | "subgroup-key" | "studies" | "subgroups" {
  const isOfLists =
    role === "studies" || role === "subgroups" || role === "subgroup-name" || role === "subgroup-key";
  return isOfLists || isChoiceRole(role) || isLabelRole(role) || isResultRole(role);
}
