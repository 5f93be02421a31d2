import type { ArmLabels } from "./arms";
import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import { escaped, isObject, isScalar } from "./explicitRoles";
import { isOtherStatistic } from "./names";
import type { Found, ItemRow } from "./readRow";
import { RowReader } from "./readRow";
import type { ChoiceRole, LabelRole, ResultRole } from "./roles";
import { arms, isChoiceRole, isLabelRole, isResultRole } from "./roles";
import { plain, readChoice } from "./values";

/** What an item says about one of its choices. */
export interface FoundChoice extends Found<unknown> {
  readonly bound: BoundRole;
}

/** A subgroup of an item: it has rows of its own, or rows name it. */
export interface ItemSubgroup {
  readonly pointer: string | null;
  readonly name: string;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
}

/** An item by the roles of its properties, before anything is decided about it. */
export interface ItemContent {
  /** The item itself, plain JSON. */
  readonly item: unknown;
  readonly choices: ReadonlyMap<ChoiceRole, FoundChoice>;
  readonly labels: ReadonlyMap<LabelRole, Found<string>>;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  /** The pointers of its lists of studies, those without any too. */
  readonly studyLists: readonly string[];
  /** Null where no list of studies was found. */
  readonly rows: readonly ItemRow[] | null;
  /** Null without subgroups. */
  readonly subgroups: readonly ItemSubgroup[] | null;
}

/** A list of an item, which may be one of studies. */
interface FoundList {
  readonly list: readonly unknown[];
  readonly place: BoundPlace;
  readonly pointer: string;
}

/** Where an object that is a choice says it: `"model": { "type": "random", … }`. One that has ends is an axis. */
function choiceIn(
  object: Readonly<Record<string, unknown>>,
  roles: readonly BoundRole[],
): string | undefined {
  if ("min" in object || "max" in object) return undefined;
  const said = ["type", "name", "value", "kind"].find((name) => typeof object[name] === "string");
  // A code or a number may be one of something else, unless it is a choice that is known.
  return said ?? ["value", "code", "label"].find((name) => roles.some((role) => isKnown(object[name], role)));
}

function isOfChoice({ roles, name }: BoundPlace): boolean {
  return roles.some(({ role }) => isChoiceRole(role)) && !isOtherStatistic(name);
}

/**
 * What a choice is that is written as a list, and the way to it: the only value, `["RR"]`, or all of them, `["RR", "OR"]`,
 * of which nobody can know which is meant. Undefined for a list of something else.
 */
function choiceOfList(
  list: readonly unknown[],
  place: BoundPlace,
): { readonly value: unknown; readonly way: string } | undefined {
  if (!isOfChoice(place)) return undefined;
  const [only] = list;
  if (list.length === 1) return isScalar(only) ? { value: only, way: "/0" } : undefined;
  const isOfWords = list.every((one) => typeof one === "string");
  const isOne = isOfWords && place.roles.some((role) => list.some((one) => isKnown(one, role)));
  return isOne ? { value: list, way: "" } : undefined;
}

function isKnown(value: unknown, { role, values }: BoundRole): boolean {
  if (!isChoiceRole(role) || !isScalar(value)) return false;
  return values.has(String(value)) || readChoice[role](value) !== undefined;
}

function armLabels(labels: ReadonlyMap<LabelRole, Found<string>>): ArmLabels {
  return new Map(
    arms.flatMap((arm) => {
      const label = plain(labels.get(`${arm}-label`)?.value ?? "");
      return label === "" ? [] : [[label, arm] as const];
    }),
  );
}

interface Group {
  readonly pointer: string | null;
  readonly name: string | null;
  /** By what rows may name it: its name, number or id. */
  readonly keys: readonly string[];
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  readonly rows: ItemRow[];
}

/** What has a role, with how far its name or what else says so is to be believed: the lowest goes before. */
type Ranked<Value> = Found<Value> & { readonly rank: number };

/** Of several with one role the one of the lowest rank stays, of these the first. */
function keepBest<Role, Value>(
  found: Map<Role, Ranked<Value>>,
  role: Role,
  { value, pointer, rank }: Ranked<Value>,
): void {
  const known = found.get(role);
  if (known === undefined || rank < known.rank) found.set(role, { value, pointer, rank });
}

