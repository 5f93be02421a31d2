import type { AppliesTo } from "../analysis";
import { htmlText } from "../htmlText";
import type { BoundPlace, BoundRole } from "./binding";
import type { RowReading, Taken } from "./collect";
import { collectRow, isEmpty } from "./collect";
import { escaped, isObject, isScalar, unescaped, withNumber } from "../json";
import type { NumberRole, ResultRole, Role } from "./roles";
import { arms, isNumberRole, numberRoles, resultRoles } from "./roles";
import { readAppliesTo, readExcluded, readText } from "../choiceValues";
import type { NamedEffect } from "./words";

/** A value of a document, and where in the item it stands (RFC 6901). */
export interface Found<Value> {
  readonly value: Value;
  readonly pointer: string;
}

/** A row of an item, as it stands there. */
export class ItemRow {
  /** The index of its subgroup. */
  subgroup: number | null = null;
  /** Among the rows of its item. */
  index = 0;
  /** Whether there are arms of which nothing says which is which. */
  readonly hasUnknownArms: boolean;
  /** Whether its totals stand nowhere, but were summed up. */
  readonly isSummed: boolean;
  /*
   * What counts for each role that the rows of the item have, and by whom that is said. Where it stands is found out
   * again when somebody asks: a large document has a hundred thousand rows.
   */
  readonly #values: unknown[] = [];
  readonly #bounds: (BoundRole | undefined)[] = [];
  /** Roles of which another number has as good a claim to be read. */
  #doubtful: Set<Role> | undefined;
  #taken: readonly Taken[] | undefined;

  constructor(
    private readonly reading: RowReading,
    /** What stands there: the same object as long as its text is. */
    readonly value: Readonly<Record<string, unknown>>,
    readonly place: BoundPlace,
    private readonly list: string,
    private readonly at: number,
  ) {
    const { taken, hasUnknownArms } = collectRow(value, place, reading);
    for (const one of taken) if (!isEmpty(one.value)) this.#keep(one);
    this.hasUnknownArms = hasUnknownArms;
    this.isSummed = this.#addCells();
  }

  #keep({ bound, value }: Pick<Taken, "bound" | "value">): void {
    const { role, rank } = bound;
    const { slots } = this.reading;
    const slot = slots.get(role) ?? slots.set(role, slots.size).size - 1;
    const known = this.#bounds[slot];
    if (known !== undefined && rank >= known.rank) {
      if (rank === known.rank && isNumberRole(role) && value !== this.#values[slot])
        (this.#doubtful ??= new Set()).add(role);
      return;
    }
    this.#values[slot] = value;
    this.#bounds[slot] = bound;
    this.#doubtful?.delete(role);
  }

  /** Participants with and without the event are all of an arm. */
  #addCells(): boolean {
    const summed = arms.filter((arm) => {
      const [rest, events] = [this.said(`${arm}-non-events`), this.said(`${arm}-events`)];
      const bound = this.#bound(`${arm}-non-events`);
      const isOpen = typeof rest === "number" && typeof events === "number" && !this.says(`${arm}-total`);
      if (!isOpen || bound === undefined) return false;
      this.#keep({ bound: { ...bound, role: `${arm}-total` }, value: events + rest });
      return true;
    });
    return summed.length > 0;
  }

