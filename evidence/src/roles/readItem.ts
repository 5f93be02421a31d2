import { smallestOf } from "../lists";
import { htmlText } from "../htmlText";
import { type NumberedLabel, statedArm, labelsOfBoth } from "./armLabels";
import type { BoundPlace, BoundRole, RoleBinding } from "./binding";
import type { RowReading } from "./collect";
import { isObject, isScalar } from "../json";
import { ranks } from "./explicitRoles";
import type { Form } from "./forms/form";
import { type Found, ItemRow } from "./readRow";
import {
  type FoundValue,
  type Into,
  type PlacedList,
  type UnboundValue,
  maxDepth,
  descend,
} from "./walkItem";
import type { ChoiceRole, LabelRole, ResultRole, Role } from "./roles";
import { arms, isChoiceRole, isLabelRole, isOneOf, isResultRole } from "./roles";
import { plain, notOne, readText, readValue, standardValue } from "../choiceValues";
import { armNamed, armSuggested, listNamed } from "./words";

/** A subgroup of an item, which has rows of its own, or which rows name. */
interface ItemSubgroup {
  readonly pointer: string | null;
  readonly name: string;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  /** The source of its name, and whether the setting or the schema maps it to a value; null without a name. */
  readonly named: {
    readonly written: string;
    readonly role: "subgroup-name" | "subgroup";
    readonly path: string;
    readonly pointer: string;
    readonly isStated: boolean;
  } | null;
}

/** A list that may be the pooled one: of studies, or of subgroups that contain them. */
export interface StudyList {
  /** The name of its property. */
  readonly name: string;
  readonly path: string;
  readonly role: "studies" | "subgroups";
  /** The lists of studies inside its elements, if several have data and the elements may not be subgroups. */
  readonly inner: readonly { readonly name: string; readonly path: string }[];
}

/** An item read by the roles of its properties, before choosing how to compute it. */
export interface ItemContent {
  readonly item: unknown;
  readonly form: Form | undefined;
  /** All properties with a role that are not inside a row or a subgroup. */
  readonly found: readonly FoundValue[];
  /** The values of each choice, by ascending rank. */
  readonly stated: ReadonlyMap<ChoiceRole, readonly FoundValue[]>;
  readonly choices: ReadonlyMap<ChoiceRole, FoundValue>;
  readonly labels: ReadonlyMap<LabelRole, Found<string>>;
  readonly results: ReadonlyMap<ResultRole, Found<number>>;
  /** The pointers of its lists of studies, including empty ones. */
  readonly studyLists: readonly string[];
  /** The lists that may be the pooled one. If there are several, the user is asked. */
  readonly lists: readonly StudyList[];
  /** Null where no list of studies was found. */
  readonly rows: readonly ItemRow[] | null;
  readonly subgroups: readonly ItemSubgroup[] | null;
  /** The labels of all numbered arms, if one of them names the other arm: `label1: "Placebo"`. */
  readonly contradicting: readonly NumberedLabel[];
  /** Scalars of the item, not of its rows, whose properties have no role. */
  readonly unbound: readonly UnboundValue[];
  /** The values in its subgroups, other than their names and results. */
  readonly ofSubgroups: Pick<Into, "found" | "unbound">;
  readonly armNames: RowReading["armNames"];
}

interface Group extends Omit<ItemSubgroup, "name"> {
  /** False if the setting or the schema marks the group as no subgroup. */
  readonly isSubgroup: boolean;
  /** Labels by which rows may refer to the subgroup: its key, else its name, number or id. */
  readonly keys: readonly string[];
  readonly rows: readonly ItemRow[];
  /** Paths from the subgroup to its lists of studies. */
  readonly lists: readonly string[];
}

/** A list of the item; `rank` is the rank of the role that makes it one of studies or of subgroups. */
interface ReadList extends StudyList {
  readonly rank: number;
  readonly flat: readonly ItemRow[];
  readonly groups: readonly Group[];
}

