import { type ArmLabels, armsOfList, isExchanged } from "./armLabels";
import type { BoundPlace, BoundRole } from "./binding";
import { escaped, isObject } from "../json";
import { plain, standardValue } from "../choiceValues";
import { ranks } from "./explicitRoles";
import { type Arm, type Role, armRoles, arms, ofOtherArm } from "./roles";
import { type Scope, armSuggested } from "./words";

/** The context in which the rows of an item are read. */
export interface RowReading {
  readonly labels: ArmLabels;
  /** Whether arm 1 is the comparator; undefined if the item's labels contradict the numbers of the arms. */
  readonly isExchanged: boolean | undefined;
  readonly isHtml: boolean;
  /** The names that the rows give to their arms. */
  readonly armNames: Readonly<Record<Arm, Set<string>>>;
  /** The index at which each row stores the value of a role. */
  readonly slots: Map<Role, number>;
}

export interface RoleValue {
  readonly bound: BoundRole;
  readonly value: unknown;
  /** The path from the row to the value (RFC 6901). */
  readonly pointer: string;
}

interface CollectedRow {
  readonly roleValues: readonly RoleValue[];
  readonly hasUnknownArms: boolean;
  /** Whether the row has objects that are not read: they may hold other numbers of the same kind. */
  readonly hasUnread: boolean;
}

/**
 * Whether arm 1 is the comparator; undefined if unknown: values that only the number of an arm names are then skipped.
 */
type Exchange = boolean | undefined;

const maxNameLength = 200;
const maxArmNames = 50;
const noValues: ReadonlyMap<never, never> = new Map<never, never>();

