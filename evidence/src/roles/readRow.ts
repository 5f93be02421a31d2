import { smallestOf } from "../extremes";
import type { RowReading } from "./arms";
import type { BoundPlace, BoundRole } from "./binding";
import { collectRow } from "./collect";
import type { Taker } from "./collect";
import { isObject, pointerOfWay, unescaped, withNumber } from "./explicitRoles";
import { htmlText } from "../htmlText";
import type { Arm, NumberRole, ResultRole, Role, RowTextRole } from "./roles";
import { arms, isNumberRole, numberRoles, resultRoles, rowTextRoles } from "./roles";
import { readAppliesTo, readExcluded, readText } from "./values";
import type { NamedEffect } from "./words";
import type { AppliesTo } from "../analysis";

/** A value of a document, and where in the item it stands (RFC 6901). */
export interface Found<Value> {
  readonly value: Value;
  readonly pointer: string;
}

/** Of the choices those that a row may have of its own. */
const rowChoices = ["confidence-level", "effect-measure"] as const;
type ValueRole = NumberRole | RowTextRole | ResultRole | (typeof rowChoices)[number] | "unit";

const slots: ReadonlyMap<Role, number> = new Map(
  [...numberRoles, ...rowTextRoles, ...rowChoices, "unit" as const, ...resultRoles].map((role, slot) => [
    role,
    slot,
  ]),
);
const slotOf = (role: ValueRole): number => slots.get(role) ?? -1;
const keyOf = (row: number, slot: number): number => row * numberRoles.length + slot;
const firstResult = slotOf(resultRoles[0]);

/**
 * What the rows of an item say, a column for each role that has a value in one of them. Where a value stands is found
 * out again when somebody asks: a large document has a hundred thousand.
 */
export class RowReader implements Taker {
  readonly way: (string | number)[] = [];
  readonly columns: (unknown[] | undefined)[] = [];
  /** What roles and names say of an estimate and its error, in columns as well. */
  readonly effects: ((NamedEffect | undefined)[] | undefined)[] = [];
  /** What the rows call their arms, as far as they do: those of numbered arms by their numbers. */
  readonly armNames: Readonly<Record<Arm, Set<string>>> = { experimental: new Set(), comparator: new Set() };
  readonly #ranks: number[] = [];
  /** Numbers beside which another one has as good a claim to be read, by row and slot. */
  readonly #doubtful = new Set<number>();
  readonly #unknownArms = new Set<number>();
  #row = -1;

  constructor(readonly reading: RowReading) {}

