import type { AppliesTo } from "../analysis";
import { htmlText } from "../htmlText";
import type { BoundPlace, BoundRole } from "./binding";
import { type RowReading, type RoleValue, collectRow, isEmpty } from "./collect";
import { escaped, isObject, isScalar, unescaped, withValue } from "../json";
import type { NumberRole, ResultRole, Role } from "./roles";
import { arms, isNumberRole, numberRoles, resultRoles } from "./roles";
import { readAppliesTo, readExcluded, readText } from "../choiceValues";
import type { NamedEffect } from "./words";

/** A value of a document, and its pointer in the item (RFC 6901). */
export interface Found<Value> {
  readonly value: Value;
  readonly pointer: string;
}

const noSwitches: readonly RoleValue[] = [];

export class ItemRow {
  subgroup: number | null = null;
  index = 0;
  /** Whether the row has arms that are not identified. */
  readonly hasUnknownArms: boolean;
  /** Whether the row has objects that are not read. */
  readonly hasUnread: boolean;
  /** Whether a total was computed from participants with and without the event. */
  readonly isSummed: boolean;
  /** The values that may change what is computed. */
  readonly switches: readonly RoleValue[];
  // For each role, at its index in `reading.slots`: the value, and the binding that it comes from. `roleValues` collects
  // the paths again on request, because a large document has a hundred thousand rows.
  readonly #values: unknown[] = [];
  readonly #bounds: (BoundRole | undefined)[] = [];
  /** Roles for which numbers of equal rank disagree. */
  #doubtful: Set<Role> | undefined;
  #roleValues: readonly RoleValue[] | undefined;

  constructor(
    private readonly reading: RowReading,
    /** The parsed row: the same object until its text changes. */
    readonly value: Readonly<Record<string, unknown>>,
    readonly place: BoundPlace,
    private readonly list: string,
    private readonly at: number,
  ) {
    const { roleValues, hasUnknownArms, hasUnread } = collectRow(value, place, reading);
    for (const one of roleValues) if (!isEmpty(one.value)) this.#keep(one);
    this.hasUnknownArms = hasUnknownArms;
    this.hasUnread = hasUnread;
    const switches = roleValues.filter(({ bound, value: one }) => bound.role === "switch" && !isEmpty(one));
    this.switches = switches.length === 0 ? noSwitches : switches;
    this.isSummed = this.#addCells();
  }

  #keep({ bound, value }: Pick<RoleValue, "bound" | "value">): void {
    const { role, rank } = bound;
    const { slots } = this.reading;
    const slot = slots.get(role) ?? slots.set(role, slots.size).size - 1;
    const known = this.#bounds[slot];
    // A row is excluded if one of its properties says so, whatever the others say.
    const isExcluding = role === "excluded" && readExcluded(value) === true;
    if (known !== undefined && rank >= known.rank && !isExcluding) {
      if (rank === known.rank && isNumberRole(role) && value !== this.#values[slot])
        (this.#doubtful ??= new Set()).add(role);
      return;
    }
    if (role === "excluded" && known !== undefined && this.excluded) return;
    this.#values[slot] = value;
    this.#bounds[slot] = bound;
    this.#doubtful?.delete(role);
  }

  /** Computes missing totals: participants with and without the event. */
  #addCells(): boolean {
    const summed = arms.filter((arm) => {
      const [rest, events] = [this.stated(`${arm}-non-events`), this.stated(`${arm}-events`)];
      const bound = this.#bound(`${arm}-non-events`);
      const isOpen = typeof rest === "number" && typeof events === "number" && !this.says(`${arm}-total`);
      if (!isOpen || bound === undefined) return false;
      this.#keep({ bound: { ...bound, role: `${arm}-total` }, value: events + rest });
      return true;
    });
    return summed.length > 0;
  }

