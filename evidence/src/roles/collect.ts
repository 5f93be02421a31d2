import type { ArmLabels } from "./armLabels";
import { armsOfList, isExchanged } from "./armLabels";
import type { BoundPlace, BoundRole } from "./binding";
import { escaped, isObject } from "../json";
import { ranks } from "./explicitRoles";
import type { Arm, Role } from "./roles";
import { armRoles, ofOtherArm } from "./roles";
import { standardValue } from "./values";

/** How the rows of an item are read. */
export interface RowReading {
  readonly labels: ArmLabels;
  /** Whether arms that numbers name are the other ones; undefined where what the item calls them says otherwise. */
  readonly isExchanged: boolean | undefined;
  /** Whether texts are HTML. */
  readonly isHtml: boolean;
  /** What the rows call their arms, as far as they do: those of numbered arms by their numbers. */
  readonly armNames: Readonly<Record<Arm, Set<string>>>;
  /** In which order rows keep what has a role. */
  readonly slots: Map<Role, number>;
}

/** A value that has a role in a row. */
export interface Taken {
  readonly bound: BoundRole;
  readonly value: unknown;
  /** From the row to it (RFC 6901). */
  readonly way: string;
}

interface RowTakings {
  readonly taken: readonly Taken[];
  readonly hasUnknownArms: boolean;
}

/** Whether arms that numbers name are the other ones; undefined where that is not known: their numbers are not taken. */
type Exchange = boolean | undefined;

const longestName = 200;
const mostArmNames = 50;
const noValues: ReadonlyMap<never, never> = new Map<never, never>();

/** What is still to be filled in. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** All values of a row whose properties have a role. */
export function collectRow(
  row: Readonly<Record<string, unknown>>,
  place: BoundPlace,
  reading: RowReading,
): RowTakings {
  const taken: Taken[] = [];
  let hasUnknownArms = false;
  collect(row, place, "", reading.isExchanged);
  return { taken, hasUnknownArms };

  function collect(value: unknown, at: BoundPlace, way: string, exchanged: Exchange): void {
    const { roles, scope } = at;
    if (Array.isArray(value)) {
      if (scope === "none") takeAs(roles, value, way, exchanged);
      collectList(value, at, way, exchanged);
      return;
    }
    if (!isObject(value)) {
      takeAs(roles, value, way, exchanged);
      if ((scope === "experimental" || scope === "comparator") && isOfNumbers(value))
        for (const part of ["events", "mean"] as const) {
          const bound = {
            role: armRoles[scope][part],
            by: "name",
            rank: ranks.name,
            values: noValues,
          } as const;
          taken.push({ bound, value, way });
        }
      return;
    }
    if (roles.some(({ role }) => isOfObject(role))) takeAs(roles, value, way, exchanged);
    if ((scope === "none" && !at.hasExplicit) || at.isBesideAnalysis) return;
    let known: Exchange | null = null;
    // Own properties only, as in all that JSON is read to; a list of their names would be made for each row.
    for (const name in value) {
      if (name.length > longestName) continue;
      const property = at.property(name);
      const one = value[name];
      if (typeof one !== "object" && property.roles.length === 0 && property.scope === "none") continue;
      let own = exchanged;
      if (property.numbered !== undefined && at.numbered === undefined) {
        if (known === null) known = isExchanged(value, at, reading.labels, reading.isExchanged);
        if (known === undefined) hasUnknownArms = true;
        own = known;
      }
      collect(one, property, `${way}/${escaped(name)}`, own);
    }
  }

  /** Both ends of an interval, arms, or whatever somebody says that they are. */
  function collectList(list: readonly unknown[], at: BoundPlace, way: string, exchanged: Exchange): void {
    if (at.scope === "interval" && list.length === 2)
      for (const [index, end] of (["low", "high"] as const).entries())
        collect(list[index], at.property(end), `${way}/${index}`, exchanged);
    // What is an object in other rows may be a list of arms, such as `results`.
    const mayBeArms = at.scope === "arms" || at.scope === "row";
    const arms = mayBeArms ? armsOfList(list, at, reading.labels) : [];
    if (arms === undefined) hasUnknownArms = true;
    if (!mayBeArms && !at.hasExplicit) return;
    for (const [index, one] of list.entries()) {
      const { arm, name } = arms?.[index] ?? {};
      if (arm !== undefined && typeof name === "string") nameArm(arm, name);
      collect(one, at.element(index, arm ?? "none"), `${way}/${index}`, exchanged);
    }
  }

  function takeAs(roles: readonly BoundRole[], value: unknown, way: string, exchanged: Exchange): void {
    if (value === undefined) return;
    for (const bound of roles) {
      const { role, numbered, values } = bound;
      if (isObject(value) && !isOfObject(role)) continue;
      if (numbered !== undefined && exchanged === undefined) continue;
      const isOther = numbered !== undefined && exchanged === true;
      if (role === "arm") {
        if (numbered === undefined || typeof value !== "string") continue;
        nameArm(isOther ? (numbered === "experimental" ? "comparator" : "experimental") : numbered, value);
        continue;
      }
      const meant = values.size > 0 ? standardValue(role, values, value) : value;
      if (meant === "" && value !== "") continue;
      const other = isOther ? ofOtherArm.get(role) : undefined;
      taken.push({ bound: other === undefined ? bound : { ...bound, role: other }, value: meant, way });
    }
  }

  function nameArm(arm: Arm, name: string): void {
    if (reading.armNames[arm].size < mostArmNames) reading.armNames[arm].add(name);
  }
}

/** Whether the numbers of an arm stand in one text: `3/20`, `3.1 (1.0)`, `3 of 20`; not `5 mg`. */
function isOfNumbers(value: unknown): boolean {
  return typeof value === "string" && /^\d[\d.,]*\s*(?:[/(±;%]|[-–]\s*\d|of\s+\d)/.test(value);
}

/** What is read as it is, be it an object or a list. */
function isOfObject(role: Role): boolean {
  return ["risk-of-bias", "footnotes", "excluded", "applies-to"].includes(role);
}
