import { armNamed, isInterval } from "./names";
import type { BoundPlace, BoundRole } from "./binding";
import { isObject } from "./explicitRoles";
import type { Arm, NumberRole, ResultRole, Role, RowTextRole } from "./roles";
import { arms, isNumberRole, numberRoles, resultRoles, rowTextRoles } from "./roles";
import { readBoolean } from "./values";

/** A value of a document, and where in the item it stands (RFC 6901). */
export interface Found<Value> {
  readonly value: Value;
  readonly pointer: string;
}

type ValueRole = NumberRole | RowTextRole | ResultRole;

const slots: Readonly<Partial<Record<Role, number>>> = Object.fromEntries(
  [...numberRoles, ...rowTextRoles, ...resultRoles].map((role, slot) => [role, slot]),
);
const slotOf = (role: ValueRole): number => slots[role] ?? -1;
const firstResult = slotOf(resultRoles[0]);

/** Takes the values of a row by the roles of their properties. */
interface Taker {
  /** The way from the row to the value that is looked at. */
  readonly way: (string | number)[];
  take(role: Role, rank: number, value: unknown): void;
}

/**
 * What the rows of an item say, a column for each role that has a value in one of them. Where a value stands is found
 * out again when somebody asks: a large document has a hundred thousand.
 */
export class RowReader implements Taker {
  readonly way: (string | number)[] = [];
  readonly columns: (unknown[] | undefined)[] = [];
  /** Of the values of the row that is being read: the lowest counts. */
  readonly #ranks: number[] = [];
  #row = -1;

