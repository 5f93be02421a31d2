import { areArmsExchanged, armOfNumbers, armsOf, armsOfNameless, cellsOf, isNamelessArm } from "./arms";
import type { ArmLabels, Cells, NamelessArm } from "./arms";
import type { BoundPlace, BoundRole } from "./binding";
import { textOfArm, unboundIn } from "./binding";
import { isObject, pointerOfWay, unescaped, withNumber } from "./explicitRoles";
import type { NamedEffect } from "./names";
import { isInterval } from "./names";
import type { Arm, NumberRole, ResultRole, Role, RowTextRole } from "./roles";
import { armRoles, isNumberRole, ofOtherArm, numberRoles, resultRoles, rowTextRoles } from "./roles";
import { readExcluded, readText } from "./values";

/** A value of a document, and where in the item it stands (RFC 6901). */
export interface Found<Value> {
  readonly value: Value;
  readonly pointer: string;
}

/** Of the choices one: intervals of studies may have levels of their own. */
type ValueRole = NumberRole | RowTextRole | ResultRole | "confidence-level";

const slots: Readonly<Partial<Record<Role, number>>> = Object.fromEntries(
  [...numberRoles, ...rowTextRoles, "confidence-level", ...resultRoles].map((role, slot) => [role, slot]),
);
const slotOf = (role: ValueRole): number => slots[role] ?? -1;
const keyOf = (row: number, slot: number): number => row * numberRoles.length + slot;
const firstResult = slotOf(resultRoles[0]);

/** Takes the values of a row by the roles of their properties. */
interface Taker {
  readonly labels: ArmLabels;
  /** The way from the row to the value that is looked at. */
  readonly way: (string | number)[];
  /** Within an arm that says itself that it is the other one. */
  isOtherArm: boolean;
  take(role: Role, rank: number, value: unknown, effect?: NamedEffect): void;
}

/** Of several values with one role, that of the best name is read; of equal names, the number that lies the least deep. */
function orderOf(slot: number, rank: number, depth: number): number {
  return rank * (deepest + 1) + (slot < numberRoles.length ? Math.min(depth, deepest) : 0);
}

const deepest = 31;

/**
 * What the rows of an item say, a column for each role that has a value in one of them. Where a value stands is found
 * out again when somebody asks: a large document has a hundred thousand.
 */
export class RowReader implements Taker {
  readonly way: (string | number)[] = [];
  readonly columns: (unknown[] | undefined)[] = [];
  /** What names say of a measure, in columns as well. */
  readonly effects: ((NamedEffect | undefined)[] | undefined)[] = [];
  isOtherArm = false;
  /** Of the values of the row that is being read: the lowest counts. */
  readonly #orders: number[] = [];
  /** Numbers beside which another one has as good a claim to be read, by row and slot. */
  readonly #doubtful = new Set<number>();
  readonly #read: ItemRow[] = [];
  #beside: ReadonlySet<string> | null | undefined;
  #row = -1;

  constructor(readonly labels: ArmLabels) {}