  #bound(role: Role): BoundRole | undefined {
    const slot = this.reading.slots.get(role);
    return slot === undefined ? undefined : this.#bounds[slot];
  }

  /** The study's name as displayed; the row's position if the study has no name. */
  get study(): string {
    const { name } = this;
    if (name === null) return String(this.at + 1);
    return this.reading.isHtml ? htmlText(name) : name;
  }

  get name(): string | null {
    return readText(this.stated("study"));
  }

  get year(): string | null {
    return readText(this.stated("year"));
  }

  get excluded(): boolean {
    return readExcluded(this.stated("excluded")) === true;
  }

  get appliesTo(): AppliesTo {
    return readAppliesTo(this.stated("applies-to")) ?? "subgroup-and-overall";
  }

  get pointer(): string {
    return `${this.list}/${this.at}`;
  }

  /** The value of a role as the document writes it; undefined if no property has the role. */
  stated(role: Role): unknown {
    const slot = this.reading.slots.get(role);
    return slot === undefined ? undefined : this.#values[slot];
  }

  /** Whether there is a value for a role, be it a number or not. */
  says(role: Role): boolean {
    return this.stated(role) !== undefined;
  }

  /** The number of a role; undefined also if numbers of the role disagree. */
  number(role: NumberRole): number | undefined {
    const value = this.stated(role);
    return typeof value === "number" && Number.isFinite(value) && !this.isDoubtful(role) ? value : undefined;
  }

  /** Whether several numbers of a role disagree, such as those of two points in time. */
  isDoubtful(role: Role): boolean {
    return this.#doubtful?.has(role) === true;
  }

  /** All numbers of the row from which an analysis can be computed. */
  get numbers(): readonly (readonly [NumberRole, number])[] {
    return numberRoles.flatMap((role) => {
      const value = this.number(role);
      return value === undefined ? [] : [[role, value] as const];
    });
  }

  /** Whether a pool may count the row: it has data, and is not excluded. */
  get mayCount(): boolean {
    return !this.excluded && this.hasData;
  }

  get hasData(): boolean {
    return this.#bounds.some((bound) => bound !== undefined && isNumberRole(bound.role));
  }

  get results(): ReadonlyMap<ResultRole, Found<number>> {
    const found = resultRoles.flatMap((role) => {
      const value = this.stated(role);
      return typeof value === "number" ? [[role, { value, pointer: this.pointerOf(role) }] as const] : [];
    });
    return new Map(found);
  }

  /** All values with a role, including null and "", with their paths and bindings. */
  get roleValues(): readonly RoleValue[] {
    return (this.#roleValues ??= collectRow(this.value, this.place, this.reading).roleValues);
  }

  /** The pointer in the item of each role, including roles whose value is null or "". */
  get places(): ReadonlyMap<Role, string> {
    const best = new Map<Role, RoleValue>();
    // An empty value ranks after all others.
    const rankOf = ({ value, bound }: RoleValue): number => bound.rank + (isEmpty(value) ? 100 : 0);
    for (const value of this.roleValues) {
      const known = best.get(value.bound.role);
      if (known === undefined || rankOf(value) < rankOf(known)) best.set(value.bound.role, value);
    }
    return new Map(Array.from(best, ([role, { pointer }]) => [role, this.pointer + pointer]));
  }

  /** The pointer of a role, else that of the row. */
  pointerOf(role: Role): string {
    return this.places.get(role) ?? this.pointer;
  }

  /** The rank of a role's binding, infinite if no property has the role. */
  rankOf(role: Role): number {
    return this.#bound(role)?.rank ?? Infinity;
  }

  /** The rank of the source that gives a role its scale, infinite without one. */
  scaleRankOf(role: Role): number {
    return this.#bound(role)?.scaleRank ?? Infinity;
  }

  /** The paths of all values of a role, as the setting writes them. */
  pathsOf(role: Role): readonly string[] {
    const own = this.roleValues.filter(({ bound, value }) => bound.role === role && !isEmpty(value));
    return [...new Set(own.map(({ pointer }) => this.place.pattern + pointer))];
  }

  /** Whether the setting or the schema maps a name to a value. */
  isAnswered(role: "study" | "subgroup", name: string): boolean {
    const values = this.#bound(role)?.values;
    return values?.has(name) === true || values?.has("*") === true;
  }

  /** The roles that a number would have at a path in the row, each with the effect that its name implies. */
  rolesAt(pointer: string): ReadonlyMap<Role, NamedEffect | undefined> {
    const value = withValue(this.value, pointer.split("/").slice(1).map(unescaped), 0);
    const { roleValues } = collectRow(isObject(value) ? value : {}, this.place, this.reading);
    const there = roleValues.filter((one) => one.pointer === pointer);
    return new Map(there.map(({ bound: { role, effect } }) => [role, effect]));
  }

  /** The measure and scale that the role or name of an estimate, or of its error, implies. */
  effectNamed(role: "estimate" | "standard-error"): NamedEffect | undefined {
    return this.#bound(role)?.effect;
  }

  /** The row's scalars whose properties have no role. */
  get unbound(): readonly { readonly path: string; readonly value: string | number | boolean }[] {
    const roleValues = this.roleValues.filter(
      ({ bound: { role, by } }) => role !== "switch" || by !== "name",
    );
    return unboundIn(this.value, this.place, new Set(roleValues.map(({ pointer }) => pointer)));
  }

  /** The paths of the row's numbers whose properties have no role. */
  get otherNumbers(): readonly string[] {
    return this.unbound.flatMap(({ path, value }) => (typeof value === "number" ? [path] : []));
  }

  placed(index: number, subgroup: number | null): this {
    this.index = index;
    this.subgroup = subgroup;
    return this;
  }
}

const maxDepth = 8;

function unboundIn(
  value: unknown,
  place: BoundPlace,
  roleValues: ReadonlySet<string>,
  pointer = "",
  depth = 0,
): ItemRow["unbound"] {
  if (roleValues.has(pointer)) return [];
  if (isScalar(value)) return place.isUnbound ? [{ path: place.pattern, value }] : [];
  if (typeof value !== "object" || value === null || depth > maxDepth) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const inside = Array.isArray(value) ? place.element(Number(name), "none") : place.property(name);
    return unboundIn(one, inside, roleValues, `${pointer}/${escaped(name)}`, depth + 1);
  });
}
