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
  /** Among the rows of its item. */
  readonly index: number;
  /** The index of its subgroup. */
  readonly subgroup: number | null;
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

/** A step of the way into an item. A pointer is written when somebody asks: a large document has a hundred thousand. */
class Step {
  constructor(
    private readonly before: Step | string,
    private readonly name: string | number,
  ) {}

  get pointer(): string {
    const { before, name } = this;
    const way = typeof before === "string" ? before : before.pointer;
    return `${way}/${typeof name === "string" ? escaped(name) : name}`;
  }
}

class FoundValue<Value> implements Found<Value> {
  constructor(
    readonly value: Value,
    readonly step: Step,
    /** Of several values for one role, the lowest counts. */
    readonly rank: number,
  ) {}

  get pointer(): string {
    return this.step.pointer;
  }
}

/** What was read of a row. */
export class Row implements ItemRow {
  index: number;
  subgroup: number | null = null;
  readonly study: string;
  readonly excluded: boolean;
  readonly numbers = new Map<NumberRole, Found<number>>();
  readonly notNumbers: ReadonlyMap<NumberRole, Found<unknown>>;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;

  constructor(private readonly read: ReadProperties) {
    const { candidates, index } = read;
    this.index = index;
    this.study = textOf(candidates.get("study")) ?? String(index + 1);
    this.excluded = readBoolean(candidates.get("excluded")?.value) ?? false;
    let notNumbers: Map<NumberRole, Found<unknown>> | undefined;
    let results: Map<ResultRole, Found<number>> | undefined;
    for (const [role, found] of candidates) {
      const { value, step } = found;
      if (isNumberRole(role)) {
        if (typeof value === "number" && Number.isFinite(value))
          this.numbers.set(role, new FoundValue(value, step, 0));
        else (notNumbers ??= new Map()).set(role, found);
      } else if (typeof value === "number" && isResultRole(role))
        (results ??= new Map()).set(role, new FoundValue(value, step, 0));
    }
    this.notNumbers = notNumbers ?? nothing;
    this.results = results ?? nothing;
  }

  get pointer(): string {
    return this.read.at.pointer;
  }

  get year(): string | null {
    return textOf(this.read.candidates.get("year"));
  }

  get subgroupLabel(): string | null {
    return textOf(this.read.candidates.get("subgroup"));
  }

  get riskOfBias(): Found<unknown> | null {
    return this.read.candidates.get("risk-of-bias") ?? null;
  }

  get footnotes(): Found<unknown> | null {
    return this.read.candidates.get("footnotes") ?? null;
  }

  get places(): ReadonlyMap<Role, string> {
    const places = new Map<Role, string>();
    for (const [role, { pointer }] of this.read.empty) places.set(role, pointer);
    for (const [role, { pointer }] of this.read.candidates) places.set(role, pointer);
    return places;
  }

  /** The same row where it turned out to stand. */
  placed(index: number, subgroup: number | null): ItemRow {
    this.index = index;
    this.subgroup = subgroup;
    return this;
  }
}

interface ReadProperties {
  readonly at: Step;
  readonly candidates: ReadonlyMap<Role, FoundValue<unknown>>;
  /** Where null stands. */
  readonly empty: ReadonlyMap<Role, Step>;
  readonly index: number;
}

const nothing: ReadonlyMap<never, never> = new Map<never, never>();

/** Reads a row by the roles of its properties. */
export function readRow(row: unknown, place: BoundPlace, list: string, at: number, index: number): Row {
  const candidates = new Map<Role, FoundValue<unknown>>();
  const empty = new Map<Role, Step>();
  const whole = new Step(list, at);
  collect(row, place, whole);
  return new Row({ at: whole, candidates, empty, index });

  function collect(value: unknown, at: BoundPlace, where: Step): void {
    if (typeof value !== "object" || value === null) {
      for (const bound of at.roles) take(bound, value, where);
      return;
    }
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
            new Step(where, end),
          );
      collectArms(value as readonly unknown[], at, where);
      return;
    }
    if (!isObject(value)) return;
    for (const name of Object.keys(value))
      if (name.length <= 200) collect(value[name], at.property(name), new Step(where, name));
  }

  function take({ role, rank }: BoundRole, value: unknown, where: Step): void {
    if (value === null) empty.set(role, where);
    if (value === null || value === undefined) return;
    const known = candidates.get(role);
    if (known === undefined || rank < known.rank) candidates.set(role, new FoundValue(value, where, rank));
  }

  /** A list of arms: each says which it is, or the experimental one stands first. */
  function collectArms(list: readonly unknown[], at: BoundPlace, where: Step): void {
    const objects = list.filter(isObject);
    const said = objects.map((arm) => armOf(arm));
    list.forEach((arm, armIndex) => {
      const element = at.element(armIndex, "row");
      const armAt = new Step(where, armIndex);
      if (!isObject(arm)) return;
      const position = objects.indexOf(arm);
      const byPlace = objects.length === 2 && said.every((one) => one === undefined);
      const which =
        said[position] ?? (byPlace ? (["experimental", "comparator"] as const)[position] : undefined);
      for (const [name, value] of Object.entries(arm)) {
        const property = element.property(name);
        if (property.part !== undefined && which !== undefined)
          take(
            {
              role: `${which}-${property.part}`,
              by: "name",
              rank: 0,
              values: new Map(),
            },
            value,
            new Step(armAt, name),
          );
        // What the arm is called is not what the study is called.
        else if (property.roles.some(({ role, by }) => by !== "name" || isNumberRole(role)))
          collect(value, property, new Step(armAt, name));
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

function textOf(found: Found<unknown> | undefined): string | null {
  if (typeof found?.value === "number") return String(found.value);
  return typeof found?.value === "string" && found.value.trim() !== "" ? found.value : null;
}

/** A name as it stands in a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
