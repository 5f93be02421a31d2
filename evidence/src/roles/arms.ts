import type { BoundPlace } from "./binding";
import { isObject } from "./explicitRoles";
import { armNamed, cellsNamed, isListOfArms, isSum, partNamed } from "./names";
import type { Arm, Role } from "./roles";
import { armParts, armRoles, arms, isNumberRole } from "./roles";
import { plain } from "./values";

/*
 * Which arm an object of a row is, where its property's name does not say it: by what the analysis calls its arms, by
 * what the object says of itself, or as the other of two. Where it may be either, it is none.
 */

/** What the item calls its arms, without case and marks. */
export type ArmLabels = ReadonlyMap<string, Arm>;

/** Whether arms that are called by numbers only, `group1`, say themselves that they are the other ones. */
export function areArmsExchanged(
  value: Readonly<Record<string, unknown>>,
  place: BoundPlace,
  labels: ArmLabels,
): boolean {
  let isExchanged = false;
  for (const [name, one] of Object.entries(value)) {
    const arm = place.property(name).numberedArm;
    if (arm === undefined || !isObject(one)) continue;
    const said = armKeys.map((key) => namedBy(one[key], labels)).find((named) => named !== undefined);
    if (said === arm) return false;
    if (said !== undefined) isExchanged = true;
  }
  return isExchanged;
}

