import type { ExplicitRole, Resolve, WrongEntry } from "./explicitRoles";
import { isObject, keyOf, rolesOfSchema, rolesOfSetting } from "./explicitRoles";
import type { ArmPart, NamedEffect, PartOfOther } from "./names";
import {
  armNamed,
  effectAt,
  isBaseline,
  isBesideAnalysis,
  isInterval,
  isOfFigure,
  isOfSamePool,
  isOtherStatistic,
  isResultObject,
  isTheNumber,
  listNamed,
  mayBeCell,
  mayBeResultIn,
  nameInAnalysis,
  nameInRow,
  nameInSubgroup,
  nameOfResult,
  partNamed,
  partOfOther,
} from "./names";
import type { Arm, ListRole, Role } from "./roles";
import { isNumberRole, isResultRole } from "./roles";

/** A role that a property has. */
export interface BoundRole {
  readonly role: Role;
  readonly by: "setting" | "annotation" | "name";
  /** Of several properties with one role, the lowest is read. */
  readonly rank: number;
  readonly values: ReadonlyMap<string, string>;
  /** What the name says of a measure; the number of an object is called as the object is: `"hr": { "value": 0.72 }`. */
  readonly effect?: NamedEffect | undefined;
}

/** What stands at a path: the item or what surrounds its lists, a subgroup, or a row. */
export type Level = "analysis" | "subgroup" | "row";

/**
 * The roles of all properties of items of one schema: bound once, and remembered for each path that an item had. What
 * the setting says goes before the annotations of the schema, and these before names.
 */
export interface RoleBinding {
  readonly item: BoundPlace;
  /** Entries of the setting that say nothing. */
  readonly wrongEntries: readonly WrongEntry[];
}

/**
 * @param sources.setting the value of the setting `evidence.roles`
 * @param sources.itemSchema the item schema as plain JSON, where there is one
 * @param sources.resolve what an address in the schema means
 */
export function bindRoles(sources: {
  readonly setting?: unknown;
  readonly itemSchema?: unknown;
  readonly resolve?: Resolve;
}): RoleBinding {
  const setting = rolesOfSetting(sources.setting);
  const annotations = rolesOfSchema(sources.itemSchema, sources.resolve);
  const explicit = [...setting.roles, ...annotations];
  return {
    item: new BoundPlace("", [], explicit, {
      level: "analysis",
      isElement: false,
      arm: undefined,
      isResult: false,
      isOtherStatistic: false,
      isBaseline: false,
      isOfFigure: false,
      statistic: undefined,
      within: "",
    }),
    wrongEntries: setting.wrong,
  };
}

/** Items that use names as keys have ever new ones: a place remembers so many. */
const mostRemembered = 1000;

interface Context {
  readonly level: Level;
  readonly isElement: boolean;
  readonly arm: Arm | undefined;
  /** Within an object of stored results. */
  readonly isResult: boolean;
  /** Within one of other results than those that are compared. */
  readonly isOtherStatistic: boolean;
  /** Within what was measured before anybody was treated. */
  readonly isBaseline: boolean;
  /** Within what a figure looks like. */
  readonly isOfFigure: boolean;
  /** The result whose object it is within. */
  readonly statistic: Role | undefined;
  /** The property around it. */
  readonly within: string;
}

