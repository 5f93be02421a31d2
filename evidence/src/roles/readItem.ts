import { smallestOf } from "../extremes";
import { htmlText } from "../htmlText";
import type { ArmLabels, LabelOfNumber } from "./arms";
import { labelsInList } from "./arms";
import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import { escaped, isObject, isScalar, ranks } from "./explicitRoles";
import type { Form } from "./forms/form";
import { wrongSwitch } from "./forms/form";
import type { Found, ItemRow } from "./readRow";
import { RowReader } from "./readRow";
import type { Arm, ChoiceRole, LabelRole, ResultRole } from "./roles";
import { arms, isChoiceRole, isLabelRole, isResultRole } from "./roles";
import { notOne, plain, readValue, standardValue } from "./values";
import { armNamed, listNamed } from "./words";

/** What an item says about one of its choices. */
export interface FoundChoice extends Found<unknown> {
  readonly bound: BoundRole;
  /** As the setting has it. */
  readonly path: string;
  /** Whether its property is first of all this choice, and another one with it. */
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
  /** As the setting has it. */
  readonly path: string;
  readonly pointer: string;
  /** Whether somebody has said what it stands for. */
  readonly isSaid: boolean;
  /** Whether it is a subgroup, and not the sum of others. */
  readonly isOne: boolean;
}

/** A list that may be the one that is pooled: of studies, or of subgroups that have them. */
export interface StudyList {
  /** As a reader knows it. */
  readonly name: string;
  /** As the setting has it. */
  readonly path: string;
  readonly role: "studies" | "subgroups";
  /** Of elements that nobody calls subgroups the lists in them, where several have studies. */
  readonly inner: readonly { readonly name: string; readonly path: string }[];
}

/** An item by the roles of its properties, before anything is decided about it. */
export interface ItemContent {
  /** The item itself, plain JSON. */
  readonly item: unknown;
  readonly form: Form | undefined;
  readonly wrongSwitch: { readonly path: string; readonly value: string } | undefined;
  /** All that it says about each choice, what counts first. */
  readonly said: ReadonlyMap<ChoiceRole, readonly FoundChoice[]>;
  /** The first of each. */
  readonly choices: ReadonlyMap<ChoiceRole, FoundChoice>;
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
  /** Labels of arms, called by numbers, that are words for the other arm: with their paths. */
  readonly contradicting: readonly LabelOfNumber[];
  /** What the rows call their arms. */
  readonly armNames: Readonly<Record<Arm, ReadonlySet<string>>>;
}

