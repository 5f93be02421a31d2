import type { BoundPlace } from "./binding";
import { escaped, isObject, isScalar } from "./explicitRoles";
import type { Arm, ArmPart, RoleEntries } from "./roles";
import { armRoles, arms } from "./roles";
import { plain } from "./values";
import { armNamed, isListOfArms, isSum, partNamed } from "./words";

/*
 * Which arm is which: by what the setting or the schema says of labels, by what the item calls its arms, or by a label
 * that is the word for an arm. Nothing else says it: not the order, not which one is left.
 */

/** What the item calls its arms, without case and marks. */
export type ArmLabels = ReadonlyMap<string, Arm>;

/** How the rows of an item are read. */
export interface RowReading {
  /** What the item calls its arms. */
  readonly labels: ArmLabels;
  /** Whether arms that numbers name are the other ones; undefined where what the item calls them says otherwise. */
  readonly isExchanged: boolean | undefined;
  /** Whether texts are HTML. */
  readonly isHtml: boolean;
}

/** An arm that is known, and what it is called. */
interface KnownArm {
  readonly arm: Arm;
  readonly name: string | null;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Which arm a label is by words: those of the item, else those that everybody knows. */
function armByLabel(label: unknown, labels: ArmLabels): Arm | undefined {
  return (typeof label === "string" ? labels.get(plain(label)) : undefined) ?? armNamed(label);
}

/** An arm by the values that a label's path was given; null for one that is neither. */
function armByValues(values: ReadonlyMap<string, string>, label: unknown): Arm | null {
  const said = values.get(String(label)) ?? values.get("*");
  return arms.find((arm) => arm === said) ?? null;
}

/** The values that somebody gave to the labels of the objects of a place, and under which name. */
function valuesOfLabels(
  object: JsonObject,
  place: BoundPlace,
): readonly [string, ReadonlyMap<string, string>] | undefined {
  for (const name of Object.keys(object)) {
    const said = place.property(name).roles.find(({ role, by }) => role === "arm" && by !== "name");
    if (said !== undefined) return [name, said.values];
  }
  return undefined;
}

/** Whether a list in a row may be one of arms: what is an object in other rows too, `results`. */
export function isListOfScope({ scope }: BoundPlace): boolean {
  return scope === "arms" || scope === "row";
}

/** The arms of a list, by their indexes; undefined where they are two or more of which nothing says which is which. */
export function armsOfList(
  list: readonly unknown[],
  place: BoundPlace,
  ofItem: ArmLabels,
): readonly (KnownArm | undefined)[] | undefined {
  const found = list.map((one, index): KnownArm | null | undefined => {
    if (!isObject(one)) return null;
    const element = place.element(index, "none");
    const own = element.scope;
    if (own === "experimental" || own === "comparator") return { arm: own, name: nameOf(one) };
    const said = valuesOfLabels(one, element);
    if (said !== undefined) {
      const [name, values] = said;
      const arm = armByValues(values, one[name]);
      return arm === null ? null : { arm, name: String(one[name]) };
    }
    const labels = labelsIn(one);
    for (const label of labels) {
      const arm = armByLabel(label, ofItem);
      if (arm !== undefined) return { arm, name: String(label) };
    }
    return hasParts(one) && !labels.some((label) => isSum(String(label))) ? undefined : null;
  });
  const known = found.filter((one) => one !== null);
  if (known.length === 0) return found.map(() => undefined);
  const isOneEach = arms.every((arm) => known.filter((one) => one?.arm === arm).length <= 1);
  return known.includes(undefined) || !isOneEach ? undefined : found.map((one) => one ?? undefined);
}

/** Where arms are named, the likeliest first; then all else. */
const labelNames = [
  "arm",
  "group",
  "treatment",
  "intervention",
  "role",
  "name",
  "label",
  "title",
  "type",
  "drug",
];

function labelKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object).filter((key) => partNamed(key) === undefined && isScalar(object[key]));
  const order = (key: string): number => {
    const at = labelNames.indexOf(plain(key));
    return at === -1 ? labelNames.length : at;
  };
  return keys.sort((one, other) => order(one) - order(other));
}