  #bound(role: Role): BoundRole | undefined {
    return this.#bounds[this.reading.slots.get(role) ?? -1];
  }

  /** What it is called, as a reader sees it; by its place where it has no name. */
  get study(): string {
    const { name } = this;
    if (name === null) return String(this.at + 1);
    return this.reading.isHtml ? htmlText(name) : name;
  }

  /** As it is written. */
  get name(): string | null {
    return readText(this.said("study"));
  }

  get year(): string | null {
    return readText(this.said("year"));
  }

  /** What the row itself says its subgroup is. */
  get subgroupLabel(): string | null {
    return readText(this.said("subgroup"));
  }

  get excluded(): boolean {
    return readExcluded(this.said("excluded")) === true;
  }

  get appliesTo(): AppliesTo {
    return readAppliesTo(this.said("applies-to")) ?? "subgroup-and-overall";
  }

  get riskOfBias(): unknown {
    return this.said("risk-of-bias");
  }

  get pointer(): string {
    return `${this.list}/${this.at}`;
  }

  /** What has a role, as the document has it; undefined where nothing has. */
  said(role: Role): unknown {
    return this.#values[this.reading.slots.get(role) ?? -1];
  }

  /** Whether there is a value for a role, be it a number or not. */
  says(role: Role): boolean {
    return this.said(role) !== undefined;
  }

  /** Undefined also where several numbers may be meant. */
  number(role: NumberRole): number | undefined {
    const value = this.said(role);
    return typeof value === "number" && Number.isFinite(value) && !this.isDoubtful(role) ? value : undefined;
  }

  /** Whether several numbers may be meant, such as those of two points in time. */
  isDoubtful(role: Role): boolean {
    return this.#doubtful?.has(role) === true;
  }

  /** All its numbers that an analysis could be computed from. */
  get numbers(): readonly (readonly [NumberRole, number])[] {
    return numberRoles.flatMap((role) => {
      const value = this.number(role);
      return value === undefined ? [] : [[role, value] as const];
    });
  }

  /** Whether there is a value for any role of a number. */
  get hasData(): boolean {
    return this.#bounds.some((bound) => bound !== undefined && isNumberRole(bound.role));
  }

  /** Stored results. */
  get results(): ReadonlyMap<ResultRole, Found<number>> {
    return new Map(
      resultRoles.flatMap((role) => {
        const value = this.said(role);
        return typeof value === "number" ? [[role, { value, pointer: this.pointerOf(role) }] as const] : [];
      }),
    );
  }

  /** All that has a role, with null for its value too: where it stands, and by whom that is said. */
  get taken(): readonly Taken[] {
    return (this.#taken ??= collectRow(this.value, this.place, this.reading).taken);
  }

  /** Where each role stands, also with null for its value. */
  get places(): ReadonlyMap<Role, string> {
    const best = new Map<Role, Taken>();
    for (const one of this.taken) {
      const { role, rank } = one.bound;
      const known = best.get(role);
      const isFuller = known !== undefined && isEmpty(known.value) && !isEmpty(one.value);
      const isLower = known !== undefined && rank < known.bound.rank;
      if (known === undefined || isFuller || (isLower && (isEmpty(known.value) || !isEmpty(one.value))))
        best.set(role, one);
    }
    return new Map(Array.from(best, ([role, { way }]) => [role, this.pointer + way]));
  }

  /** Where a role stands, else the row. */
  pointerOf(role: Role): string {
    return this.places.get(role) ?? this.pointer;
  }

  /** By whom it is said what has a role: the rank, infinite for what nothing has. */
  rankOf(role: Role): number {
    return this.#bound(role)?.rank ?? Infinity;
  }

  /** The paths, as the setting has them, of all that has a role. */
  pathsOf(role: Role): readonly string[] {
    const own = this.taken.filter(({ bound, value }) => bound.role === role && !isEmpty(value));
    return [...new Set(own.map(({ way }) => this.place.pattern + way))];
  }

  /** Whether somebody has said what a name stands for. */
  isAnswered(role: "study" | "subgroup", name: string): boolean {
    const values = this.#bound(role)?.values;
    return values?.has(name) === true || values?.has("*") === true;
  }

  /** The paths of numbers that have their roles by an arm's number only. */
  get numberedPaths(): readonly (readonly [path: string, role: Role])[] {
    const { taken } = collectRow(this.value, this.place, { ...this.reading, isExchanged: false });
    return taken.flatMap(({ bound: { role, numbered }, way }) =>
      numbered !== undefined && isNumberRole(role) ? [[this.place.pattern + way, role] as const] : [],
    );
  }

  /**
   * The roles that a number would have which was put into the row, a way from it, each with what is known of an estimate
   * by its name.
   */
  rolesAt(way: string): ReadonlyMap<Role, NamedEffect | undefined> {
    const value = withNumber(this.value, way.split("/").slice(1).map(unescaped));
    const { taken } = collectRow(isObject(value) ? value : {}, this.place, this.reading);
    const there = taken.filter((one) => one.way === way);
    return new Map(there.map(({ bound: { role, effect } }) => [role, effect]));
  }

  /** What is known of an estimate, or its error, by its role or name. */
  effectNamed(role: "estimate" | "standard-error"): NamedEffect | undefined {
    return this.#bound(role)?.effect;
  }

  /** The paths of its numbers whose properties have no role. */
  get otherNumbers(): readonly string[] {
    const other = unboundIn(this.value, this.place);
    return other.flatMap(({ path, value }) => (typeof value === "number" ? [path] : []));
  }

  /** The same row where it turned out to stand. */
  placed(index: number, subgroup: number | null): this {
    this.index = index;
    this.subgroup = subgroup;
    return this;
  }
}

/** A scalar whose property has no role. */
export interface Unbound {
  readonly path: string;
  readonly value: string | number | boolean;
}

const deepest = 8;

/** The scalars in a row whose properties have no role, but not what stands in `taken` ways. */
export function unboundIn(
  value: unknown,
  place: BoundPlace,
  taken: ReadonlySet<string> = new Set(),
  way = "",
  depth = 0,
): readonly Unbound[] {
  if (taken.has(way)) return [];
  if (isScalar(value)) return place.roles.length === 0 ? [{ path: place.pattern, value }] : [];
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const inside = Array.isArray(value) ? place.element(Number(name), "none") : place.property(name);
    return unboundIn(one, inside, taken, `${way}/${escaped(name)}`, depth + 1);
  });
}