interface Group {
  readonly pointer: string | null;
  readonly named: NamedSubgroup | null;
  /** By what rows may name it: its key, else its name, number or id. */
  readonly keys: readonly string[];
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
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

type Ranked<Value> = Found<Value> & { readonly rank: number };

/** Of several with one role the one of the lowest rank stays, of these the first. */
function keepBest<Role, Value>(found: Map<Role, Ranked<Value>>, role: Role, one: Ranked<Value>): void {
  const known = found.get(role);
  if (known === undefined || one.rank < known.rank) found.set(role, one);
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

const deepest = 8;

/** Reads an item of an analyses document, plain JSON, by the roles that its properties have. */
export function readItem(item: unknown, binding: RoleBinding): ItemContent {
  const { root, form } = binding.rootOf(item);
  const isHtml = form?.isHtml === true;
  const shown = (text: string): string => (isHtml ? htmlText(text) : text);
  const found = new Map<ChoiceRole, FoundChoice[]>();
  const labels = new Map<LabelRole, Ranked<string>>();
  const results = new Map<ResultRole, Ranked<number>>();
  const numbered: LabelOfNumber[] = [];
  let choicesFound = 0;
  const waiting: (readonly [list: readonly unknown[], place: BoundPlace, pointer: string])[] = [];
  descend(item, root, "", 0);
  const said = new Map([...found].map(([role, ones]) => [role, understood(role, ones)] as const));
  const isContradicted = numbered.some((one) => (armNamed(one.label) ?? one.numbered) !== one.numbered);
  const isExchanged = isContradicted ? undefined : false;
  // What the arms are called may stand after the studies.
  const reader = new RowReader({ labels: armLabels(labels), isExchanged, isHtml });
  const studyLists: string[] = [];
  const read = waiting.flatMap(([list, place, pointer]) => readList(list, place, pointer));
  const withData = read.filter(({ flat, groups }) => [flat, ...groups.map((one) => one.rows)].some(haveData));
  const rank = smallestOf(withData.map((one) => one.rank));
  const lists = withData.filter((one) => one.rank === rank);
  const used = lists.length > 0 ? lists : read;
  const isGrouped = used.some(({ groups }) => groups.length > 0);
  const { rows, subgroups } = arranged(
    used.flatMap(({ flat }) => flat),
    (isGrouped ? used : read).flatMap(({ groups }) => groups),
  );
  nameArms();
  return {
    item,
    form,
    wrongSwitch: form && wrongSwitch(item, form),
    said,
    choices: new Map(
      [...said].flatMap(([role, [first]]) => (first === undefined ? [] : [[role, first] as const])),
    ),
    labels,
    results,
    studyLists,
    lists,
    rows: read.length > 0 ? rows : null,
    subgroups: subgroups?.map((group, index) => subgroupOf(group, index, shown)) ?? null,
    contradicting: isContradicted ? numbered : [],
    armNames: reader.armNames,
  };

  function descend(value: unknown, place: BoundPlace, pointer: string, depth: number): void {
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      // A choice that is written as a list of one; of several nobody can know which is meant.
      const [only] = list.length === 1 && isScalar(list[0]) ? list : [];
      const isChoice = list.length > 0 && list.every(isScalar);
      const isNoList = list.length > 0 && place.roles.some(isOfOneValue);
      if (isChoice || isNoList || place.roles.some(({ values }) => values.has("*")))
        takeAs(place, only ?? list, only === undefined ? pointer : `${pointer}/0`);
      for (const one of labelsInList(list, place)) numbered.push(one);
      waiting.push([list, place, pointer]);
      return;
    }
    if (!isObject(value)) {
      takeAs(place, value, pointer);
      return;
    }
    if (depth > deepest || place.isBesideAnalysis) return;
    const chosen = sayingOf(value, place);
    if (chosen !== undefined) takeAs(place, value[chosen], `${pointer}/${chosen}`);
    const before = choicesFound;
    for (const name of Object.keys(value)) {
      const one = value[name];
      const property = place.placeOf(name, one);
      if (name !== chosen && (typeof one === "object" || property.roles.length > 0))
        descend(one, property, `${pointer}/${escaped(name)}`, depth + 1);
    }
    // It says a choice in words that nobody knows.
    if (choicesFound === before && chosen === undefined && place.roles.some(isOfOneValue))
      takeAs(place, value, pointer);
  }

  function takeAs(place: BoundPlace, value: unknown, pointer: string): void {
    if (value === null || value === undefined || value === "") return;
    for (const bound of place.roles) {
      const { role, rank, values } = bound;
      if (isChoiceRole(role)) {
        choicesFound++;
        const known = found.get(role) ?? [];
        found.set(role, known);
        known.push({ bound, value, pointer, path: place.pattern, isFirst: bound === place.roles[0] });
      } else if (isLabelRole(role) && typeof value === "string") {
        if (standardValue(role, values, value) === "") continue;
        if (bound.numbered !== undefined)
          numbered.push({ path: place.pattern, label: value, numbered: bound.numbered });
        keepBest(labels, role, { value: shown(value), pointer, rank });
      } else if (isResultRole(role) && typeof value === "number")
        keepBest(results, role, { value, pointer, rank });
    }
  }

  function readList(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ReadList[] {
    const role = place.listRole(list);
    if (role === undefined) return place.hasExplicit ? listsWithin(list, place, pointer) : [];
    const { pattern: path, name, listRank: rank } = place;
    if (role === "studies")
      return [{ name, path, role, inner: [], rank, flat: readRows(list, place, pointer), groups: [] }];
    const groups = list.flatMap((one, index) =>
      isObject(one)
        ? [readGroup(one, place.element(index, "subgroup"), `${pointer}/${index}`)].filter(isGroup)
        : [],
    );
    const isSaid = rank < ranks.name || listNamed(name) === "subgroups";
    const inner = isSaid ? [] : groups.flatMap((group, index) => innerList(group, `${path}/${index}`));
    return [{ name, path, role, inner, rank, flat: [], groups }];
  }

  /** Lists that somebody names within the elements of another one. */
  function listsWithin(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ReadList[] {
    const before = waiting.length;
    for (const [index, one] of list.entries())
      descend(one, place.element(index, "none"), `${pointer}/${index}`, deepest);
    return waiting.splice(before).flatMap(([inner, at, where]) => readList(inner, at, where));
  }

  function readRows(list: readonly unknown[], place: BoundPlace, pointer: string): ItemRow[] {
    studyLists.push(pointer);
    return list.flatMap((row, index) =>
      isObject(row) ? [reader.read(row, place.element(index, "row"), pointer, index)].filter(isOne) : [],
    );
  }

  function readGroup(group: Readonly<Record<string, unknown>>, at: BoundPlace, pointer: string): Group {
    let named: (NamedSubgroup & { readonly rank: number }) | undefined;
    let key: string | undefined;
    const ofGroup = new Map<ResultRole, Ranked<number>>();
    const rowsOfGroup: ItemRow[] = [];
    const within: string[] = [];
    readProperties(group, at, pointer, 0);
    const keys = key === undefined ? keysOf(group, named?.written) : [key];
    return { pointer, named: named ?? null, keys, results: ofGroup, rows: rowsOfGroup, lists: within };

    function readProperties(
      object: Readonly<Record<string, unknown>>,
      place: BoundPlace,
      where: string,
      depth: number,
    ): void {
      for (const [property, value] of Object.entries(object)) {
        const inside = place.property(property);
        const here = `${where}/${escaped(property)}`;
        if (Array.isArray(value)) {
          const role = inside.listRole(value);
          // Those of its own subgroups are in it.
          const groups = role === "subgroups" ? readList(value as readonly unknown[], inside, here) : [];
          for (const { rows: ofInner } of groups.flatMap((one) => one.groups))
            for (const row of ofInner) rowsOfGroup.push(row);
          if (role !== "studies") continue;
          within.push(here.slice(pointer.length));
          for (const row of readRows(value as readonly unknown[], inside, here)) rowsOfGroup.push(row);
        } else if (isObject(value)) {
          if (depth < 3 && !inside.isBesideAnalysis) readProperties(value, inside, here, depth + 1);
        } else if (isScalar(value))
          for (const { role, rank: own, values } of inside.roles) {
            const written = String(value);
            if (role === "subgroup-key") key = written;
            if (role === "subgroup-name" && own < (named?.rank ?? Infinity))
              named = {
                ...{ written, role, path: inside.pattern, pointer: here, rank: own },
                isSaid: values.has(written),
                isOne: values.get(written) !== notOne.subgroup,
              };
            if (isResultRole(role) && typeof value === "number")
              keepBest(ofGroup, role, { value, pointer: here, rank: own });
          }
      }
    }
  }

  /** What all rows call an arm is what the item calls it, where it does not say it itself. */
  function nameArms(): void {
    for (const arm of arms) {
      const [name, ...others] = reader.armNames[arm];
      if (
        name === undefined ||
        others.length > 0 ||
        labels.has(`${arm}-label`) ||
        armNamed(name) !== undefined
      )
        continue;
      labels.set(`${arm}-label`, { value: shown(name), pointer: rows[0]?.pointer ?? "", rank: 0 });
    }
  }
}

/** What is said of a choice, what counts first: without what says nothing of it. */
function understood(role: ChoiceRole, found: readonly FoundChoice[]): FoundChoice[] {
  return found
    .filter(({ bound, value, isFirst }) => {
      const meant = readValue(role, bound.values, value);
      return meant !== null && (meant !== undefined || isFirst);
    })
    .sort((one, other) => one.bound.rank - other.bound.rank);
}

function haveData(rows: readonly ItemRow[]): boolean {
  return rows.some((row) => row.hasData || row.hasUnknownArms);
}

function innerList({ named, lists, rows }: Group, path: string): readonly StudyList["inner"][number][] {
  if (!haveData(rows)) return [];
  return lists.map((list) => ({ name: named?.written ?? path, path: path + list }));
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
): { readonly rows: readonly ItemRow[]; readonly subgroups: readonly Group[] | null } {
  if (groups.some(({ rows }) => rows.length > 0)) {
    const rows = flat.map((row, index) => row.placed(index, null));
    for (const [subgroup, group] of groups.entries())
      for (const row of group.rows) rows.push(row.placed(rows.length, subgroup));
    return { rows, subgroups: groups };
  }
  const known = [...groups];
  const places = new Map<string, number>();
  const put = (key: string, place: number): void => {
    if (!places.has(folded(key))) places.set(folded(key), place);
  };
  for (const [place, { keys }] of known.entries()) for (const key of keys) put(key, place);
  const rows = flat.map((row, index) => {
    const label = row.subgroupLabel;
    if (label === null) return row.placed(index, null);
    if (!places.has(folded(label))) {
      put(label, known.length);
      known.push({
        pointer: null,
        named: namedBy(row, label),
        keys: [],
        results: new Map(),
        rows: [],
        lists: [],
      });
    }
    return row.placed(index, places.get(folded(label)) ?? null);
  });
  return { rows, subgroups: rows.some(({ subgroup }) => subgroup !== null) ? known : null };
}

/** Subgroups are the same however their names are capitalised. */
function folded(label: string): string {
  return label.trim().toLowerCase();
}

function namedBy(row: ItemRow, written: string): NamedSubgroup {
  const [path = ""] = row.pathsOf("subgroup");
  const isSaid = row.isAnswered("subgroup", written);
  return { written, role: "subgroup", path, pointer: row.pointerOf("subgroup"), isSaid, isOne: true };
}

/** Whether nobody has said that a row is no study, or of no subgroup that counts. */
function isOne(row: ItemRow): boolean {
  return row.said("study") !== notOne.study && row.said("subgroup") !== notOne.subgroup;
}

function isGroup({ named }: Group): boolean {
  return named?.isOne !== false;
}

function subgroupOf(
  { pointer, named, results }: Group,
  index: number,
  shown: (text: string) => string,
): ItemSubgroup {
  return { pointer, named, name: named === null ? String(index + 1) : shown(named.written), results };
}