function labelsIn(object: JsonObject): readonly unknown[] {
  return labelKeys(object).map((key) => object[key]);
}

function nameOf(object: JsonObject): string | null {
  const label = labelsIn(object).find((one) => typeof one === "string");
  return typeof label === "string" ? label : null;
}

/** Whether an object has numbers as an arm has, and not only how many people there are. */
function hasParts(object: JsonObject): boolean {
  return Object.keys(object).some((name) => {
    const part = partNamed(name);
    return part !== undefined && part !== "total";
  });
}

/** The labels of arms that are called by numbers only: `treat1`, or `name` in `group1`, with the paths of the labels. */
function numberedLabels(value: JsonObject, place: BoundPlace): readonly NumberedLabel[] {
  const found: NumberedLabel[] = [];
  for (const [name, one] of Object.entries(value)) {
    const property = place.property(name);
    if (property.numbered === undefined && !property.roles.some(({ role }) => role === "arm")) continue;
    const places = isObject(one)
      ? Object.entries(one).map(([key, label]) => ({ label, at: property.property(key) }))
      : [{ label: one, at: property }];
    for (const { label, at } of places) {
      const bound = at.roles.find(({ role }) => role === "arm");
      if (bound?.numbered === undefined || !isScalar(label)) continue;
      const values = bound.by === "name" ? undefined : bound.values;
      found.push({ numbered: bound.numbered, label: String(label), path: at.pattern, values });
    }
  }
  return found;
}

interface NumberedLabel {
  readonly numbered: Arm;
  readonly label: string;
  readonly path: string;
  readonly values: ReadonlyMap<string, string> | undefined;
}

/** Whether arms that are called by numbers say themselves that they are the other ones; undefined where they may be. */
export function isExchanged(
  value: JsonObject,
  place: BoundPlace,
  { labels, isExchanged: ofItem }: RowReading,
): boolean | undefined {
  let says: boolean | undefined = ofItem;
  for (const { numbered, label, values } of numberedLabels(value, place)) {
    const said = values === undefined ? undefined : armByValues(values, label);
    if (said !== undefined && said !== null) return said !== numbered;
    const byItem = labels.get(plain(label));
    if (byItem !== undefined) return byItem !== numbered;
    const arm = armNamed(label);
    if (arm !== undefined && arm !== numbered) says = undefined;
  }
  return says;
}

/** Arms of a row among which somebody has to choose. */
export interface ArmsInRow {
  readonly labels: readonly string[];
  /** What the setting would say where the arms are known. */
  readonly entries: (armOf: (label: string) => Arm | undefined) => RoleEntries;
}

/** The arms of a row of which nothing says which is which; those that are called by numbers too, where they have labels. */
export function armsToChoose(value: unknown, place: BoundPlace, depth = 0): readonly ArmsInRow[] {
  if (!isObject(value) || depth > 2) return [];
  const found: ArmsInRow[] = [];
  const numbered = numberedLabels(value, place);
  if (numbered.length > 1) found.push(byLabels(numbered.map(({ label, path }) => [path, label])));
  const objects: (readonly [path: string, name: string])[] = [];
  let isUnknown = false;
  for (const [name, one] of Object.entries(value)) {
    const property = place.property(name);
    if (Array.isArray(one)) {
      const list = one as readonly unknown[];
      if (property.scope === "arms" && list.filter((each) => isObject(each) && hasParts(each)).length > 1)
        for (const each of armsInList(list, property)) found.push(each);
    } else if (isObject(one)) {
      const isKnown = property.scope === "experimental" || property.scope === "comparator";
      if (hasParts(one) && !isSum(name) && property.numbered === undefined) {
        objects.push([property.pattern, name]);
        isUnknown ||= !isKnown;
      } else if (property.scope !== "none" && !isKnown)
        for (const each of armsToChoose(one, property, depth + 1)) found.push(each);
    }
  }
  if (objects.length > 1 && isUnknown)
    found.push({
      labels: objects.map(([, name]) => name),
      entries: (armOf) => Object.fromEntries(objects.flatMap(([path, name]) => entryOf(path, armOf(name)))),
    });
  return [...found, ...byPrefixes(value, place)];
}