/** Reads an item of an analyses document, plain JSON, by the roles that its properties have. */
export function readItem(item: unknown, { item: root }: RoleBinding): ItemContent {
  const choices = new Map<ChoiceRole, FoundChoice & { readonly depth: number }>();
  const labels = new Map<LabelRole, Ranked<string>>();
  const results = new Map<ResultRole, Ranked<number>>();
  const flat: ItemRow[] = [];
  const groups: Group[] = [];
  const lists: string[] = [];
  const waiting: FoundList[] = [];
  /** Lists that are called subgroups, and whose elements have numbers as studies have. */
  const doubtful: FoundList[] = [];
  descend(item, root, "", 0);
  const reader = new RowReader(armLabels(labels));
  // What the arms are called may stand behind the studies.
  for (const { list, place, pointer } of waiting) readList(list, place, pointer);
  if (doubtful.length > 0) {
    const named = labelsOf(flat);
    const isGroup = (one: unknown): boolean =>
      isObject(one) && keysOf(one).some((key) => named.has(folded(key)));
    for (const { list, place, pointer } of doubtful)
      if (list.some(isGroup)) readGroups(list, place, pointer);
      else readStudies(list, place, pointer);
  }
  const { rows, subgroups } = arranged(flat, groups);
  return {
    item,
    choices,
    labels,
    results,
    studyLists: lists,
    rows: lists.length > 0 ? rows : null,
    subgroups,
  };

  function descend(value: unknown, place: BoundPlace, pointer: string, depth: number): void {
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      const chosen = choiceOfList(list, place);
      if (chosen === undefined) waiting.push({ list, place, pointer });
      else for (const bound of place.roles) take(bound, chosen.value, pointer + chosen.way, depth);
      return;
    }
    if (!isObject(value)) {
      for (const bound of place.roles) take(bound, value, pointer, depth);
      return;
    }
    if (depth > 8) return;
    const chosen = isOfChoice(place) ? choiceIn(value, place.roles) : undefined;
    if (chosen !== undefined)
      for (const bound of place.roles) take(bound, value[chosen], `${pointer}/${chosen}`, depth);
    for (const name of Object.keys(value)) {
      const one = value[name];
      const property = place.property(name);
      if (name === chosen || (typeof one === "object" && property.isBesideAnalysis)) continue;
      if (typeof one === "object" || property.roles.length > 0)
        descend(one, property, `${pointer}/${escaped(name)}`, depth + 1);
    }
  }

  function take(bound: BoundRole, value: unknown, pointer: string, depth: number): void {
    const { role, rank } = bound;
    if (value === null || value === undefined || value === "") return;
    if (isChoiceRole(role)) {
      const known = choices.get(role);
      // What lies deeper may be the choice of something else.
      const isBetter =
        known === undefined || rank < known.bound.rank || (rank === known.bound.rank && depth < known.depth);
      if (isBetter) choices.set(role, { bound, value, pointer, depth });
    } else if (isLabelRole(role)) {
      if (typeof value === "string") keepBest(labels, role, { value, pointer, rank });
    } else if (isResultRole(role) && typeof value === "number")
      keepBest(results, role, { value, pointer, rank });
  }

  function readList(list: readonly unknown[], place: BoundPlace, pointer: string): void {
    const role = place.listRole(list);
    if (role === undefined) return;
    if (role === "subgroups") readGroups(list, place, pointer);
    else if (place.isNamedSubgroups) doubtful.push({ list, place, pointer });
    else readStudies(list, place, pointer);
  }

  function readStudies(list: readonly unknown[], place: BoundPlace, pointer: string): void {
    lists.push(pointer);
    readRows(list, place, pointer, flat);
  }

  function readGroups(list: readonly unknown[], place: BoundPlace, pointer: string): void {
    list.forEach((one, index) => {
      if (isObject(one)) groups.push(readGroup(one, place.element(index, "subgroup"), `${pointer}/${index}`));
    });
  }

  function readRows(list: readonly unknown[], place: BoundPlace, pointer: string, into: ItemRow[]): void {
    const before = into.length;
    for (const [index, row] of list.entries())
      if (isObject(row))
        into.push(reader.read(row, place.element(index, "row"), pointer, index, before + index));
  }

  function readGroup(group: Readonly<Record<string, unknown>>, place: BoundPlace, pointer: string): Group {
    let name: string | null = null;
    let nameRank = Infinity;
    const keys = keysOf(group);
    const results = new Map<ResultRole, Ranked<number>>();
    const rows: ItemRow[] = [];
    readProperties(group, place, pointer, 0);
    return { pointer, name, keys, results, rows };

    function readProperties(
      object: Readonly<Record<string, unknown>>,
      at: BoundPlace,
      where: string,
      depth: number,
    ): void {
      for (const [key, value] of Object.entries(object)) {
        const property = at.property(key);
        const here = `${where}/${escaped(key)}`;
        if (Array.isArray(value)) {
          if (property.listRole(value) !== "studies") continue;
          lists.push(here);
          readRows(value as readonly unknown[], property, here, rows);
        } else if (isObject(value)) {
          if (depth < 3 && !property.isBesideAnalysis) readProperties(value, property, here, depth + 1);
        } else {
          for (const { role, rank } of property.roles) {
            if (role === "subgroup-name" && isScalar(value) && rank < nameRank)
              [name, nameRank] = [String(value), rank];
            if (isResultRole(role) && typeof value === "number")
              keepBest(results, role, { value, pointer: here, rank });
          }
        }
      }
    }
  }
}