/** A path inside items, with what is bound there. */
export class BoundPlace {
  readonly roles: readonly BoundRole[];
  /** What is an arm's only because of an object around it whose arm a value names (`arms: [{ arm: "control", n: 3 }]`). */
  readonly part: ArmPart | undefined;
  /** The same of what is called by an arm that nobody knows. */
  readonly partOfOther: PartOfOther | undefined;
  /** Whether it is called as what is not pooled, or pooled once more, and nobody says that something in it is meant. */
  readonly isBesideAnalysis: boolean;
  /** Whether both ends of an interval may stand here. */
  readonly isInterval: boolean;
  /** Whether something in it was called like one of four cells. */
  mayHaveCells = false;
  /** The arm that it is by a number only, `group1`. */
  readonly numberedArm: Arm | undefined;
  readonly #listNamed: ListRole | undefined;
  readonly #children: Readonly<Record<Level, Map<string, BoundPlace>>> = {
    analysis: new Map(),
    subgroup: new Map(),
    row: new Map(),
  };

  constructor(
    readonly name: string,
    private readonly path: readonly string[],
    /** The explicit roles whose paths begin with this one. */
    private readonly explicit: readonly ExplicitRole[],
    private readonly context: Context,
  ) {
    const here = explicit.filter((one) => one.path.length === path.length);
    const setting = here.filter(({ by }) => by === "setting");
    const chosen = setting.length > 0 ? setting : here;
    const roles = chosen.map(({ role, by, values }) => ({
      role,
      by,
      rank: by === "setting" ? -2 : -1,
      // Values that a schema names hold for a role of the setting too, where it has none of its own.
      values: values.size > 0 ? values : (here.find((one) => one.values.size > 0)?.values ?? values),
    }));
    this.roles = roles.length > 0 ? roles : this.#byName();
    const isPart = this.roles.length === 0 && context.level === "row" && !context.isBaseline;
    this.part = isPart ? partNamed(name) : undefined;
    this.partOfOther = isPart && context.arm === undefined ? partOfOther(name) : undefined;
    const isOfRow = context.level === "row" && !context.isResult && !context.isOtherStatistic;
    this.isInterval = isOfRow && this.roles.every(({ by }) => by === "name") && isInterval(name);
    this.isBesideAnalysis = explicit.length === 0 && isBesideAnalysis(name);
    this.numberedArm = /\d$/.test(name) ? this.ownArm : undefined;
    this.#listNamed = listNamed(name);
  }

  get pattern(): string {
    return keyOf(this.path);
  }

  get level(): Level {
    return this.context.level;
  }

  /** All places below this one that an item has had, and this one. */
  *places(): Iterable<BoundPlace> {
    yield this;
    for (const children of Object.values(this.#children))
      for (const child of children.values()) yield* child.places();
  }

  property(name: string): BoundPlace {
    const { level } = this.context;
    return this.#children[level].get(name) ?? this.#child(name, name, level, false);
  }

  /** Elements of a list have one place, unless the setting tells them apart. */
  element(index: number, level: Level): BoundPlace {
    const common = this.explicit.length === 0 ? this.#children[level].get("*") : undefined;
    if (common !== undefined) return common;
    const isNamed = this.explicit.some(({ path }) => path[this.path.length] === String(index));
    return this.#child(isNamed ? String(index) : "*", String(index), level, true);
  }

  #child(name: string, alias: string, level: Level, isElement: boolean): BoundPlace {
    const children = this.#children[level];
    const known = children.get(name);
    if (known !== undefined) return known;
    const explicit = this.explicit.filter(({ path }) => {
      const step = path[this.path.length];
      return step !== undefined && (step === name || step === alias || step === "*");
    });
    const isSameLevel = level === this.context.level;
    const arm = level === "row" ? (this.ownArm ?? (isSameLevel ? this.context.arm : undefined)) : undefined;
    const child = new BoundPlace(name, [...this.path, name], explicit, {
      level,
      isElement,
      arm,
      // What a study found in its arms is called its results too.
      isResult: isSameLevel && arm === undefined && (this.context.isResult || isResultObject(this.name)),
      isOtherStatistic: isSameLevel && this.#isOfOtherResults,
      isBaseline: isSameLevel && (this.context.isBaseline || isBaseline(this.name)),
      isOfFigure: this.context.isOfFigure || isOfFigure(this.name),
      statistic: this.context.isResult
        ? (nameOfResult(this.name)?.role ?? this.context.statistic)
        : undefined,
      within: this.name,
    });
    if (mayBeCell(name)) this.mayHaveCells = true;
    if (children.size < mostRemembered) children.set(name, child);
    return child;
  }

  /** The arm of what is inside: of an element of a list, its place does not say it. */
  get ownArm(): Arm | undefined {
    return this.context.isElement ? undefined : armNamed(this.name);
  }

  /** Whether results in it are not those of the pool: what nobody knows may be of something else. */
  get #isOfOtherResults(): boolean {
    const { context, name } = this;
    if (context.isOtherStatistic || isOtherStatistic(name)) return true;
    return context.isResult && !isOfSamePool(name) && nameOfResult(name) === undefined;
  }

  #byName(): readonly BoundRole[] {
    const { name, context } = this;
    if (name === "" || name === "*") return [];
    const found = context.isResult ? this.#resultNamed() : this.#nameAtLevel();
    if (found === undefined) return [];
    // People are the same before and after.
    const isTotal = found.role === "experimental-total" || found.role === "comparator-total";
    if (context.isBaseline && isNumberRole(found.role) && !isTotal) return [];
    if (isResultRole(found.role) && (context.isOtherStatistic || !mayBeResultIn(context.within, found.role)))
      return [];
    if (found.role === "scale" && context.isOfFigure) return [];
    const rank = context.isBaseline ? found.rank + 1 : found.rank;
    const effect = effectAt(context.within, name);
    return [{ role: found.role, rank, by: "name", values: new Map(), effect }];
  }

  /** Of an object that is called like a statistic, its number; an estimate has its interval beside it. */
  #resultNamed(): ReturnType<typeof nameOfResult> {
    const { statistic } = this.context;
    if (statistic === undefined || statistic === "result-estimate") return nameOfResult(this.name);
    return isTheNumber(this.name) ? { role: statistic, rank: 0 } : undefined;
  }

  /** `"effect": { "value": 0.72, … }`. */
  #numberOfEstimate(): ReturnType<typeof nameInRow> {
    const around = isTheNumber(this.name) ? nameInRow(this.context.within, undefined) : undefined;
    return around?.role === "estimate" ? around : undefined;
  }

  #nameAtLevel(): ReturnType<typeof nameInRow> {
    switch (this.context.level) {
      case "analysis":
        return nameInAnalysis(this.name);
      case "subgroup":
        return nameInSubgroup(this.name);
      case "row":
        return nameInRow(this.name, this.context.arm, this.context.within) ?? this.#numberOfEstimate();
    }
  }

  /**
   * What a list is: by its role, by what is bound inside it, by its name, or by what its elements have.
   *
   * @param depth how many lists it is looked at as a part of
   */
  listRole(elements: readonly unknown[], depth = 0): ListRole | undefined {
    const own = this.roles.find(({ role }) => role === "studies" || role === "subgroups")?.role;
    if (own === "studies" || own === "subgroups") return own;
    if (this.explicit.length > 0) {
      const below = this.explicit.filter(({ role }) => isNumberRole(role) || role === "study");
      const lists = below.map(
        ({ path }) => path.slice(this.path.length).filter((step) => step === "*").length,
      );
      if (lists.length > 0) return Math.min(...lists) > 1 ? "subgroups" : "studies";
    }
    if (this.isBesideAnalysis) return undefined;
    const objects = firstObjects(elements);
    if (elements.length > 0 && objects.length === 0) return undefined;
    // A study has lists of its own: of arms, of points in time.
    const hasNames = Object.keys(objects[0] ?? {}).some((name) => this.#isNameOfStudy(name));
    // Rows may stand in what is called a group, and the other way round: what they have decides.
    const inner = objects.flatMap((group) =>
      Object.entries(group).flatMap(([name, value]) =>
        Array.isArray(value)
          ? [{ place: this.element(0, "subgroup").property(name), list: value as readonly unknown[] }]
          : [],
      ),
    );
    // A subgroup that has its studies may have results too, under names that rows have for their numbers.
    const hasStudies = inner.some(
      ({ place, list }) =>
        place.#listNamed === "studies" && (this.#listNamed === "subgroups" || place.#hasRows(list)),
    );
    if (hasStudies && !hasNames) return "subgroups";
    if (this.#hasRows(objects)) return "studies";
    const asGroups =
      depth < mostListsWithin &&
      inner.some(({ place, list }) => place.listRole(list, depth + 1) === "studies");
    const role = asGroups ? "subgroups" : this.#listNamed;
    // Without numbers, a list of names may be of anything that is said of studies.
    return role !== undefined && hasNames ? "studies" : role;
  }

  /** Whether a list is called one of subgroups, and nobody has said what it is. */
  get isNamedSubgroups(): boolean {
    return this.#listNamed === "subgroups" && this.explicit.length === 0;
  }

  /** Whether a property of its elements is the name of a study, and not one that subgroups have too. */
  #isNameOfStudy(name: string): boolean {
    const { roles } = this.element(0, "row").property(name);
    return roles.some(({ role }) => role === "study") && nameInSubgroup(name) === undefined && name !== "id";
  }

  #hasRows(elements: readonly unknown[]): boolean {
    return firstObjects(elements).some((row) => hasNumbers(row, this.element(0, "row"), 0));
  }
}