/** Reads an item of an analyses document, plain JSON, by the roles of its properties. */
export function readItem(item: unknown, binding: RoleBinding): ItemContent {
  const { root, form } = binding.rootOf(item);
  const isHtml = form?.isHtml === true;
  const shown = (text: string): string => (isHtml ? htmlText(text) : text);
  const found: FoundValue[] = [];
  const unbound: UnboundValue[] = [];
  const ofSubgroups: Pick<Into, "found" | "unbound"> = { found: [], unbound: [] };
  const waiting: PlacedList[] = [];
  const numbered: NumberedLabel[] = [];
  descend(item, root, "", 0, {
    ...{ found, unbound },
    list: (...one) => waiting.push(one),
    pair: (...both) => {
      for (const label of labelsOfBoth(...both)) numbered.push(label);
    },
  });
  const labels = bestOf(found, isLabelRole, (value, { role, values }) =>
    typeof value === "string" && standardValue(role, values, value) !== "" ? shown(value) : undefined,
  );
  for (const { bound, value: label, path } of found)
    if (isLabelRole(bound.role) && bound.numbered !== undefined && typeof label === "string")
      numbered.push({ path, label, numbered: bound.numbered, stated: statedArm([bound], label) });
  const isContradicted = numbered.some(
    (label) => (armSuggested(label.label) ?? label.numbered) !== label.numbered,
  );
  const answered = numbered.find(({ stated }) => stated !== undefined && stated !== null);
  // The labels of arms may come after the studies in the text, so the rows are read last.
  const reading: RowReading = {
    labels: new Map(
      arms.flatMap((arm) => {
        const label = plain(labels.get(`${arm}-label`)?.value ?? "");
        return label === "" ? [] : [[label, arm] as const];
      }),
    ),
    isExchanged: answered ? answered.stated !== answered.numbered : isContradicted ? undefined : false,
    isHtml,
    armNames: { experimental: new Set(), comparator: new Set() },
    slots: new Map(),
  };
  const studyLists: string[] = [];
  const read = waiting.flatMap((list) => readList(...list));
  const withData = read.filter(({ flat, groups }) =>
    [flat, ...groups.map((group) => group.rows)].some(haveData),
  );
  const rank = smallestOf(withData.map((list) => list.rank));
  const lists = withData.filter((list) => list.rank === rank);
  const used = lists.length > 0 ? lists : read;
  const isGrouped = used.some(({ groups }) => groups.length > 0);
  const { rows, subgroups } = arranged(
    used.flatMap(({ flat }) => flat),
    (isGrouped ? used : read).flatMap(({ groups }) => groups),
  );
  const stated = statedIn(found);
  return {
    item,
    form,
    found,
    stated,
    choices: new Map(
      Array.from(stated).flatMap(([role, [first]]) => (first ? [[role, first] as const] : [])),
    ),
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
    contradicting: isContradicted && answered === undefined ? numbered : [],
    armNames: reading.armNames,
    unbound,
    ofSubgroups,
  };

  function readList(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ReadList[] {
    const role = place.listRole(list);
    if (role === undefined) return place.hasExplicit ? listsWithin(list, place, pointer) : [];
    const { pattern: path, name, listRank } = place;
    const common = { name, path, role, rank: listRank };
    if (role === "studies")
      return [{ ...common, inner: [], flat: readRows(list, place, pointer), groups: [] }];
    const all = list.flatMap((value, index) =>
      isObject(value) ? [readGroup(value, place.element(index, "subgroup"), `${pointer}/${index}`)] : [],
    );
    const groups = all.filter(({ isSubgroup }) => isSubgroup);
    const isStated = listRank < ranks.name || listNamed(name) === "subgroups";
    const inner = groups.flatMap(({ named, lists: own, rows: ofGroup }, index) => {
      const at = `${path}/${index}`;
      if (isStated || !haveData(ofGroup)) return [];
      return own.map((pointer) => ({ name: named?.written ?? at, path: at + pointer }));
    });
    return [{ ...common, inner, flat: [], groups }];
  }

  /** Reads lists that an explicit role names within the elements of another list. */
  function listsWithin(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ReadList[] {
    const within: PlacedList[] = [];
    const into: Into = { found: [], unbound: [], list: (...one) => within.push(one) };
    for (const [index, one] of list.entries())
      descend(one, place.element(index, "none"), `${pointer}/${index}`, maxDepth, into);
    return within.flatMap((one) => readList(...one));
  }

  function readRows(list: readonly unknown[], place: BoundPlace, pointer: string): readonly ItemRow[] {
    studyLists.push(pointer);
    return list.flatMap((row, index) => {
      if (!isObject(row)) return [];
      const one = new ItemRow(reading, row, place.element(index, "row"), pointer, index);
      // The setting or the schema may mark a row as no study, or as of no subgroup that counts.
      const isKept = one.stated("study") !== notOne.study && one.stated("subgroup") !== notOne.subgroup;
      return isKept ? [one] : [];
    });
  }

  function readGroup(group: Readonly<Record<string, unknown>>, place: BoundPlace, pointer: string): Group {
    const ofGroup: FoundValue[] = [];
    const open: UnboundValue[] = [];
    const ofRows: ItemRow[] = [];
    const listPaths: string[] = [];
    descend(group, place, pointer, maxDepth - 3, {
      found: ofGroup,
      unbound: open,
      list: (list, at, where) => {
        const role = at.listRole(list);
        // Rows of nested subgroups belong to this subgroup.
        for (const { groups } of role === "subgroups" ? readList(list, at, where) : [])
          for (const inner of groups) for (const row of inner.rows) ofRows.push(row);
        if (role !== "studies") return;
        listPaths.push(where.slice(pointer.length));
        for (const row of readRows(list, at, where)) ofRows.push(row);
      },
    });
    const name = bestOf(ofGroup, isOneOf(["subgroup-name"]), (value) =>
      isScalar(value) ? String(value) : undefined,
    );
    const { value: written, one: at } = name.get("subgroup-name") ?? {};
    const isSubgroup = written === undefined || at?.bound.values.get(written) !== notOne.subgroup;
    for (const stated of isSubgroup ? ofGroup : []) {
      const { role, by } = stated.bound;
      if (role === "switch") ofSubgroups.found.push(stated);
      // The setting or the schema may declare a choice in the subgroups to be that of the item.
      else if (isChoiceRole(role) && by !== "name") found.push(stated);
    }
    if (isSubgroup) for (const one of open) ofSubgroups.unbound.push(one);
    const key = ofGroup.findLast(({ bound, value }) => bound.role === "subgroup-key" && isScalar(value));
    return {
      pointer,
      named:
        written === undefined || at === undefined
          ? null
          : {
              ...{ written, role: "subgroup-name", path: at.path, pointer: at.pointer },
              isStated: at.bound.values.has(written),
            },
      isSubgroup,
      keys: key === undefined ? keysOf(group, written) : [String(key.value)],
      results: resultsIn(ofGroup),
      rows: ofRows,
      lists: listPaths,
    };
  }

  /** For each arm the name that all rows give it, unless the name only says which arm it is, such as `control`. */
  function namesOfArms(): readonly (readonly [LabelRole, Found<string>])[] {
    return arms.flatMap((arm) => {
      const [name, ...others] = reading.armNames[arm];
      if (name === undefined || others.length > 0 || armNamed(name) !== undefined) return [];
      return [[`${arm}-label`, { value: shown(name), pointer: rows[0]?.pointer ?? "" }] as const];
    });
  }
}

/**
 * The values of each choice by ascending rank, without those that map to nothing, or that are unknown for a property's
 * further roles.
 */
function statedIn(found: readonly FoundValue[]): ReadonlyMap<ChoiceRole, readonly FoundValue[]> {
  const stated = new Map<ChoiceRole, FoundValue[]>();
  for (const one of found) {
    const { bound, value, isFirst } = one;
    if (!isChoiceRole(bound.role) || value === null || value === undefined || value === "") continue;
    const known = stated.get(bound.role) ?? [];
    stated.set(bound.role, known);
    const intended = readValue(bound.role, bound.values, value);
    if (intended !== null && (intended !== undefined || isFirst)) known.push(one);
  }
  for (const ones of stated.values()) ones.sort((one, other) => one.bound.rank - other.bound.rank);
  return stated;
}

/** For each role of a kind the value of the lowest rank; of equal ranks the first. */
function bestOf<Kind extends Role, Value>(
  found: readonly FoundValue[],
  isOfKind: (role: string) => role is Kind,
  valueOf: (value: unknown, bound: BoundRole) => Value | undefined,
): ReadonlyMap<Kind, Found<Value> & { readonly one: FoundValue }> {
  const best = new Map<Kind, Found<Value> & { readonly one: FoundValue }>();
  for (const stated of found) {
    const { bound, pointer } = stated;
    if (!isOfKind(bound.role) || stated.value === "") continue;
    const known = best.get(bound.role);
    if (known !== undefined && known.one.bound.rank <= bound.rank) continue;
    const value = valueOf(stated.value, bound);
    if (value !== undefined) best.set(bound.role, { value, pointer, one: stated });
  }
  return best;
}

const resultsIn = (found: readonly FoundValue[]): ReadonlyMap<ResultRole, Found<number>> =>
  bestOf(found, isResultRole, (value) => (typeof value === "number" ? value : undefined));

const haveData = (rows: readonly ItemRow[]): boolean => rows.some((row) => row.hasData || row.hasUnknownArms);

/** Labels by which rows may refer to a subgroup without a key of its own. */
function keysOf(group: Readonly<Record<string, unknown>>, name: string | undefined): readonly string[] {
  const keys = Object.keys(group).filter((one) => /^(?:id|number|name|key|title|label)$/i.test(one));
  return [name, ...keys.map((key) => group[key])].filter(isScalar).map(String);
}

/** Assigns rows to subgroups: those whose list contains them, else those that they name. */
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
  // Labels of subgroups match regardless of case.
  const folded = (label: string): string => label.trim().toLowerCase();
  for (const [place, { keys }] of groups.entries())
    for (const key of keys) if (!places.has(folded(key))) places.set(folded(key), place);
  const rows = flat.map((row, index) => {
    const label = readText(row.stated("subgroup"));
    if (label === null) return row.placed(index, null);
    if (!places.has(folded(label))) {
      places.set(folded(label), known.length);
      const [[path = ""], pointer] = [row.pathsOf("subgroup"), row.pointerOf("subgroup")];
      const isStated = row.isAnswered("subgroup", label);
      const named = { written: label, role: "subgroup", path, pointer, isStated } as const;
      known.push({ pointer: null, named, results: new Map() });
    }
    return row.placed(index, places.get(folded(label)) ?? null);
  });
  return { rows, subgroups: rows.some(({ subgroup }) => subgroup !== null) ? known : null };
}
