import type { Arm } from "./names";
import { armNamed, isInterval } from "./names";
import type { BoundPlace, BoundRole } from "./binding";
import { isObject } from "./explicitRoles";
import type { NumberRole, ResultRole, Role } from "./roles";
import { isNumberRole, isResultRole } from "./roles";
import { readBoolean } from "./values";

/** A value of a document, and where in the item it stands (RFC 6901). */
export interface Found<Value> {
  readonly value: Value;
  readonly pointer: string;
}

/** A row of an item, as it stands there. */
export interface ItemRow {
  readonly pointer: string;
  readonly study: string;
  readonly year: string | null;
  /** What the row itself says its subgroup is. */
  readonly subgroupLabel: string | null;
  readonly excluded: boolean;
  readonly numbers: ReadonlyMap<NumberRole, Found<number>>;
  /** Values that have the role of a number and are none. */
  readonly notNumbers: ReadonlyMap<NumberRole, Found<unknown>>;
  readonly riskOfBias: Found<unknown> | null;
  readonly footnotes: Found<unknown> | null;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  /** Where each role stands, also with null for its value. */
  readonly places: ReadonlyMap<Role, string>;
}

interface Candidate extends Found<unknown> {
  readonly rank: number;
}

/** Reads a row by the roles of its properties. */
export function readRow(row: unknown, place: BoundPlace, pointer: string, index: number): ItemRow {
  const candidates = new Map<Role, Candidate>();
  const empty = new Map<Role, string>();
  collect(row, place, pointer);
  const places = new Map(empty);
  const numbers = new Map<NumberRole, Found<number>>();
  const notNumbers = new Map<NumberRole, Found<unknown>>();
  const results = new Map<ResultRole, Found<number>>();
  for (const [role, { value, pointer: at }] of candidates) {
    places.set(role, at);
    if (isNumberRole(role)) {
      if (typeof value === "number" && Number.isFinite(value)) numbers.set(role, { value, pointer: at });
      else notNumbers.set(role, { value, pointer: at });
    } else if (isResultRole(role) && typeof value === "number") results.set(role, { value, pointer: at });
  }
  return {
    pointer,
    study: textOf(candidates.get("study")) ?? String(index + 1),
    year: textOf(candidates.get("year")),
    subgroupLabel: textOf(candidates.get("subgroup")),
    excluded: readBoolean(candidates.get("excluded")?.value) ?? false,
    numbers,
    notNumbers,
    riskOfBias: candidates.get("risk-of-bias") ?? null,
    footnotes: candidates.get("footnotes") ?? null,
    results,
    places,
  };

  function collect(value: unknown, at: BoundPlace, where: string): void {
    const isNamedList =
      Array.isArray(value) && at.roles.every(({ by, role }) => by === "name" && isNumberRole(role));
    if (at.roles.length > 0 && !isNested(at.roles, value) && !isNamedList) {
      for (const bound of at.roles) take(bound, value, where);
      return;
    }
    if (Array.isArray(value)) {
      if (isInterval(at.name) && value.length === 2)
        for (const [end, role] of (["interval-low", "interval-high"] as const).entries())
          take(
            { role, by: "name", rank: 0, values: new Map() },
            (value as unknown[])[end],
            `${where}/${end}`,
          );
      collectArms(value as readonly unknown[], at, where);
      return;
    }
    if (!isObject(value)) return;
    for (const [name, one] of Object.entries(value)) {
      if (name.length > 200) continue;
      collect(one, at.property(name), `${where}/${escaped(name)}`);
    }
  }

  function take({ role, rank }: BoundRole, value: unknown, where: string): void {
    if (value === null) empty.set(role, where);
    if (value === null || value === undefined) return;
    const known = candidates.get(role);
    if (known === undefined || rank < known.rank) candidates.set(role, { value, pointer: where, rank });
  }

  /** A list of arms: each says which it is, or the experimental one stands first. */
  function collectArms(list: readonly unknown[], at: BoundPlace, where: string): void {
    const objects = list.filter(isObject);
    const said = objects.map((arm) => armOf(arm));
    list.forEach((arm, armIndex) => {
      const element = at.element(armIndex, "row");
      const armPointer = `${where}/${armIndex}`;
      if (!isObject(arm)) return;
      const position = objects.indexOf(arm);
      const byPlace = objects.length === 2 && said.every((one) => one === undefined);
      const which =
        said[position] ?? (byPlace ? (["experimental", "comparator"] as const)[position] : undefined);
      for (const [name, value] of Object.entries(arm)) {
        const property = element.property(name);
        if (property.part !== undefined && which !== undefined)
          take(
            { role: `${which}-${property.part}`, by: "name", rank: 0, values: new Map() },
            value,
            `${armPointer}/${escaped(name)}`,
          );
        // What the arm is called is not what the study is called.
        else if (property.roles.some(({ role, by }) => by !== "name" || isNumberRole(role)))
          collect(value, property, `${armPointer}/${escaped(name)}`);
      }
    });
  }
}

/** Whether a property's role is that of something inside it: `"study": { "name": …, "year": … }`. */
function isNested(roles: readonly BoundRole[], value: unknown): boolean {
  return isObject(value) && roles.some(({ role }) => role !== "risk-of-bias" && role !== "footnotes");
}

function armOf(arm: Readonly<Record<string, unknown>>): Arm | undefined {
  for (const value of Object.values(arm)) {
    const named = typeof value === "string" && value.length < 60 ? armNamed(value) : undefined;
    if (named !== undefined) return named;
  }
  return undefined;
}

function textOf(found: Candidate | undefined): string | null {
  if (typeof found?.value === "number") return String(found.value);
  return typeof found?.value === "string" && found.value.trim() !== "" ? found.value : null;
}

/** A name as it stands in a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
