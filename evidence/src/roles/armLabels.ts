// Identifies arms: by values of labels in the setting or the schema, by the item's labels of arms, or by a
// label that is a word for an arm. Order and position do not identify an arm: the user has to choose.

import type { BoundPlace, BoundRole } from "./binding";
import { isObject, isScalar } from "../json";
import { type Arm, type Role, arms } from "./roles";
import { plain } from "../choiceValues";
import { armNamed, armSuggested, isListOfArms, isSum, partNamed, wordAt } from "./words";

/** The arms by the item's labels for them, as {@link plain} names. */
export type ArmLabels = ReadonlyMap<string, Arm>;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The arm that the setting, the schema or a form gives to a label; null if its role there names no arm, undefined if
 * none of them gives it a role.
 */
export function statedArm(roles: readonly BoundRole[], label: unknown): Arm | null | undefined {
  const bound = roles.find(({ role, by }) => by !== "name" && (role === "arm" || labelRoles.has(role)));
  if (bound?.role !== "arm") return bound === undefined ? undefined : labelRoles.get(bound.role);
  const stated = bound.values.get(String(label)) ?? bound.values.get("*");
  return arms.find((arm) => arm === stated) ?? null;
}

const labelRoles = new Map<Role, Arm>(arms.map((arm) => [`${arm}-label`, arm]));

/**
 * The arms of a list's elements, undefined where an element is none; undefined if an arm is unidentified, or occurs
 * twice.
 */
export function armsOfList(
  list: readonly unknown[],
  place: BoundPlace,
  labels: ArmLabels,
): readonly Exclude<ReturnType<typeof armOf>, null>[] | undefined {
  const found = list.map((value, index) =>
    isObject(value) ? armOf(value, place.element(index, "none"), labels) : null,
  );
  const isOneEach = arms.every((arm) => found.filter((one) => one?.arm === arm).length <= 1);
  return found.includes(undefined) || !isOneEach ? undefined : found.map((one) => one ?? undefined);
}

/** The arm of an element; null if the element is no arm, undefined if it is an arm but unidentified. */
function armOf(
  object: JsonObject,
  place: BoundPlace,
  ofItem: ArmLabels,
): { readonly arm: Arm; readonly name: string | null } | null | undefined {
  const labels = labelKeys(object).map((key) => object[key]);
  const { scope } = place;
  if (scope === "experimental" || scope === "comparator")
    return { arm: scope, name: labels.find((label) => typeof label === "string") ?? null };
  for (const key of Object.keys(object)) {
    const arm = statedArm(place.property(key).roles, object[key]);
    if (arm !== undefined) return arm === null ? null : { arm, name: String(object[key]) };
  }
  for (const label of labels.map(String)) {
    const arm = ofItem.get(plain(label)) ?? armNamed(label);
    if (arm !== undefined) return { arm, name: label };
  }
  return hasParts(object) && !labels.some((label) => isSum(String(label))) ? undefined : null;
}

/** Properties that may label an arm: first those that are called as labels are, such as `name`. */
export function labelKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object).filter((key) => partNamed(key) === undefined && isScalar(object[key]));
  const isLabel = (key: string): boolean => wordAt("experimental", key) !== undefined;
  return [...keys.filter(isLabel), ...keys.filter((key) => !isLabel(key))];
}

/** Whether an object has properties that are called as an arm's numbers are, other than participants. */
export function hasParts(object: JsonObject): boolean {
  return Object.keys(object).some((name) => (partNamed(name) ?? "total") !== "total");
}

export interface NumberedLabel {
  readonly path: string;
  readonly label: string;
  readonly numbered: Arm;
  /** The result of {@link statedArm} for the label. */
  readonly stated: Arm | null | undefined;
}

/** The labels of numbered arms: `treat1`, `name` in `group1`, or both in one property: `labels: ["Drug", "Placebo"]`. */
export function numberedLabels(value: JsonObject, place: BoundPlace): readonly NumberedLabel[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const property = place.property(name);
    if (property.numbered === undefined && !property.roles.some(({ role }) => role === "arm"))
      return property.isUnbound ? labelsOfBoth(one, property) : [];
    const places = isObject(one)
      ? Object.entries(one).map(([key, label]) => [label, property.property(key)] as const)
      : [[one, property] as const];
    return places.flatMap(([label, { roles, pattern: path }]): readonly NumberedLabel[] => {
      const { numbered } = roles.find(({ role }) => role === "arm") ?? {};
      if (numbered === undefined || !isScalar(label)) return [];
      return [{ numbered, label: String(label), path, stated: statedArm(roles, label) }];
    });
  });
}

/**
 * The labels of both arms in one property: two texts, or two objects with one text each. They count as labels if one of
 * them suggests an arm, or if the property is named after arms.
 */
export function labelsOfBoth(value: unknown, place: BoundPlace): readonly NumberedLabel[] {
  // The texts at the sides of a graph do not label arms.
  if (typeof value !== "object" || value === null || /favou?rs|graph|axis/i.test(place.name)) return [];
  if ((Array.isArray(value) ? value : Object.keys(value)).length > maxLabels) return [];
  if (!Array.isArray(value) && !["none", "arms", "legend"].includes(place.scope)) return [];
  const labels: NumberedLabel[] = [];
  for (const [name, one] of Object.entries(value) as [string, unknown][]) {
    const texts = isObject(one) ? (hasParts(one) ? [] : Object.entries(one)) : [[undefined, one] as const];
    const [key, label] = texts.find(([, text]) => typeof text === "string") ?? [];
    if (typeof label !== "string" || (wordAt("row", label)?.entries ?? []).length > 0) continue;
    const [, number] = /(?:^|\D)([12])$/.exec(name) ?? [];
    const isFirst = Array.isArray(value) || number === undefined ? labels.length === 0 : number === "1";
    const numbered = armNamed(name) ?? (isFirst ? "experimental" : "comparator");
    const at = Array.isArray(value) ? place.element(Number(name), "none") : place.property(name);
    const { roles } = key === undefined ? at : at.property(key);
    const path = [place.pattern, name, ...(key === undefined ? [] : [key])].join("/");
    labels.push({ numbered, label, path, stated: statedArm(roles, label) });
  }
  const areLabels = isListOfArms(place.name) || labels.some(({ label }) => armSuggested(label) !== undefined);
  return labels.length === 2 && areLabels ? labels : [];
}

const maxLabels = 20;

/** Whether labels show that numbered arms are exchanged, else `ofItem`; undefined if they only suggest it. */
export function isExchanged(
  value: JsonObject,
  place: BoundPlace,
  labels: ArmLabels,
  ofItem: boolean | undefined,
): boolean | undefined {
  let says = ofItem;
  for (const { numbered, label, stated } of numberedLabels(value, place)) {
    const arm = stated ?? labels.get(plain(label));
    if (arm !== undefined) return arm !== numbered;
    if ((armSuggested(label) ?? numbered) !== numbered) says = undefined;
  }
  return says;
}
