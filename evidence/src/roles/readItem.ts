import { smallestOf } from "../extremes";
import { htmlText } from "../htmlText";
import type { ArmLabels, LabelOfNumber } from "./armLabels";
import { labelsInList } from "./armLabels";
import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import type { RowReading } from "./collect";
import { escaped, isObject, isScalar } from "../json";
import { ranks } from "./explicitRoles";
import type { Form } from "./forms/form";
import type { Found } from "./readRow";
import { ItemRow } from "./readRow";
import type { ChoiceRole, LabelRole, ResultRole, Role } from "./roles";
import { arms, isChoiceRole, isLabelRole, isResultRole } from "./roles";
import { plain } from "../choiceValues";
import { notOne, readValue, standardValue } from "./values";
import { armNamed, listNamed } from "./words";

/** What stands in an item, or in a subgroup of it, where a property has a role. */
export interface FoundValue extends Found<unknown> {
  readonly bound: BoundRole;
  /** As the setting has it. */
  readonly path: string;
  /** Whether its property has this role first of all, and another one with it. */
  readonly isFirst: boolean;
}

/** A subgroup of an item: it has rows of its own, or rows name it. */
interface ItemSubgroup {
  readonly pointer: string | null;
  readonly name: string;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  /** Where its name stands; null for one without. */
  readonly named: NamedSubgroup | null;
}

interface NamedSubgroup {
  readonly written: string;
  readonly role: "subgroup-name" | "subgroup";
  readonly path: string;
  readonly pointer: string;
  /** Whether somebody has said what it stands for. */
  readonly isSaid: boolean;
}

/** A list that may be the one that is pooled: of studies, or of subgroups that have them. */
export interface StudyList {
  /** As a reader knows it. */
  readonly name: string;
  readonly path: string;
  readonly role: "studies" | "subgroups";
  /** Of elements that are not called subgroups the lists in them, where several have studies. */
  readonly inner: readonly { readonly name: string; readonly path: string }[];
}

/** An item by the roles of its properties, before anything is decided about it. */
export interface ItemContent {
  /** The item itself, plain JSON. */
  readonly item: unknown;
  readonly form: Form | undefined;
  /** All of the item itself that has a role. */
  readonly found: readonly FoundValue[];
  /** What it says about each choice, what counts first. */
  readonly said: ReadonlyMap<ChoiceRole, readonly FoundValue[]>;
  /** The first of each. */
  readonly choices: ReadonlyMap<ChoiceRole, FoundValue>;
  readonly labels: ReadonlyMap<LabelRole, Found<string>>;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  /** The pointers of its lists of studies, those without any too. */
  readonly studyLists: readonly string[];
  /** Lists that may each be the one that is pooled: more than one where somebody has to choose. */
  readonly lists: readonly StudyList[];
  /** Null where no list of studies was found. */
  readonly rows: readonly ItemRow[] | null;
  /** Null without subgroups. */
  readonly subgroups: readonly ItemSubgroup[] | null;
  /** Labels of arms, called by numbers, that are words for the other arm. */
  readonly contradicting: readonly LabelOfNumber[];
  /** What the rows call their arms. */
  readonly armNames: RowReading["armNames"];
}

interface Group extends Omit<ItemSubgroup, "name"> {
  readonly isOne: boolean;
  /** By what rows may name it: its key, else its name, number or id. */
  readonly keys: readonly string[];
  readonly rows: readonly ItemRow[];
  /** The ways from it to its lists of studies. */
  readonly lists: readonly string[];
}

/** A list of the item, with how far it is said that it is one of studies. */
interface ReadList extends StudyList {
  readonly rank: number;
  readonly flat: readonly ItemRow[];
  readonly groups: readonly Group[];
}

type PlacedList = readonly [list: readonly unknown[], place: BoundPlace, pointer: string];

/** Where what an item, or a subgroup, says is put. */
interface Into {
  readonly found: FoundValue[];
  readonly list: (...list: PlacedList) => void;
}

const deepest = 8;

