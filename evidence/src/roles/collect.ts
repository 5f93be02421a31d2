import type { RowReading } from "./arms";
import { armsOfList, isExchanged, isListOfScope } from "./arms";
import type { BoundPlace, BoundRole } from "./binding";
import { isObject, ranks } from "./explicitRoles";
import type { Arm } from "./roles";
import { armRoles, ofOtherArm } from "./roles";
import { standardValue } from "./values";

/** Takes the values of a row by the roles of their properties. */
export interface Taker {
  readonly reading: RowReading;
  /** The way from the row to the value that is looked at. */
  readonly way: (string | number)[];
  take(bound: BoundRole, value: unknown): void;
  /** What an arm calls itself. */
  nameArm(arm: Arm, name: string): void;
  /** There are arms of which nothing says which is which: their numbers are not taken. */
  armsUnknown(): void;
}

/** Whether arms that numbers name are the other ones; undefined where that is not known. */
type Exchange = boolean | undefined;

const longestName = 200;

/** Gives all values of a row, with the roles that their properties have. */
export function collectRow(row: Readonly<Record<string, unknown>>, place: BoundPlace, into: Taker): void {
  collect(row, place, into, into.reading.isExchanged);
}

function collect(value: unknown, place: BoundPlace, into: Taker, exchanged: Exchange): void {
  const { roles } = place;
  if (Array.isArray(value)) {
    if (place.scope === "none") takeAs(roles, value, into, exchanged);
    collectList(value as readonly unknown[], place, into, exchanged);
    return;
  }
  if (!isObject(value)) {
    takeAs(roles, value, into, exchanged);
    const { scope } = place;
    if ((scope === "experimental" || scope === "comparator") && isOfNumbers(value))
      for (const part of ["events", "mean"] as const)
        into.take({ role: armRoles[scope][part], by: "name", rank: ranks.name, values: noValues }, value);
    return;
  }
  if (roles.some(({ role }) => isOfObject(role))) takeAs(roles, value, into, exchanged);
  if ((place.scope === "none" && !place.hasExplicit) || place.isBesideAnalysis) return;
  let known: Exchange | null = null;
  // Own properties only, as in all that JSON is read to; a list of their names would be made for each row.
  for (const name in value) {
    if (name.length > longestName) continue;
    const property = place.property(name);
    const one = value[name];
    if (typeof one !== "object" && property.roles.length === 0 && property.scope === "none") continue;
    let own = exchanged;
    if (property.numbered !== undefined && place.numbered === undefined) {
      if (known === null) {
        known = isExchanged(value, place, into.reading);
        if (known === undefined) into.armsUnknown();
      }
      own = known;
    }
    into.way.push(name);
    collect(one, property, into, own);
    into.way.pop();
  }
}

const noValues: ReadonlyMap<never, never> = new Map<never, never>();

/** Whether the numbers of an arm stand in one text: `3/20`, `3.1 (1.0)`, `3 of 20`; not `5 mg`. */
function isOfNumbers(value: unknown): boolean {
  return typeof value === "string" && /^\d[\d.,]*\s*(?:[/(±;%]|[-–]\s*\d|of\s+\d)/.test(value);
}

/** What is read as it is, be it an object or a list. */
function isOfObject(role: BoundRole["role"]): boolean {
  return ["risk-of-bias", "footnotes", "excluded", "applies-to"].includes(role);
}

function takeAs(roles: readonly BoundRole[], value: unknown, into: Taker, exchanged: Exchange): void {
  for (const bound of roles) {
    const { role, numbered, values } = bound;
    if (typeof value === "object" && value !== null && !isOfObject(role) && !Array.isArray(value)) continue;
    if (role === "arm") {
      if (numbered !== undefined && exchanged !== undefined && typeof value === "string")
        into.nameArm(exchanged ? otherArm(numbered) : numbered, value);
      continue;
    }
    if (numbered !== undefined && exchanged === undefined) continue;
    const meant = values.size > 0 ? standardValue(role, values, value) : value;
    if (meant === "" && value !== "") continue;
    const other = numbered !== undefined && exchanged === true ? ofOtherArm.get(role) : undefined;
    into.take(other === undefined ? bound : { ...bound, role: other }, meant);
  }
}

function otherArm(arm: Arm): Arm {
  return arm === "experimental" ? "comparator" : "experimental";
}

/** Both ends of an interval, arms, or whatever somebody says that they are. */
function collectList(list: readonly unknown[], place: BoundPlace, into: Taker, exchanged: Exchange): void {
  if (place.scope === "interval" && list.length === 2) {
    const [low, high] = [place.property("low"), place.property("high")];
    takeElement(0, low, list[0], into, exchanged);
    takeElement(1, high, list[1], into, exchanged);
  }
  const arms = isListOfScope(place) ? armsOfList(list, place, into.reading.labels) : noArms;
  if (arms === undefined) into.armsUnknown();
  if (arms === noArms && !place.hasExplicit) return;
  for (const [index, one] of list.entries()) {
    const arm = arms?.[index];
    if (typeof arm?.name === "string") into.nameArm(arm.arm, arm.name);
    takeElement(index, place.element(index, arm?.arm ?? "none"), one, into, exchanged);
  }
}

const noArms: readonly undefined[] = [];

function takeElement(
  index: number,
  place: BoundPlace,
  value: unknown,
  into: Taker,
  exchanged: Exchange,
): void {
  into.way.push(index);
  collect(value, place, into, exchanged);
  into.way.pop();
}