  /**
   * @param list the pointer of the list that the row stands in
   * @param at its index there
   * @param index among the rows, as far as it is known yet
   */
  read(row: unknown, place: BoundPlace, list: string, at: number, index: number): ItemRow {
    this.#row++;
    const cells = collectRow(row, place, this);
    const read = new ItemRow(this, this.#row, row, place, list, at, index);
    for (const { arm, total } of cells) {
      if (total === undefined) continue;
      this.take(armRoles[arm].total, lastRank, total);
      read.isSummed = true;
    }
    this.#read.push(read);
    return read;
  }

  take(role: Role, rank: number, value: unknown, effect?: NamedEffect): void {
    const slot = slots[role];
    if (slot === undefined || value === undefined || isEmpty(value)) return;
    const column = (this.columns[slot] ??= []);
    const known = column[this.#row];
    const order = orderOf(slot, rank, this.way.length);
    if (known !== undefined && order >= (this.#orders[slot] ?? 0)) {
      // Who says by the setting or a schema what has a role may say it of several.
      const isAsGood = order === this.#orders[slot] && rank >= 0 && slot < numberRoles.length;
      if (isAsGood && value !== known) this.#doubtful.add(keyOf(this.#row, slot));
      return;
    }
    column[this.#row] = value;
    if (effect !== undefined || known !== undefined) (this.effects[slot] ??= [])[this.#row] = effect;
    this.#orders[slot] = order;
    if (this.#doubtful.size > 0) this.#doubtful.delete(keyOf(this.#row, slot));
  }

  /** The paths of what rows have beside their data, numbers of other things; null where none has data. */
  get beside(): ReadonlySet<string> | null {
    if (this.#beside === undefined) {
      const read = this.#read.filter((row) => row.hasData && !row.isSummed);
      this.#beside = read.length === 0 ? null : new Set(read.flatMap((row) => row.otherNumbers));
    }
    return this.#beside;
  }

  /** Whether several numbers of a row may be meant. */
  isDoubtful(row: number, role: ValueRole): boolean {
    return this.#doubtful.size > 0 && this.#doubtful.has(keyOf(row, slotOf(role)));
  }
}

/** A row of an item, as it stands there. */
export class ItemRow {
  /** The index of its subgroup. */
  subgroup: number | null = null;
  /** Whether its totals stand nowhere, but were summed up. */
  isSummed = false;
  #places: ReadonlyMap<Role, string> | undefined;
  readonly #ordinal: number;

  constructor(
    private readonly reader: RowReader,
    private readonly line: number,
    /** What stands there: the same object as long as its text is. */
    readonly value: unknown,
    private readonly place: BoundPlace,
    private readonly list: string,
    private readonly at: number,
    /** Among the rows of its item. */
    public index: number,
  ) {
    this.#ordinal = index + 1;
  }

  /** What it is called; by its place where it has no name. */
  get study(): string {
    return this.name ?? String(this.#ordinal);
  }

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
    return readExcluded(this.said("excluded"));
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

  /**
   * Whether it has as many numbers as some roles that may be its data, and nothing for any of them: what the others have beside
   * their data is of something else. Where no study has any, nothing is lost by asking sooner.
   */
  hasOtherNumbers(roles: readonly NumberRole[]): boolean {
    const fewest = roles.length;
    if (roles.some((role) => this.places.has(role))) return false;
    const { otherNumbers } = this;
    if (otherNumbers.length < Math.min(fewest, fewestAsked)) return false;
    const { beside } = this.reader;
    if (beside === null) return true;
    return otherNumbers.filter((path) => !beside.has(path)).length >= fewest;
  }

  /** A text that stands for the numbers of an arm, in a row without any: `"experimental": "3/20"`. */
  get textOfArm(): ReturnType<typeof textOfArm> {
    return textOfArm(this.value, this.place);
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

  /** Where each role stands, also with null for its value. */
  get places(): ReadonlyMap<Role, string> {
    if (this.#places === undefined) {
      const finder = new PlaceFinder(this.pointer, this.reader.labels);
      collectRow(this.value, this.place, finder);
      this.#places = new Map([...finder.empty, ...finder.places]);
    }
    return this.#places;
  }

  /**
   * The roles that a number would have which was put into the row, a way from it, each with what the name says of a measure
   * and its scale where it is had by name.
   */
  rolesAt(way: string): ReadonlyMap<Role, NamedEffect | undefined> {
    const roles = new Map<Role, NamedEffect | undefined>();
    const finder: Taker = {
      labels: this.reader.labels,
      way: [],
      isOtherArm: false,
      take(role, _rank, _value, effect) {
        if (pointerOfWay(this.way) === way) roles.set(role, effect);
      },
    };
    collectRow(withNumber(this.value, way.split("/").slice(1).map(unescaped)), this.place, finder);
    return roles;
  }

  /** Where a role stands, else the row. */
  pointerOf(role: Role): string {
    return this.places.get(role) ?? this.pointer;
  }

  /** What the name says of a measure and its scale that an estimate, or its error, has its role by. */
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

/** An estimate and both ends of its interval. */
const fewestAsked = 3;

/** Finds out where the values of a row stand. */
class PlaceFinder implements Taker {
  readonly way: (string | number)[] = [];
  readonly places = new Map<Role, string>();
  /** Where null stands. */
  readonly empty = new Map<Role, string>();
  isOtherArm = false;
  readonly #orders = new Map<Role, number>();

  constructor(
    private readonly row: string,
    readonly labels: ArmLabels,
  ) {}

  take(role: Role, rank: number, value: unknown): void {
    const order = orderOf(slots[role] ?? Infinity, rank, this.way.length);
    const isNothing = isEmpty(value);
    if (value === undefined || (!isNothing && order >= (this.#orders.get(role) ?? Infinity))) return;
    const pointer = this.row + pointerOfWay(this.way);
    if (isNothing) this.empty.set(role, pointer);
    else {
      this.places.set(role, pointer);
      this.#orders.set(role, order);
    }
  }
}

/** What is still to be filled in. */
function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** After all names. */
const lastRank = 50;

/** @returns the cells of a row that says nothing else */
function collectRow(row: unknown, place: BoundPlace, into: Taker): readonly Cells[] {
  collect(row, place, into);
  if (!place.mayHaveCells || !isObject(row)) return noCells;
  const cells = cellsOf(row, place);
  for (const { name, arm, events } of cells) takeAt(name, armRoles[arm].events, lastRank, events, into);
  return cells;
}

const noCells: readonly Cells[] = [];
const longestName = 200;

function collect(value: unknown, place: BoundPlace, into: Taker): void {
  const { roles } = place;
  if (Array.isArray(value)) {
    const isListOfArms = roles.every(({ by, role }) => by === "name" && isNumberRole(role));
    if (!isListOfArms) takeAs(roles, value, into);
    else collectList(value as readonly unknown[], place, into);
  } else if (!isObject(value) || (roles.length > 0 && !isNested(roles))) takeAs(roles, value, into);
  else {
    let isExchanged: boolean | undefined;
    let nameless: NamelessArm[] | undefined;
    let numbers: string[] | undefined;
    // Own properties only, as in all that JSON is read to; a list of their names would be made for each row.
    for (const name in value) {
      if (name.length > longestName) continue;
      const property = place.property(name);
      const one = value[name];
      // Both ends in one text are none of them, nor is it what R's metafor calls `ci`.
      if (typeof one === "string" && property.isInterval) {
        if (/\d/.test(one)) takeAt(name, "interval-low", lastRank, one, into);
        continue;
      }
      if (property.roles.length === 0 && (typeof one !== "object" || property.isBesideAnalysis)) {
        if (property.partOfOther !== undefined) (numbers ??= []).push(name);
        continue;
      }
      if (property.numberedArm !== undefined) {
        isExchanged ??= areArmsExchanged(value, place, into.labels);
        into.isOtherArm = isExchanged;
        goInto(name, one, property, into);
        into.isOtherArm = false;
      } else if (property.roles.length === 0 && isNamelessArm(one, property))
        (nameless ??= []).push({ name, value: one });
      else goInto(name, one, property, into);
    }
    if (nameless !== undefined) collectNameless(value, nameless, place, into);
    if (numbers !== undefined) {
      const armOf = armOfNumbers(value, numbers, place, into.labels);
      for (const name of numbers) {
        const [arm, found] = [armOf(name), place.property(name).partOfOther];
        if (arm !== undefined && found !== undefined)
          takeAt(name, `${arm}-${found.part}`, found.rank, value[name], into);
      }
    }
  }
}

/** Such objects as the arms that they are found to be. */
function collectNameless(
  row: Readonly<Record<string, unknown>>,
  nameless: readonly NamelessArm[],
  place: BoundPlace,
  into: Taker,
): void {
  const found = armsOfNameless(row, nameless, place, into.labels);
  for (const [index, { name, value }] of nameless.entries()) {
    const property = place.property(name);
    const which = found[index];
    if (which === undefined) {
      goInto(name, value, property, into);
      continue;
    }
    into.way.push(name);
    collectArm(value, property, which, into);
    into.way.pop();
  }
}

function goInto(step: string | number, value: unknown, place: BoundPlace, into: Taker): void {
  into.way.push(step);
  collect(value, place, into);
  into.way.pop();
}

function takeAs(roles: readonly BoundRole[], value: unknown, into: Taker): void {
  for (const { role, rank, values, effect } of roles) {
    const meant = into.isOtherArm && rank >= 0 ? (ofOtherArm.get(role) ?? role) : role;
    into.take(meant, rank, values.size > 0 ? (values.get(String(value)) ?? value) : value, effect);
  }
}

/** Whether a property's role is that of something inside it: `"study": { "name": …, "year": … }`. */
function isNested(roles: readonly BoundRole[]): boolean {
  return roles.some(({ role }) => role !== "risk-of-bias" && role !== "footnotes" && role !== "excluded");
}

/** Both ends of an interval, or arms. */
function collectList(list: readonly unknown[], place: BoundPlace, into: Taker): void {
  if (list.length === 2 && isInterval(place.name)) {
    takeAt(0, "interval-low", 0, list[0], into);
    takeAt(1, "interval-high", 0, list[1], into);
  }
  const said = armsOf(list.filter(isObject), place.name, into.labels);
  let position = 0;
  for (const [index, arm] of list.entries()) {
    const element = place.element(index, "row");
    if (!isObject(arm)) {
      goInto(index, arm, element, into);
      continue;
    }
    const which = said[position];
    position++;
    into.way.push(index);
    collectArm(arm, element, which, into);
    into.way.pop();
  }
}

function collectArm(
  arm: Readonly<Record<string, unknown>>,
  place: BoundPlace,
  which: Arm | undefined,
  into: Taker,
): void {
  for (const [name, value] of Object.entries(arm)) {
    const property = place.property(name);
    if (property.part !== undefined && which !== undefined)
      takeAt(name, `${which}-${property.part.part}`, property.part.rank, value, into);
    // What the arm is called is not what the study is called.
    else if (isObject(value) || property.roles.some(({ role, by }) => by !== "name" || isNumberRole(role)))
      goInto(name, value, property, into);
  }
}

function takeAt(step: string | number, role: Role, rank: number, value: unknown, into: Taker): void {
  into.way.push(step);
  into.take(role, rank, value);
  into.way.pop();
}