  /**
   * @param list the pointer of the list that the row stands in
   * @param at its index there
   */
  read(row: Readonly<Record<string, unknown>>, place: BoundPlace, list: string, at: number): ItemRow {
    this.#row++;
    collectRow(row, place, this);
    const isSummed = this.#addCells();
    return new ItemRow(this, this.#row, row, place, list, at, isSummed);
  }

  take({ role, rank, effect }: Pick<BoundRole, "role" | "rank" | "effect">, value: unknown): void {
    const slot = slots.get(role);
    if (slot === undefined || value === undefined || isEmpty(value)) return;
    const column = (this.columns[slot] ??= []);
    const known = column[this.#row];
    const before = this.#ranks[slot] ?? 0;
    if (known !== undefined && rank >= before) {
      if (rank === before && slot < numberRoles.length && value !== known)
        this.#doubtful.add(keyOf(this.#row, slot));
      return;
    }
    column[this.#row] = value;
    if (effect !== undefined || known !== undefined) (this.effects[slot] ??= [])[this.#row] = effect;
    this.#ranks[slot] = rank;
    if (this.#doubtful.size > 0) this.#doubtful.delete(keyOf(this.#row, slot));
  }

  nameArm(arm: Arm, name: string): void {
    if (this.armNames[arm].size < mostArmNames) this.armNames[arm].add(name);
  }

  armsUnknown(): void {
    this.#unknownArms.add(this.#row);
  }

  /** Participants with and without the event are all of an arm. */
  #addCells(): boolean {
    let isSummed = false;
    for (const arm of arms) {
      const rest = this.columns[slotOf(`${arm}-non-events`)]?.[this.#row];
      const total = slotOf(`${arm}-total`);
      const events = this.columns[slotOf(`${arm}-events`)]?.[this.#row];
      if (typeof rest !== "number" || typeof events !== "number") continue;
      const column = (this.columns[total] ??= []);
      if (column[this.#row] !== undefined) continue;
      column[this.#row] = events + rest;
      isSummed = true;
    }
    return isSummed;
  }

  /** Whether several numbers of a row may be meant. */
  isDoubtful(row: number, role: ValueRole): boolean {
    return this.#doubtful.size > 0 && this.#doubtful.has(keyOf(row, slotOf(role)));
  }

  hasUnknownArms(row: number): boolean {
    return this.#unknownArms.has(row);
  }
}

const mostArmNames = 50;

/** A row of an item, as it stands there. */
export class ItemRow {
  /** The index of its subgroup. */
  subgroup: number | null = null;
  /** Among the rows of its item. */
  index = 0;
  #taken: TakenValues | undefined;

  constructor(
    private readonly reader: RowReader,
    private readonly line: number,
    /** What stands there: the same object as long as its text is. */
    readonly value: Readonly<Record<string, unknown>>,
    readonly place: BoundPlace,
    private readonly list: string,
    private readonly at: number,
    /** Whether its totals stand nowhere, but were summed up. */
    readonly isSummed: boolean,
  ) {}

  /** What it is called, as a reader sees it; by its place where it has no name. */
  get study(): string {
    const { name } = this;
    if (name === null) return String(this.at + 1);
    return this.reader.reading.isHtml ? htmlText(name) : name;
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
  said(role: ValueRole): unknown {
    return this.reader.columns[slotOf(role)]?.[this.line];
  }

  /** Undefined also where several numbers may be meant. */
  number(role: NumberRole): number | undefined {
    const value = this.said(role);
    return typeof value === "number" && Number.isFinite(value) && !this.isDoubtful(role) ? value : undefined;
  }

  /** Whether several numbers may be meant, such as those of two points in time. */
  isDoubtful(role: NumberRole): boolean {
    return this.reader.isDoubtful(this.line, role);
  }

  /** Whether it has arms of which nothing says which is which. */
  get hasUnknownArms(): boolean {
    return this.reader.hasUnknownArms(this.line);
  }

  /** Whether there is a value for a role, be it a number or not. */
  says(role: ValueRole): boolean {
    return this.said(role) !== undefined;
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
    return numberRoles.some((role) => this.says(role));
  }

  /** The paths of its numbers whose properties have no role. */
  get otherNumbers(): readonly string[] {
    return unboundIn(this.value, this.place);
  }

  /** Stored results. */
  get results(): ReadonlyMap<ResultRole, Found<number>> {
    const { columns } = this.reader;
    if (columns.length <= firstResult) return nothing;
    const found = new Map<ResultRole, Found<number>>();
    for (const role of resultRoles) {
      const value = this.said(role);
      if (typeof value === "number") found.set(role, { value, pointer: this.pointerOf(role) });
    }
    return found;
  }

  get #all(): TakenValues {
    if (this.#taken === undefined) {
      this.#taken = new TakenValues(this.reader.reading);
      collectRow(this.value, this.place, this.#taken);
    }
    return this.#taken;
  }

  /** Where each role stands, also with null for its value. */
  get places(): ReadonlyMap<Role, string> {
    const best = new Map<Role, TakenValue>();
    for (const one of this.#all.values) {
      const known = best.get(one.role);
      const isBetter = known === undefined || (known.isEmpty && !one.isEmpty);
      if (isBetter || (one.rank < known.rank && (known.isEmpty || !one.isEmpty))) best.set(one.role, one);
    }
    return new Map([...best].map(([role, { way }]) => [role, this.pointer + way]));
  }

  /** All that has a role, with null for its value too: where it stands, and by whom that is said. */
  get taken(): readonly TakenValue[] {
    return this.#all.values;
  }

  /** By whom it is said what has a role: the rank, infinite for what nothing has. */
  rankOf(role: NumberRole): number {
    const found = this.#all.values.filter((one) => one.role === role && !one.isEmpty);
    return smallestOf(found.map(({ rank }) => rank));
  }

  /** The paths, as the setting has them, of all that has a role. */
  pathsOf(role: Role): readonly string[] {
    const ways = this.#all.values.filter((one) => one.role === role && !one.isEmpty).map(({ way }) => way);
    return [...new Set(ways)].map((way) => this.place.pattern + way);
  }

  /** Whether somebody has said what a name stands for. */
  isAnswered(role: "study" | "subgroup", name: string): boolean {
    return this.#all.values.some((one) => one.role === role && (one.values.has(name) || one.values.has("*")));
  }

  /** The paths of numbers that have their roles by an arm's number only. */
  get numberedPaths(): readonly (readonly [path: string, role: Role])[] {
    const found = new TakenValues({ ...this.reader.reading, isExchanged: false });
    collectRow(this.value, this.place, found);
    return found.values.flatMap(({ role, way, isNumbered }) =>
      isNumbered && isNumberRole(role) ? [[this.place.pattern + way, role] as const] : [],
    );
  }

  /**
   * The roles that a number would have which was put into the row, a way from it, each with what is known of an estimate
   * by its name.
   */
  rolesAt(way: string): ReadonlyMap<Role, NamedEffect | undefined> {
    const found = new TakenValues(this.reader.reading);
    const value = withNumber(this.value, way.split("/").slice(1).map(unescaped));
    if (isObject(value)) collectRow(value, this.place, found);
    return new Map(found.values.filter((one) => one.way === way).map(({ role, effect }) => [role, effect]));
  }

  /** Where a role stands, else the row. */
  pointerOf(role: Role): string {
    return this.places.get(role) ?? this.pointer;
  }

  /** What is known of an estimate, or its error, by its role or name. */
  effectNamed(role: "estimate" | "standard-error"): NamedEffect | undefined {
    return this.reader.effects[slotOf(role)]?.[this.line];
  }

  /** The same row where it turned out to stand. */
  placed(index: number, subgroup: number | null): this {
    this.index = index;
    this.subgroup = subgroup;
    return this;
  }
}

const nothing: ReadonlyMap<never, never> = new Map<never, never>();

/** A value that has a role in a row. */
interface TakenValue {
  readonly role: Role;
  readonly rank: number;
  /** From the row to it. */
  readonly way: string;
  readonly isEmpty: boolean;
  readonly isNumbered: boolean;
  readonly effect: NamedEffect | undefined;
  readonly by: BoundRole["by"];
  readonly values: ReadonlyMap<string, string>;
}

/** All that has a role in one row, and where it stands. */
class TakenValues implements Taker {
  readonly way: (string | number)[] = [];
  readonly values: TakenValue[] = [];

  constructor(readonly reading: RowReading) {}

  take({ numbered, ...bound }: BoundRole, value: unknown): void {
    if (value === undefined) return;
    const { role, rank, effect, by, values } = bound;
    const way = pointerOfWay(this.way);
    const isNumbered = numbered !== undefined;
    this.values.push({ role, rank, way, isEmpty: isEmpty(value), isNumbered, effect, by, values });
  }

  nameArm(): void {
    return;
  }

  armsUnknown(): void {
    return;
  }
}

/** What is still to be filled in. */
function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** The paths of numbers of a row whose properties have no role. */
function unboundIn(value: unknown, place: BoundPlace, depth = 0): readonly string[] {
  if (typeof value === "number") return place.roles.length === 0 ? [place.pattern] : [];
  if (typeof value !== "object" || value === null || depth > 3) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    unboundIn(one, Array.isArray(value) ? place.element(Number(name)) : place.property(name), depth + 1),
  );
}