/** Reads an item of an analyses document, plain JSON, by the roles that its properties have. */
export function readItem(item: unknown, binding: RoleBinding): ItemContent {
  const { root, form } = binding.rootOf(item);
  const isHtml = form?.isHtml === true;
  const shown = (text: string): string => (isHtml ? htmlText(text) : text);
  const found: FoundValue[] = [];
  const waiting: PlacedList[] = [];
  descend(item, root, "", 0, { found, list: (...one) => waiting.push(one) });
  const said = saidIn(found);
  const labels = bestOf(found, isLabelRole, (value, { role, values }) =>
    typeof value === "string" && standardValue(role, values, value) !== "" ? shown(value) : undefined,
  );
  const numbered = found.flatMap(({ bound, value, path }) =>
    isLabelRole(bound.role) && bound.numbered !== undefined && typeof value === "string"
      ? [{ path, label: value, numbered: bound.numbered }]
      : [],
  );
  for (const [list, place] of waiting) for (const one of labelsInList(list, place)) numbered.push(one);
  const isContradicted = numbered.some((one) => (armNamed(one.label) ?? one.numbered) !== one.numbered);
  // What the arms are called may stand after the studies.
  const reading: RowReading = {
    labels: armLabels(labels),
    isExchanged: isContradicted ? undefined : false,
    isHtml,
    armNames: { experimental: new Set(), comparator: new Set() },
    slots: new Map(),
  };
  const studyLists: string[] = [];
  const read = waiting.flatMap((one) => readList(...one));
  const withData = read.filter(({ flat, groups }) => [flat, ...groups.map((one) => one.rows)].some(haveData));
  const rank = smallestOf(withData.map((one) => one.rank));
  const lists = withData.filter((one) => one.rank === rank);
  const used = lists.length > 0 ? lists : read;
  const isGrouped = used.some(({ groups }) => groups.length > 0);
  const { rows, subgroups } = arranged(
    used.flatMap(({ flat }) => flat),
    (isGrouped ? used : read).flatMap(({ groups }) => groups),
  );
  return {
    item,
    form,
    found,
    said,
    choices: new Map(Array.from(said).flatMap(([role, [first]]) => (first ? [[role, first] as const] : []))),
    labels: new Map([...namesOfArms(), ...labels]),
    results: resultsIn(found),
    studyLists,
    lists,
    rows: read.length > 0 ? rows : null,
    subgroups:
      subgroups?.map(({ pointer, named, results }, index) => {
        const name = named === null ? String(index + 1) : shown(named.written);
        return { pointer, name, named, results };
      }) ?? null,
    contradicting: isContradicted ? numbered : [],
    armNames: reading.armNames,
  };

  function readList(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ReadList[] {
    const role = place.listRole(list);
    if (role === undefined) return place.hasExplicit ? listsWithin(list, place, pointer) : [];
    const { pattern: path, name, listRank } = place;
    const common = { name, path, role, rank: listRank };
    if (role === "studies")
      return [{ ...common, inner: [], flat: readRows(list, place, pointer), groups: [] }];
    const groups = list
      .flatMap((one, index) =>
        isObject(one) ? [readGroup(one, place.element(index, "subgroup"), `${pointer}/${index}`)] : [],
      )
      .filter(({ isOne }) => isOne);
    const isSaid = listRank < ranks.name || listNamed(name) === "subgroups";
    const inner = groups.flatMap(({ named, lists: own, rows: ofGroup }, index) =>
      isSaid || !haveData(ofGroup)
        ? []
        : own.map((way) => ({
            name: named?.written ?? `${path}/${index}`,
            path: `${path}/${index}${way}`,
          })),
    );
    return [{ ...common, inner, flat: [], groups }];
  }

  /** Lists that somebody names within the elements of another one. */
  function listsWithin(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ReadList[] {
    const within: PlacedList[] = [];
    const into: Into = { found: [], list: (...one) => within.push(one) };
    for (const [index, one] of list.entries())
      descend(one, place.element(index, "none"), `${pointer}/${index}`, deepest, into);
    return within.flatMap((one) => readList(...one));
  }

  function readRows(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ItemRow[] {
    studyLists.push(pointer);
    return list.flatMap((row, index) => {
      if (!isObject(row)) return [];
      const one = new ItemRow(reading, row, place.element(index, "row"), pointer, index);
      // Somebody may have said that a row is no study, or of no subgroup that counts.
      const isOne = one.said("study") !== notOne.study && one.said("subgroup") !== notOne.subgroup;
      return isOne ? [one] : [];
    });
  }

  function readGroup(group: Readonly<Record<string, unknown>>, place: BoundPlace, pointer: string): Group {
    const ofGroup: FoundValue[] = [];
    const ofRows: ItemRow[] = [];
    const ways: string[] = [];
    descend(group, place, pointer, deepest - 3, {
      found: ofGroup,
      list: (list, at, where) => {
        const role = at.listRole(list);
        // Those of its own subgroups are in it.
        for (const { groups } of role === "subgroups" ? readList(list, at, where) : [])
          for (const inner of groups) for (const row of inner.rows) ofRows.push(row);
        if (role !== "studies") return;
        ways.push(where.slice(pointer.length));
        for (const row of readRows(list, at, where)) ofRows.push(row);
      },
    });
    const name = bestOf(ofGroup, isSubgroupName, (value) => (isScalar(value) ? String(value) : undefined));
    const { value: written, one: at } = name.get("subgroup-name") ?? {};
    const key = ofGroup.findLast(({ bound, value }) => bound.role === "subgroup-key" && isScalar(value));
    return {
      pointer,
      named:
        written === undefined || at === undefined
          ? null
          : {
              ...{ written, role: "subgroup-name", path: at.path, pointer: at.pointer },
              isSaid: at.bound.values.has(written),
            },
      isOne: written === undefined || at?.bound.values.get(written) !== notOne.subgroup,
      keys: key === undefined ? keysOf(group, written) : [String(key.value)],
      results: resultsIn(ofGroup),
      rows: ofRows,
      lists: ways,
    };
  }

  /** What all rows call an arm is what the item calls it, where it does not say it itself. */
  function namesOfArms(): readonly (readonly [LabelRole, Found<string>])[] {
    return arms.flatMap((arm) => {
      const [name, ...others] = reading.armNames[arm];
      if (name === undefined || others.length > 0 || armNamed(name) !== undefined) return [];
      return [[`${arm}-label`, { value: shown(name), pointer: rows[0]?.pointer ?? "" }] as const];
    });
  }
}

function descend(value: unknown, place: BoundPlace, pointer: string, depth: number, into: Into): void {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    // A choice that is written as a list of one; of several nothing says which is meant.
    const [only] = list.length === 1 && isScalar(list[0]) ? list : [];
    const isChoice = list.length > 0 && (list.every(isScalar) || place.roles.some(isOfOneValue));
    if (isChoice || place.roles.some(({ values }) => values.has("*")))
      take(place, only ?? list, only === undefined ? pointer : `${pointer}/0`, into);
    into.list(list, place, pointer);
    return;
  }
  if (!isObject(value)) {
    take(place, value, pointer, into);
    return;
  }
  if (depth > deepest || place.isBesideAnalysis) return;
  const chosen = sayingOf(value, place);
  if (chosen !== undefined) take(place, value[chosen], `${pointer}/${chosen}`, into);
  const before = into.found.length;
  for (const name of Object.keys(value)) {
    const one = value[name];
    const property = place.placeOf(name, one);
    if (name !== chosen && (typeof one === "object" || property.roles.length > 0))
      descend(one, property, `${pointer}/${escaped(name)}`, depth + 1, into);
  }
  // It says a choice in words of its own.
  const saysOther = into.found.slice(before).some(({ bound }) => isChoiceRole(bound.role));
  if (!saysOther && chosen === undefined && place.roles.some(isOfOneValue)) take(place, value, pointer, into);
}

function take({ roles, pattern: path }: BoundPlace, value: unknown, pointer: string, { found }: Into): void {
  for (const bound of roles) found.push({ bound, value, pointer, path, isFirst: bound === roles[0] });
}

/**
 * Where an object that is a choice says it: `"model": { "type": "random" }`. A code or a label may be one of something
 * else, unless it is a value that is known.
 */
function sayingOf(object: Readonly<Record<string, unknown>>, { roles }: BoundPlace): string | undefined {
  const choices = roles.flatMap(({ role, by, values }) =>
    isChoiceRole(role) && by === "name" ? [{ role, values }] : [],
  );
  if (choices.length === 0) return undefined;
  const isKnown = (name: string): boolean =>
    choices.some(({ role, values }) => (readValue(role, values, object[name]) ?? null) !== null);
  const said = ["type", "name", "value", "kind"].find((name) => typeof object[name] === "string");
  return said ?? ["value", "code", "label"].find((name) => isScalar(object[name]) && isKnown(name));
}

/** Whether an object has a choice of which nothing else has the name. */
function isOfOneValue({ role }: BoundRole): boolean {
  return isChoiceRole(role) && role !== "totals" && role !== "prediction-interval" && role !== "data-type";
}

/** What is said of each choice, what counts first: without what says nothing of it. */
function saidIn(found: readonly FoundValue[]): ReadonlyMap<ChoiceRole, readonly FoundValue[]> {
  const said = new Map<ChoiceRole, FoundValue[]>();
  for (const one of found) {
    const { bound, value, isFirst } = one;
    if (!isChoiceRole(bound.role) || value === null || value === undefined || value === "") continue;
    const known = said.get(bound.role) ?? [];
    said.set(bound.role, known);
    const meant = readValue(bound.role, bound.values, value);
    if (meant !== null && (meant !== undefined || isFirst)) known.push(one);
  }
  for (const ones of said.values()) ones.sort((one, other) => one.bound.rank - other.bound.rank);
  return said;
}

/** Of all that has a role of a kind, and a value: that of the lowest rank, of these the first. */
function bestOf<Kind extends Role, Value>(
  found: readonly FoundValue[],
  isOfKind: (role: string) => role is Kind,
  valueOf: (value: unknown, bound: BoundRole) => Value | undefined,
): ReadonlyMap<Kind, Found<Value> & { readonly one: FoundValue }> {
  const best = new Map<Kind, Found<Value> & { readonly one: FoundValue }>();
  for (const one of found) {
    const { bound, pointer } = one;
    if (!isOfKind(bound.role) || one.value === "") continue;
    const known = best.get(bound.role);
    if (known !== undefined && known.one.bound.rank <= bound.rank) continue;
    const value = valueOf(one.value, bound);
    if (value !== undefined) best.set(bound.role, { value, pointer, one });
  }
  return best;
}

function resultsIn(found: readonly FoundValue[]): ReadonlyMap<ResultRole, Found<number>> {
  return bestOf(found, isResultRole, (value) => (typeof value === "number" ? value : undefined));
}

const isSubgroupName = (role: string): role is "subgroup-name" => role === "subgroup-name";

function haveData(rows: readonly ItemRow[]): boolean {
  return rows.some((row) => row.hasData || row.hasUnknownArms);
}

function armLabels(labels: ReadonlyMap<LabelRole, Found<string>>): ArmLabels {
  return new Map(
    arms.flatMap((arm) => {
      const label = plain(labels.get(`${arm}-label`)?.value ?? "");
      return label === "" ? [] : [[label, arm] as const];
    }),
  );
}

/** By what rows may name a subgroup that has no key of its own. */
function keysOf(group: Readonly<Record<string, unknown>>, name: string | undefined): readonly string[] {
  const keys = Object.entries(group).flatMap(([property, value]) =>
    isScalar(value) && ["id", "number", "name", "key", "title", "label"].includes(property.toLowerCase())
      ? [String(value)]
      : [],
  );
  return name === undefined ? keys : [name, ...keys];
}

/** Rows in their subgroups: in a list of subgroups, or by what each row names. */
function arranged(
  flat: readonly ItemRow[],
  groups: readonly Group[],
): { readonly rows: readonly ItemRow[]; readonly subgroups: readonly Omit<ItemSubgroup, "name">[] | null } {
  if (groups.some(({ rows }) => rows.length > 0)) {
    const rows = flat.map((row, index) => row.placed(index, null));
    for (const [subgroup, group] of groups.entries())
      for (const row of group.rows) rows.push(row.placed(rows.length, subgroup));
    return { rows, subgroups: groups };
  }
  const known: Omit<ItemSubgroup, "name">[] = [...groups];
  const places = new Map<string, number>();
  // Subgroups are the same however their names are capitalised.
  const folded = (label: string): string => label.trim().toLowerCase();
  for (const [place, { keys }] of groups.entries())
    for (const key of keys) if (!places.has(folded(key))) places.set(folded(key), place);
  const rows = flat.map((row, index) => {
    const label = row.subgroupLabel;
    if (label === null) return row.placed(index, null);
    if (!places.has(folded(label))) {
      places.set(folded(label), known.length);
      known.push({ pointer: null, named: namedBy(row, label), results: new Map() });
    }
    return row.placed(index, places.get(folded(label)) ?? null);
  });
  return { rows, subgroups: rows.some(({ subgroup }) => subgroup !== null) ? known : null };
}

function namedBy(row: ItemRow, written: string): NamedSubgroup {
  const [path = ""] = row.pathsOf("subgroup");
  const isSaid = row.isAnswered("subgroup", written);
  return { written, role: "subgroup", path, pointer: row.pointerOf("subgroup"), isSaid };
}