export function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** Collects all values of a row whose properties have a role. */
export function collectRow(
  row: Readonly<Record<string, unknown>>,
  place: BoundPlace,
  reading: RowReading,
): CollectedRow {
  const roleValues: RoleValue[] = [];
  let hasUnknownArms = false;
  let hasUnread = false;
  collect(row, place, "", reading.isExchanged);
  return { roleValues, hasUnknownArms, hasUnread };

  function collect(value: unknown, at: BoundPlace, pointer: string, exchanged: Exchange): void {
    const { roles, scope } = at;
    if (Array.isArray(value)) {
      if (scope === "none") addAs(roles, value, pointer, exchanged);
      collectList(value, at, pointer, exchanged);
      return;
    }
    if (!isObject(value)) {
      addAs(roles, value, pointer, exchanged);
      if (scope !== "experimental" && scope !== "comparator") return;
      const bound = { by: "name", rank: ranks.name, values: noValues } as const;
      if (isOfNumbers(value))
        for (const part of ["events", "mean"] as const)
          roleValues.push({ bound: { ...bound, role: armRoles[scope][part] }, value, pointer });
      else if (typeof value === "string" && at.numbered === undefined && at.isUnbound) nameArm(scope, value);
      return;
    }
    const isWhole = roles.some(({ role }) => isOfObject(role));
    if (isWhole) addAs(roles, value, pointer, exchanged);
    if (at.isNextToAnalysis) return;
    if (scope === "none" && !at.hasExplicit) {
      hasUnread ||= !isWhole;
      return;
    }
    // Null as long as no property of a numbered arm has been seen.
    let exchangedHere: Exchange | null = null;
    // `for…in`: parsed JSON has own properties only, and `Object.keys` would allocate a list for each row.
    for (const name in value) {
      if (name.length > maxNameLength) continue;
      const property = at.property(name);
      const one = value[name];
      if (typeof one !== "object" && property.roles.length === 0 && property.scope === "none") continue;
      if (typeof one === "string" && isNameOfArm(at, property) && !isLabelled(value, at))
        nameKnown(at.scope, one);
      let own = exchanged;
      if (property.numbered !== undefined && at.numbered === undefined) {
        if (exchangedHere === null)
          exchangedHere = isExchanged(value, at, reading.labels, reading.isExchanged);
        if (exchangedHere === undefined) hasUnknownArms = true;
        own = exchangedHere;
      }
      collect(one, property, `${pointer}/${escaped(name)}`, own);
    }
  }

  /** Reads a list as the two ends of an interval, as arms, or by explicit roles. */
  function collectList(list: readonly unknown[], at: BoundPlace, pointer: string, exchanged: Exchange): void {
    if (at.scope === "interval" && list.length === 2)
      for (const [index, end] of (["low", "high"] as const).entries())
        collect(list[index], at.property(end), `${pointer}/${index}`, exchanged);
    // A property that is an object in other rows, such as `results`, may be a list of arms.
    const mayBeArms = at.scope === "arms" || at.scope === "row";
    const known = mayBeArms ? armsOfList(list, at, reading.labels) : [];
    if (known === undefined) hasUnknownArms = true;
    if (!mayBeArms && !at.hasExplicit) {
      hasUnread ||= list.some(isObject);
      return;
    }
    for (const [index, one] of list.entries()) {
      const { arm, name } = known?.[index] ?? {};
      if (arm !== undefined && typeof name === "string") nameArm(arm, name);
      collect(one, at.element(index, arm ?? "none"), `${pointer}/${index}`, exchanged);
    }
  }

  function addAs(roles: readonly BoundRole[], value: unknown, pointer: string, exchanged: Exchange): void {
    if (value === undefined) return;
    for (const bound of roles) {
      const { role, numbered, values } = bound;
      if (isObject(value) && !isOfObject(role)) continue;
      if (numbered !== undefined && exchanged === undefined) continue;
      const isOther = numbered !== undefined && exchanged === true;
      if (role === "arm") {
        const arm = arms.find((one) => (one === numbered) !== isOther);
        if (numbered !== undefined && arm !== undefined && typeof value === "string") nameArm(arm, value);
        continue;
      }
      const intended = values.size > 0 ? standardValue(role, values, value) : value;
      if (intended === "" && value !== "") continue;
      const other = isOther ? ofOtherArm.get(role) : undefined;
      roleValues.push({
        bound: other === undefined ? bound : { ...bound, role: other },
        value: intended,
        pointer,
      });
    }
  }

  /**
   * Keeps the name that an object, itself named after an arm, gives to that arm. A name that suggests the other arm
   * makes the arms unknown: `"treatment": { "name": "placebo" }`.
   */
  function nameKnown(scope: Scope, name: string): void {
    if ((scope !== "experimental" && scope !== "comparator") || reading.labels.get(plain(name)) === scope)
      return;
    nameArm(scope, name);
    if ((armSuggested(name) ?? scope) !== scope) hasUnknownArms = true;
  }

  function nameArm(arm: Arm, name: string): void {
    if (reading.armNames[arm].size < maxArmNames) reading.armNames[arm].add(name);
  }
}

function isNameOfArm({ scope, numbered, roles }: BoundPlace, property: BoundPlace): boolean {
  const isArm = (scope === "experimental" || scope === "comparator") && numbered === undefined;
  const isStated = roles.some(({ by }) => by !== "name");
  return isArm && !isStated && property.roles.some(({ role, by }) => role === "arm" && by === "name");
}

/** Whether the setting or the schema identifies an object's arm by one of its labels. */
function isLabelled(object: Readonly<Record<string, unknown>>, place: BoundPlace): boolean {
  const isLabel = ({ role, by }: BoundRole): boolean => role === "arm" && by !== "name";
  return Object.keys(object).some((name) => place.property(name).roles.some(isLabel));
}

/** Whether a text holds several numbers of an arm, or a percentage: `3/20`, `3.1 (1.0)`, `15%`; not `5 mg`. */
function isOfNumbers(value: unknown): boolean {
  return typeof value === "string" && /^\d[\d.,]*\s*(?:[/(±;%]|[-–]\s*\d|of\s+\d)/.test(value);
}

/** Whether the value of a role may be an object or a list. */
function isOfObject(role: Role): boolean {
  return ["risk-of-bias", "footnotes", "excluded", "applies-to"].includes(role);
}
