import { escaped, isObject, isScalar } from "../json";
import type { BoundPlace, BoundRole } from "./binding";
import type { Found } from "./readRow";
import { isChoiceRole, isResultRole } from "./roles";
import { readValue } from "../choiceValues";

/** The value of a property that has a role, in an item or in a subgroup. */
export interface FoundValue extends Found<unknown> {
  readonly bound: BoundRole;
  /** The path, as in the setting. */
  readonly path: string;
  /** Whether this is the first of the property's roles. */
  readonly isFirst: boolean;
}

/** A scalar whose property has no role. */
export interface UnboundValue extends Found<string | number | boolean> {
  readonly path: string;
}

export type PlacedList = readonly [list: readonly unknown[], place: BoundPlace, pointer: string];

/** Collects the values and lists of an item or a subgroup. */
export interface Into {
  readonly found: FoundValue[];
  readonly unbound: UnboundValue[];
  readonly list: (...list: PlacedList) => void;
  /** Called with each list and each object that is searched: their elements may be the labels of both arms. */
  readonly pair?: (value: object, place: BoundPlace) => void;
}

/** The maximum depth of nested objects in which values and lists are searched. */
export const maxDepth = 8;

/** Collects the values and the lists in a property of an item, or of a subgroup. */
export function descend(value: unknown, place: BoundPlace, pointer: string, depth: number, into: Into): void {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    into.pair?.(list, place);
    // A list of one value is that value; a list of several is ambiguous.
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
  if (depth > maxDepth || place.isNextToAnalysis) return;
  into.pair?.(value, place);
  const chosen = nameOfChoice(value, place);
  if (chosen !== undefined) take(place, value[chosen], `${pointer}/${chosen}`, into);
  const before = into.found.length;
  for (const name of Object.keys(value)) {
    const one = value[name];
    const property = place.placeOf(name, one);
    const at = `${pointer}/${escaped(name)}`;
    if (name !== chosen && (typeof one === "object" || property.roles.length > 0))
      descend(one, property, at, depth + 1, into);
    const isInside = place.scope === "analysis" || place.scope === "subgroup";
    if (isInside && isScalar(one) && mayHoldChoice(property))
      into.unbound.push({ value: one, pointer: at, path: property.pattern });
  }
  // An object whose properties hold choices of their own is not a value itself.
  const hasInnerChoice = into.found.slice(before).some(({ bound }) => isChoiceRole(bound.role));
  if (!hasInnerChoice && chosen === undefined && place.roles.some(isOfOneValue))
    take(place, value, pointer, into);
}

/**
 * Whether a property may make a choice although its name does not say so: it has no role, or only that of a stored
 * result.
 */
function mayHoldChoice({ context, roles }: BoundPlace): boolean {
  return (
    context.isOpen &&
    roles.every(({ role, by }) => by === "name" && (role === "switch" || isResultRole(role)))
  );
}

function take({ roles, pattern: path }: BoundPlace, value: unknown, pointer: string, { found }: Into): void {
  for (const bound of roles) found.push({ bound, value, pointer, path, isFirst: bound === roles[0] });
}

/**
 * The property that holds the choice in an object: `type` in `"model": { "type": "random" }`. A code or a label holds
 * the choice only if its value is a known one.
 */
function nameOfChoice(object: Readonly<Record<string, unknown>>, { roles }: BoundPlace): string | undefined {
  const choices = roles.flatMap(({ role, by, values }) =>
    isChoiceRole(role) && by === "name" ? [{ role, values }] : [],
  );
  if (choices.length === 0) return undefined;
  const isKnown = (name: string): boolean =>
    choices.some(({ role, values }) => (readValue(role, values, object[name]) ?? null) !== null);
  const stated = ["type", "name", "value", "kind"].find((name) => typeof object[name] === "string");
  return stated ?? ["value", "code", "label"].find((name) => isScalar(object[name]) && isKnown(name));
}

/** Whether an object at this property can only be a choice. The three roles left out have names with other uses. */
function isOfOneValue({ role }: BoundRole): boolean {
  const hasOtherUses = role === "totals" || role === "prediction-interval" || role === "data-type";
  return !hasOtherUses && (isChoiceRole(role) || role === "switch");
}