/** By what rows may name a subgroup. */
function keysOf(group: Readonly<Record<string, unknown>>): readonly string[] {
  const keys: string[] = [];
  for (const name in group) {
    const value = group[name];
    if (isScalar(value) && namesOfSubgroups.has(name.toLowerCase())) keys.push(String(value));
  }
  return keys;
}

const namesOfSubgroups = new Set(["id", "number", "name", "key", "title", "label"]);

/** What rows say their subgroups are, as the first of them writes it, by what is the same. */
function labelsOf(rows: readonly ItemRow[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { subgroupLabel } of rows) {
    if (subgroupLabel === null) continue;
    const key = folded(subgroupLabel);
    if (!labels.has(key)) labels.set(key, subgroupLabel);
  }
  return labels;
}

/** Rows in their subgroups: in a list of subgroups, or by what each row names. */
function arranged(
  flat: readonly ItemRow[],
  groups: readonly Group[],
): Pick<ItemContent, "subgroups"> & { readonly rows: readonly ItemRow[] } {
  if (groups.some(({ rows }) => rows.length > 0)) {
    const rows: ItemRow[] = [];
    // A list of all studies beside the subgroups, without numbers, is a table of contents.
    const beside = flat.filter((row) => row.hasData);
    if (beside.length > 0) {
      // A study that stands in subgroups too is the whole of what it is there: nobody is pooled twice.
      const inGroups = new Set(
        groups.flatMap((group) => group.rows.filter((row) => row.hasData && !row.excluded).map(studyKey)),
      );
      for (const row of beside) if (!inGroups.has(studyKey(row))) rows.push(row.placed(rows.length, null));
    }
    for (const [subgroup, group] of groups.entries())
      for (const row of group.rows) rows.push(row.placed(rows.length, subgroup));
    return { rows, subgroups: groups.map(subgroupOf) };
  }
  const labels = labelsOf(flat);
  if (labels.size === 0)
    return {
      rows: flat.map((row, index) => row.placed(index, null)),
      subgroups: null,
    };
  const places = new Map<string, number>();
  const known: Group[] = [];
  const add = (group: Group): void => {
    for (const key of [...(group.name === null ? [] : [group.name]), ...group.keys])
      if (!places.has(folded(key))) places.set(folded(key), known.length);
    known.push(group);
  };
  groups.forEach(add);
  for (const [key, label] of labels)
    if (!places.has(key)) add({ pointer: null, name: label, keys: [], results: new Map(), rows: [] });
  return {
    rows: flat.map((row, index) => {
      const label = row.subgroupLabel;
      return row.placed(index, label === null ? null : (places.get(folded(label)) ?? null));
    }),
    subgroups: known.map(subgroupOf),
  };
}

/** Subgroups and studies are the same however their names are capitalised. */
function folded(label: string): string {
  return label.trim().toLowerCase();
}

/** By what a study is the same in two lists: its name, and its year, else all its numbers. */
function studyKey({ name, year, numbers }: ItemRow): string {
  return name === null ? JSON.stringify(numbers) : `${folded(name)} ${year ?? ""}`;
}

function subgroupOf({ pointer, name, results }: Group, index: number): ItemSubgroup {
  return { pointer, name: name ?? String(index + 1), results };
}