  /**
   * @param list the pointer of the list that the row stands in
   * @param at its index there
   * @param index among the rows, as far as it is known yet
   */
  read(row: unknown, place: BoundPlace, list: string, at: number, index: number): ItemRow {
    this.#row++;
    collect(row, place, this);
    return new ItemRow(this, this.#row, row, place, list, at, index);
  }

  take(role: Role, rank: number, value: unknown): void {
    const slot = slots[role];
    if (slot === undefined || value === null || value === undefined) return;
    const column = (this.columns[slot] ??= []);
    if (column[this.#row] !== undefined && rank >= (this.#ranks[slot] ?? 0)) return;
    column[this.#row] = value;
    this.#ranks[slot] = rank;
  }
}

/** A row of an item, as it stands there. */
export class ItemRow {
  /** The index of its subgroup. */
  subgroup: number | null = null;
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
    return textOf(this.said("study"));
  }

  get year(): string | null {
    return textOf(this.said("year"));
  }

  /** What the row itself says its subgroup is. */
  get subgroupLabel(): string | null {
    return textOf(this.said("subgroup"));
  }

  /** A reason is a yes. */
  get excluded(): boolean {
    const said = this.said("excluded");
    if (typeof said !== "string") return readBoolean(said) === true;
    const text = said.trim();
    return readBoolean(text) ?? (text !== "" && !noReason.test(text));
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

  number(role: NumberRole): number | undefined {
    const value = this.said(role);
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
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

  /** Whether it has so many numbers whose properties have no role, and none for a role of numbers. */
  hasOtherNumbers(fewest: number): boolean {
    if (numberRoles.some((role) => this.places.has(role))) return false;
    return countUnbound(this.value, this.place, 0) >= fewest;
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
      const finder = new PlaceFinder(this.pointer);
      collect(this.value, this.place, finder);
      this.#places = new Map([...finder.empty, ...finder.places]);
    }
    return this.#places;
  }

  /** Where a role stands, else the row. */
  pointerOf(role: Role): string {
    return this.places.get(role) ?? this.pointer;
  }

  /** The same row where it turned out to stand. */
  placed(index: number, subgroup: number | null): this {
    this.index = index;
    this.subgroup = subgroup;
    return this;
  }
}

/** What says that a row is not excluded, besides what {@link readBoolean} knows. */
const noReason =
  /^(?:no\b|non$|nein|kein|nicht\b|f$|falsch|off$|null|none|nothing|undefined|unclear|pooled|included?\b|not[ _-]?(?:excluded|applicable|yet)?$|n\.?\/?a\.?$|[-\u2013\u2014?.]+$|\d)/i;

const nothing: ReadonlyMap<never, never> = new Map<never, never>();

function countUnbound(value: unknown, place: BoundPlace, depth: number): number {
  if (typeof value === "number") return place.roles.length === 0 ? 1 : 0;
  if (typeof value !== "object" || value === null || depth > 3) return 0;
  let count = 0;
  for (const [name, one] of Object.entries(value))
    count += countUnbound(
      one,
      Array.isArray(value) ? place.element(Number(name), "row") : place.property(name),
      depth + 1,
    );
  return count;
}

/** Finds out where the values of a row stand. */
class PlaceFinder implements Taker {
  readonly way: (string | number)[] = [];
  readonly places = new Map<Role, string>();
  /** Where null stands. */
  readonly empty = new Map<Role, string>();
  readonly #ranks = new Map<Role, number>();

  constructor(private readonly row: string) {}

  take(role: Role, rank: number, value: unknown): void {
    if (value === undefined || (value !== null && rank >= (this.#ranks.get(role) ?? Infinity))) return;
    const pointer = this.row + this.way.map((step) => `/${escaped(String(step))}`).join("");
    if (value === null) this.empty.set(role, pointer);
    else {
      this.places.set(role, pointer);
      this.#ranks.set(role, rank);
    }
  }
}

const longestName = 200;

function collect(value: unknown, place: BoundPlace, into: Taker): void {
  const { roles } = place;
  if (Array.isArray(value)) {
    const isListOfArms = roles.every(({ by, role }) => by === "name" && isNumberRole(role));
    if (!isListOfArms) takeAs(roles, value, into);
    else collectList(value as readonly unknown[], place, into);
  } else if (!isObject(value) || (roles.length > 0 && !isNested(roles))) takeAs(roles, value, into);
  else
    // Own properties only, as in all that JSON is read to; a list of their names would be made for each row.
    for (const name in value) {
      if (name.length > longestName) continue;
      const property = place.property(name);
      const one = value[name];
      if (property.roles.length > 0 || typeof one === "object") goInto(name, one, property, into);
    }
}

function goInto(step: string | number, value: unknown, place: BoundPlace, into: Taker): void {
  into.way.push(step);
  collect(value, place, into);
  into.way.pop();
}

function takeAs(roles: readonly BoundRole[], value: unknown, into: Taker): void {
  for (const { role, rank, values } of roles)
    into.take(role, rank, values.size > 0 ? (values.get(String(value)) ?? value) : value);
}

/** Whether a property's role is that of something inside it: `"study": { "name": …, "year": … }`. */
function isNested(roles: readonly BoundRole[]): boolean {
  return roles.some(({ role }) => role !== "risk-of-bias" && role !== "footnotes");
}

/** Both ends of an interval, or arms: each says which it is, or the experimental one stands first. */
function collectList(list: readonly unknown[], place: BoundPlace, into: Taker): void {
  const takeAt = (way: readonly (string | number)[], role: Role, value: unknown): void => {
    into.way.push(...way);
    into.take(role, 0, value);
    into.way.length -= way.length;
  };
  if (list.length === 2 && isInterval(place.name)) {
    takeAt([0], "interval-low", list[0]);
    takeAt([1], "interval-high", list[1]);
  }
  const said = armsOf(list.filter(isObject));
  const parts: {
    readonly way: readonly [number, string];
    readonly role: NumberRole;
    readonly value: unknown;
  }[] = [];
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
    for (const [name, value] of Object.entries(arm)) {
      const property = element.property(name);
      if (property.part !== undefined && which !== undefined)
        parts.push({ way: [index, name], role: `${which}-${property.part}`, value });
      // What the arm is called is not what the study is called.
      else if (property.roles.some(({ role, by }) => by !== "name" || isNumberRole(role)))
        goInto(name, value, property, into);
    }
    into.way.pop();
  }
  // Of two experimental arms nobody can say which is meant.
  const once = new Set<NumberRole>();
  const twice = new Set<NumberRole>();
  for (const { role } of parts) (once.has(role) ? twice : once).add(role);
  for (const { way, role, value } of parts) if (!twice.has(role)) takeAt(way, role, value);
}

/** Where an arm is named, the likeliest first. */
const armKeys = ["arm", "group", "role", "name", "label", "title"];

/**
 * Which arms the objects of a list are: by the one property that tells all of them apart, where words go before single
 * signs, which may be identifiers or grades; else by what each says, else the other one of two, else by their places.
 */
function armsOf(objects: readonly Readonly<Record<string, unknown>>[]): readonly (Arm | undefined)[] {
  for (const key of armKeys) {
    const told = armsBy(key, objects, 1);
    if (told !== undefined) return told;
  }
  const keys = Object.keys(objects[0] ?? {});
  for (const fewest of [2, 1])
    for (const key of keys) {
      const told = armsBy(key, objects, fewest);
      if (told !== undefined) return told;
    }
  const said = objects.map(armOf);
  if (objects.length !== 2) return said;
  const [first, second] = said;
  if (first === undefined && second === undefined) return arms;
  return [first ?? otherArm(second), second ?? otherArm(first)];
}

/** The arms that a property names, where it names one for each and not the same for all. @param fewest letters of a name */
function armsBy(
  key: string,
  objects: readonly Readonly<Record<string, unknown>>[],
  fewest: number,
): readonly Arm[] | undefined {
  const told: Arm[] = [];
  for (const { [key]: value } of objects) {
    const arm = namedBy(value);
    if (arm === undefined || String(value).length < fewest) return undefined;
    told.push(arm);
  }
  return told.some((arm) => arm !== told[0]) ? told : undefined;
}

function namedBy(value: unknown): Arm | undefined {
  return typeof value === "string" && value.length < 60 ? armNamed(value) : undefined;
}

function armOf(object: Readonly<Record<string, unknown>>): Arm | undefined {
  for (const name in object) {
    const named = namedBy(object[name]);
    if (named !== undefined) return named;
  }
  return undefined;
}

function otherArm(arm: Arm | undefined): Arm | undefined {
  return arms.find((one) => one !== arm);
}

function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** A name as it stands in a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