function entryOf(
  path: string,
  arm: Arm | undefined,
): readonly (readonly [string, "experimental-arm" | "comparator-arm"])[] {
  return arm === undefined ? [] : [[path, `${arm}-arm`]];
}

function byLabels(labels: readonly (readonly [path: string, label: string])[]): ArmsInRow {
  return {
    labels: labels.map(([, label]) => label),
    entries: (armOf) => {
      const values = Object.fromEntries(
        labels.flatMap(([, label]) => (armOf(label) ? [[label, armOf(label) ?? ""]] : [])),
      );
      return Object.fromEntries(labels.map(([path]) => [path, { role: "arm", values }]));
    },
  };
}

function armsInList(list: readonly unknown[], place: BoundPlace): readonly ArmsInRow[] {
  const objects = list.flatMap((one, index) => (isObject(one) && hasParts(one) ? [{ one, index }] : []));
  const [first] = objects;
  const key = labelKeys(first?.one ?? {}).find((name) => {
    const labels = objects.map(({ one }) => one[name]);
    return labels.every(isScalar) && new Set(labels.map(String)).size === labels.length;
  });
  if (key !== undefined) {
    const path = place
      .element(0, "none")
      .property(key)
      .pattern.replace(/\/\d+(?=\/[^/]*$)/, "/*");
    return [byLabels(objects.map(({ one }) => [path, String(one[key])]))];
  }
  return [
    {
      labels: objects.map(({ index }) => `${place.name} ${index + 1}`),
      entries: (armOf) =>
        Object.fromEntries(
          objects.flatMap(({ index }) =>
            entryOf(`${place.pattern}/${index}`, armOf(`${place.name} ${index + 1}`)),
          ),
        ),
    },
  ];
}

/** Numbers that are called by an arm nobody knows and its part: `statin_events`, `meanStatin`. */
function byPrefixes(value: JsonObject, place: BoundPlace): readonly ArmsInRow[] {
  const names = new Map<string, { readonly path: string; readonly part: ArmPart }[]>();
  for (const name of Object.keys(value)) {
    const found = typeof value[name] === "number" ? partOfOther(name) : undefined;
    if (found === undefined || isSum(found.arm)) continue;
    const known = names.get(found.arm) ?? [];
    names.set(found.arm, known);
    known.push({ path: `${place.pattern}/${escaped(name)}`, part: found.part });
  }
  const whole = [...names].filter(([, numbers]) => numbers.some(({ part }) => part !== "total"));
  if (whole.length < 2) return [];
  return [
    {
      labels: whole.map(([arm]) => arm),
      entries: (armOf) =>
        Object.fromEntries(
          whole.flatMap(([name, numbers]) => {
            const arm = armOf(name);
            return arm === undefined
              ? []
              : numbers.map(({ path, part }) => [path, armRoles[arm][part]] as const);
          }),
        ),
    },
  ];
}

function partOfOther(name: string): { readonly arm: string; readonly part: ArmPart } | undefined {
  const all = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").split(/[^\p{L}\p{N}]+/u);
  for (let at = 1; at < all.length; at++) {
    const [first, last] = [all.slice(0, at).join(" "), all.slice(at).join(" ")];
    const [before, behind] = [partNamed(last), partNamed(first)];
    if (before !== undefined) return { arm: first, part: before };
    if (behind !== undefined) return { arm: last, part: behind };
  }
  return undefined;
}

/** A label of an arm that a number names. */
export interface LabelOfNumber {
  readonly path: string;
  readonly label: string;
  readonly numbered: Arm;
}

/** Two texts in a list of arms are what the first and the second one are called. */
export function labelsInList(
  list: readonly unknown[],
  { name, pattern, hasExplicit }: BoundPlace,
): readonly LabelOfNumber[] {
  const texts = list.flatMap((one) => (typeof one === "string" ? [one] : []));
  if (hasExplicit || !isListOfArms(name) || list.length !== 2 || texts.length !== 2) return [];
  return arms.map((numbered, index) => ({
    path: `${pattern}/${index}`,
    label: texts[index] ?? "",
    numbered,
  }));
}