/** Subgroups have lists of studies, and these lists of arms. */
const mostListsWithin = 3;

/** As many as show what all of a list are. */
function firstObjects(elements: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] {
  const objects: Readonly<Record<string, unknown>>[] = [];
  for (const element of elements) {
    if (isObject(element)) objects.push(element);
    if (objects.length === 5) break;
  }
  return objects;
}

/** The paths of numbers of a row whose properties have no role. */
export function unboundIn(value: unknown, place: BoundPlace, depth = 0): readonly string[] {
  if (typeof value === "number") return place.roles.length === 0 ? [place.pattern] : [];
  if (typeof value !== "object" || value === null || depth > 3) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    unboundIn(
      one,
      Array.isArray(value) ? place.element(Number(name), "row") : place.property(name),
      depth + 1,
    ),
  );
}

/** How texts begin in which people put numbers together: `3/20`, `3.1 (1.0)`, `3 of 20`; not `5 mg`. */
const numbersTogether = /^\W?\d[\d.,]*\s*(?:$|[/([±;%]|[-–]\s*\d|(?:of|von|de)\s+\d)/;

/** The property of a row that is called like an arm and has its numbers in one text. */
export function textOfArm(
  row: unknown,
  place: BoundPlace,
): { readonly name: string; readonly arm: Arm; readonly value: string } | undefined {
  if (!isObject(row)) return undefined;
  for (const [name, value] of Object.entries(row)) {
    const { ownArm: arm, roles } = place.property(name);
    if (arm !== undefined && roles.length === 0 && typeof value === "string" && numbersTogether.test(value))
      return { name, arm, value };
  }
  return undefined;
}

/** Whether a row has a number that an analysis is computed from. */
function hasNumbers(value: unknown, place: BoundPlace, depth: number): boolean {
  if (typeof value === "number") return place.roles.some(({ role }) => isNumberRole(role));
  if (depth > 3) return false;
  if (Array.isArray(value))
    return (value as readonly unknown[]).some((one, index) => {
      const element = place.element(index, "row");
      return isObject(one) && Object.keys(one).some((name) => isArmPart(element.property(name), one[name]));
    });
  if (!isObject(value)) return false;
  for (const name in value) if (hasNumbers(value[name], place.property(name), depth + 1)) return true;
  return false;
}

function isArmPart(place: BoundPlace, value: unknown): boolean {
  return place.part !== undefined && place.part.part !== "total" && typeof value === "number";
}