/** An object of a row that has what arms have, and is not called like one. */
export interface NamelessArm {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** @param place a property without a role */
export function isNamelessArm(value: unknown, place: BoundPlace): value is NamelessArm["value"] {
  if (!isObject(value) || place.ownArm !== undefined) return false;
  return Object.keys(value).some((name) => place.property(name).part !== undefined);
}

/**
 * Which arms such objects of a row are: those that the analysis calls so; of one, else, the other than the row's only one
 * that is called like an arm. `"statin"` beside `"placebo"` is the experimental one.
 */
export function armsOfNameless(
  row: Readonly<Record<string, unknown>>,
  nameless: readonly NamelessArm[],
  place: BoundPlace,
  labels: ArmLabels,
): readonly (Arm | undefined)[] {
  const [first] = nameless;
  const remaining = first && nameless.length === 1 ? otherArm(armBeside(first, row, place)) : undefined;
  return nameless.map(({ name }) => labels.get(plain(name)) ?? remaining);
}

/** The only arm of a row that is called like one, where another object has the same and is not the sum. */
function armBeside(
  { name, value }: NamelessArm,
  row: Readonly<Record<string, unknown>>,
  place: BoundPlace,
): Arm | undefined {
  if (isSum(name)) return undefined;
  const named = Object.entries(row).filter(
    ([key, one]) => isObject(one) && place.property(key).ownArm !== undefined,
  );
  const [only] = named;
  if (only === undefined || named.length > 1 || partsOf(only[1]) !== partsOf(value)) return undefined;
  const { ownArm, numberedArm } = place.property(only[0]);
  return numberedArm === undefined ? ownArm : undefined;
}

/**
 * Which arm is meant by numbers that are called by it and that nobody knows, in the same ways: `statin_events` and
 * `statin_n` beside `placebo_events` and `placebo_n`.
 *
 * @param names of properties of a row that have a {@link BoundPlace.partOfOther}
 */
export function armOfNumbers(
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
  place: BoundPlace,
  labels: ArmLabels,
): (name: string) => Arm | undefined {
  const found = names.flatMap((name) => place.property(name).partOfOther ?? []);
  const partsCalled = (arm: string): string =>
    armParts.filter((part) => found.some((one) => one.arm === arm && one.part === part)).join();
  const partsKnown = (arm: Arm): string =>
    armParts
      .filter((part) =>
        Object.keys(row).some((name) =>
          place.property(name).roles.some(({ role }) => role === `${arm}-${part}`),
        ),
      )
      .join();
  const called = [...new Set(found.map(({ arm }) => arm))];
  const byName = new Map(
    called.flatMap((arm) => {
      const known = labels.get(arm) ?? armNamed(arm);
      return known === undefined ? [] : [[arm, known] as const];
    }),
  );
  const others = called.filter((arm) => !byName.has(arm));
  const [other = ""] = others;
  const beside = [
    ...[...byName].map(([arm, known]) => ({ known, parts: partsCalled(arm) })),
    ...arms.map((known) => ({ known, parts: partsKnown(known) })),
  ].filter(({ parts }) => parts !== "");
  const [only] = beside;
  if (others.length === 1 && beside.length === 1 && only?.parts === partsCalled(other)) {
    const remaining = otherArm(only.known);
    if (remaining !== undefined) byName.set(other, remaining);
  }
  return (name) => byName.get(place.property(name).partOfOther?.arm ?? "");
}

/** What a table of four cells says of an arm. */
export interface Cells {
  readonly arm: Arm;
  /** Of its events. */
  readonly name: string;
  readonly events: unknown;
  /** The sum of both cells; undefined where one of them is none, or a total itself. */
  readonly total: number | undefined;
}

/** The cells of a row, one letter each perhaps, where nothing else says what its numbers are. */
export function cellsOf(row: Readonly<Record<string, unknown>>, place: BoundPlace): readonly Cells[] {
  const names = cellsNamed(row);
  const isTold = (name: string): boolean => {
    const { roles, isInterval } = place.property(name);
    // Both ends in one text are no number.
    if (isInterval && typeof row[name] === "string") return false;
    if (names?.includes(name) === true) return roles.some(({ by }) => by !== "name");
    return isObject(row[name]) || roles.some(({ role }) => isNumberRole(role));
  };
  if (names === undefined || Object.keys(row).some(isTold)) return [];
  return arms.map((arm, index) => {
    const [name = "", beside = ""] = names.slice(2 * index);
    const [events, others] = [row[name], row[beside]];
    const isPart = place.property(beside).roles.length === 0;
    const total =
      isPart && typeof events === "number" && typeof others === "number" ? events + others : undefined;
    return { arm, name, events, total };
  });
}

/** Which properties of an object are called like those of an arm. */
function partsOf(value: unknown): string {
  if (!isObject(value)) return "";
  return Object.keys(value)
    .filter((name) => partNamed(name) !== undefined)
    .sort()
    .join();
}

/** Where an arm is named, the likeliest first. */
const armKeys = ["arm", "group", "role", "name", "label", "title", "type"];

/**
 * Which arms the objects of a list are: by the one property that tells all of them apart, where words go before single
 * signs, which may be identifiers or grades; else by what each says, else the other one of two, else by their places in a
 * list of arms, or where nothing is said of either.
 *
 * @param name of the list
 */
export function armsOf(
  objects: readonly Readonly<Record<string, unknown>>[],
  name: string,
  labels: ArmLabels,
): readonly (Arm | undefined)[] {
  for (const key of armKeys) {
    const told = armsBy(key, objects, 1, labels);
    if (told !== undefined) return told;
  }
  const keys = Object.keys(objects[0] ?? {});
  for (const fewest of [2, 1])
    for (const key of keys) {
      const told = armsBy(key, objects, fewest, labels);
      if (told !== undefined) return told;
    }
  const said = objects.map((object) => armOf(object, labels));
  if (objects.length !== 2) {
    // Of three arms the one that nobody knows may be any.
    const isKnown = said.every((arm, index) => arm !== undefined || isOfBoth(objects[index] ?? {}));
    return isKnown ? said : [];
  }
  const [first, second] = said;
  if (first !== undefined || second !== undefined)
    return [first ?? otherArm(second), second ?? otherArm(first)];
  return isListOfArms(name) || !areToldApart(objects) ? arms : [];
}

/** Whether something is said of two objects that is not the same: they may be men and women. */
function areToldApart([one, other]: readonly Readonly<Record<string, unknown>>[]): boolean {
  return Object.entries(one ?? {}).some(
    ([key, value]) => typeof value === "string" && other?.[key] !== value,
  );
}

/** Whether an element of a list of arms is their sum. */
function isOfBoth(object: Readonly<Record<string, unknown>>): boolean {
  return armKeys.some((key) => isSum(String(object[key])));
}

/** The arms that a property names, where it names one for each and not the same for all. @param fewest letters of a name */
function armsBy(
  key: string,
  objects: readonly Readonly<Record<string, unknown>>[],
  fewest: number,
  labels: ArmLabels,
): readonly Arm[] | undefined {
  const told: Arm[] = [];
  for (const { [key]: value } of objects) {
    const arm = namedBy(value, labels);
    if (arm === undefined || String(value).length < fewest) return undefined;
    told.push(arm);
  }
  return told.some((arm) => arm !== told[0]) ? told : undefined;
}

function namedBy(value: unknown, labels: ArmLabels): Arm | undefined {
  if (typeof value !== "string" || value.length >= longestLabel) return undefined;
  return (labels.size > 0 ? labels.get(plain(value)) : undefined) ?? armNamed(value);
}

const longestLabel = 200;

function armOf(object: Readonly<Record<string, unknown>>, labels: ArmLabels): Arm | undefined {
  for (const name in object) {
    const named = namedBy(object[name], labels);
    if (named !== undefined) return named;
  }
  return undefined;
}

function otherArm(arm: Arm | undefined): Arm | undefined {
  return arm && arms.find((one) => one !== arm);
}

/** A row, as far as it says where roles stand: pointers within the item. */
interface PlacedRow {
  readonly pointer: string;
  readonly places: ReadonlyMap<Role, string>;
}

/** One that may be written into. */
interface WritableRow extends PlacedRow {
  /** The roles that a number would have which was put into the row, a way from it. */
  rolesAt(way: string): ReadonlyMap<Role, unknown>;
}

/**
 * Where a role stands in a row; where the row lacks it, beside what else its arm has, or where others have it. Arms that
 * say themselves which they are may stand elsewhere than those of others: a place that is read so goes first, and one that
 * is read as something else is none. What a number is may show only once the rest of its arm is there.
 *
 * @param rows of the same analysis
 * @param further ways to it from rows of others
 * @returns its pointer; undefined where no place is known
 */
export function placeIn(
  row: WritableRow,
  rows: readonly PlacedRow[],
  role: Role,
  further: Iterable<string> = [],
): string | undefined {
  const own = row.places.get(role);
  if (own !== undefined) return own;
  const beside = rolesOfArm(role).flatMap((one) => row.places.get(one)?.slice(row.pointer.length) ?? []);
  const taken = new Set(row.places.values());
  const tried = new Set<string>();
  let possible: string | undefined;
  for (const way of waysTo(role, rows, further)) {
    if (tried.has(way)) continue;
    tried.add(way);
    const name = way.slice(way.lastIndexOf("/"));
    const ways = new Set([...beside.map((one) => one.slice(0, one.lastIndexOf("/")) + name), way]);
    for (const one of ways) {
      const pointer = row.pointer + one;
      if (taken.has(pointer)) continue;
      const roles = row.rolesAt(one);
      if (roles.has(role)) return pointer;
      if (one === way && roles.size === 0) possible ??= pointer;
    }
  }
  return possible;
}

function* waysTo(role: Role, rows: readonly PlacedRow[], further: Iterable<string>): Generator<string, void> {
  for (const { pointer, places } of rows) {
    const place = places.get(role);
    if (place !== undefined) yield place.slice(pointer.length);
  }
  yield* further;
}

/** All that the arm has whose role it is; nothing of what no arm has. */
function rolesOfArm(role: Role): readonly Role[] {
  const all = arms.map((arm): readonly Role[] => armParts.map((part) => armRoles[arm][part]));
  return all.find((roles) => roles.includes(role)) ?? [];
}
