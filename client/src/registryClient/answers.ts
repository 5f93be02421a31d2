import type * as RegistryValidators from "@analyses/schemas/generated/registryValidators.js";
import type { RegistryFormError, RegistryValidator } from "@analyses/schemas/generated/registryValidators.js";
import { Turns } from "./jsonBody";
import {
  type GroupId,
  type GroupListItem,
  type GroupType,
  type GroupTypeId,
  type GroupTypeListItem,
  type Identified,
  identified,
} from "./records";
import { type AnswerFault, type JsonType, type ListGaps, describeFault, inEnglish } from "./registryError";

export type CheckedAnswer<T> =
  | {
      readonly kind: "ok";
      readonly value: T;
      /** Deviations from the schema, in English, for the log. */
      readonly remarks: readonly string[];
      readonly gaps?: ListGaps | undefined;
    }
  | { readonly kind: "wrong"; readonly fault: AnswerFault };

/** The result of a check that yields; aborting cancels the check at its next yield. */
export type CheckedYielding<T> = CheckedAnswer<T> | { readonly kind: "cancelled" };

const jsonTypes = ["object", "array", "string", "number", "boolean"] as const;

/**
 * Validates an answer against the schema, leniently: reads a number as its text where the specification has text.
 * Reports the path of the first wrong value.
 */
export function checkAnswer<T>(value: unknown, check: RegistryValidator<T>): CheckedAnswer<Identified<T>> {
  if (check(value)) return { kind: "ok", value: identified(value), remarks: [] };
  const wrong = check.errors?.[0];
  const keys = keysOf(wrong);
  if (wrong?.keyword === "type" && expectedType(wrong) === "string" && isExactNumber(valueAt(value, keys))) {
    // Converts all numbers at once: one validation per number would take minutes for thousands.
    const converted = withNumbersAsTexts(value);
    if (check(converted)) {
      const remarks = [`${pathOf(keys)} is a number: numbers are read as text`];
      return { kind: "ok", value: identified(converted), remarks };
    }
  }
  const error = check.errors?.[0];
  return { kind: "wrong", fault: error === undefined ? { kind: "notJson" } : faultOf(value, error) };
}

/** A copy of an answer with numbers as their texts, except unsafe integers, which may have lost digits. */
function withNumbersAsTexts(value: unknown): unknown {
  if (isExactNumber(value)) return String(value);
  if (Array.isArray(value)) return value.map(withNumbersAsTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbersAsTexts(inner)]));
}

function isExactNumber(value: unknown): value is number {
  return typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

interface CheckedList<Whole, Item> {
  /** The answer, with an empty list instead of the list that was sent. */
  readonly whole: Identified<Whole>;
  readonly items: readonly Identified<Item>[];
}

interface AnswerList<Item> {
  readonly name: string;
  readonly check: RegistryValidator<Item>;
  /**
   * Whether the list may be absent only if the answer's count is 0: other JSON must not pass for a registry without
   * groups.
   */
  readonly isRequired: boolean;
}

/**
 * Validates an answer with a long list as {@link checkAnswer} does, yielding every few milliseconds between items.
 * Skips invalid items; fails if all items are invalid.
 */
export async function checkListAnswer<Whole, Item>(
  value: unknown,
  checkWhole: RegistryValidator<Whole>,
  { name, check, isRequired }: AnswerList<Item>,
  signal: AbortSignal,
): Promise<CheckedYielding<CheckedList<Whole, Item>>> {
  const items = takeList(value, name);
  const whole = checkAnswer(value, checkWhole);
  if (whole.kind === "wrong") return whole;
  // Servers may omit an empty list.
  const isEmpty = announcedCountIn(whole.value) === "0";
  if (items === undefined && isRequired && !isEmpty) {
    return { kind: "wrong", fault: { kind: "missing", path: name } };
  }
  const turns = new Turns();
  const checked: Identified<Item>[] = [];
  const remarks = [...whole.remarks];
  let firstFault: AnswerFault | undefined;
  let remarkOnItem: string | undefined;
  for (const [index, item] of (items ?? []).entries()) {
    const answer = checkAnswer(item, check);
    if (answer.kind === "ok") {
      checked.push(answer.value);
      for (const remark of answer.remarks) remarkOnItem ??= `${name}[${index}].${remark}`;
    } else firstFault ??= faultInItem(answer.fault, `${name}[${index}]`);
    // Reads the clock after every item: one item may be megabytes large.
    if (!turns.isOver()) continue;
    await turns.yieldTurn(0);
    if (signal.aborted) return { kind: "cancelled" };
  }
  if (firstFault !== undefined && checked.length === 0) return { kind: "wrong", fault: firstFault };
  const sent = items?.length ?? 0;
  const leftOut = sent - checked.length;
  if (remarkOnItem !== undefined) remarks.push(remarkOnItem);
  if (firstFault !== undefined) {
    const reason = describeFault(firstFault, inEnglish);
    remarks.push(`${leftOut} of ${sent} ${name} could not be read. ${reason}`);
  }
  const count = announcedCountIn(whole.value);
  const announced = count === String(sent) ? "" : count;
  if (announced !== "") remarks.push(`numberOfEntries is "${announced}", and there are ${sent} ${name}`);
  const gaps = leftOut > 0 || announced !== "" ? { sent, leftOut, announced } : undefined;
  return { kind: "ok", value: { whole: whole.value, items: checked }, remarks, gaps };
}

/** The `numberOfEntries` of a list (specification, section 2), safe to display and log; "" if missing. */
function announcedCountIn(whole: unknown): string {
  const count: unknown = valueAt(whole, ["numberOfEntries"]);
  return typeof count === "string" ? count.replace(/[^0-9]/g, "?").slice(0, 20) : "";
}

/** @param itemPath the path of the item that has the fault */
function faultInItem(fault: AnswerFault, itemPath: string): AnswerFault {
  return "path" in fault
    ? { ...fault, path: fault.path === "" ? itemPath : `${itemPath}.${fault.path}` }
    : fault;
}

/** Replaces the list in a field by an empty list. @returns the list; undefined if the field holds none */
function takeList(value: unknown, name: string): readonly unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = ownValue(value, name);
  if (!Array.isArray(given)) return undefined;
  const list: readonly unknown[] = given;
  Reflect.set(value, name, []);
  return list;
}

/** @param answer as the registry sent it: its numbers are not converted to texts */
function faultOf(answer: unknown, error: RegistryFormError): AnswerFault {
  const keys = keysOf(error);
  if (error.params.missingProperty !== undefined) {
    return { kind: "missing", path: pathOf([...keys, error.params.missingProperty]) };
  }
  return {
    kind: "wrongType",
    path: pathOf(keys),
    found: typeOf(valueAt(answer, keys)),
    expected: expectedType(error),
  };
}

/** The keys of the JSON Pointer (RFC 6901) to the wrong value. */
function keysOf(error: RegistryFormError | undefined): string[] {
  return (error?.instancePath ?? "")
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A path in the notation of JavaScript: `groups[17].groupId`. */
function pathOf(keys: readonly string[]): string {
  return keys
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null) return undefined;
    current = ownValue(current, key);
  }
  return current;
}

function ownValue(holder: object, key: string): unknown {
  return Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const name = typeof value;
  return jsonTypes.find((type) => type === name) ?? "object";
}

function expectedType({ params }: RegistryFormError): JsonType {
  const names = [params.type ?? []].flat();
  return jsonTypes.find((type) => names.includes(type)) ?? "object";
}

type Validators = typeof RegistryValidators;

/** Imports the validators with the first answer: a window that reads no registry does not load them. */
const validators = (): Promise<Validators> => import("@analyses/schemas/generated/registryValidators.js");

function acceptorOf<T>(
  checkIn: (all: Validators) => RegistryValidator<T>,
): (body: unknown) => Promise<CheckedAnswer<Identified<T>>> {
  return async (body) => checkAnswer(body, checkIn(await validators()));
}

export const acceptGroup = acceptorOf((all) => all.checkGroup);
export const acceptPerson = acceptorOf((all) => all.checkPerson);
export const acceptUser = acceptorOf((all) => all.checkUser);

export async function acceptGroupTypes(
  body: unknown,
  signal: AbortSignal,
): Promise<CheckedYielding<readonly GroupTypeListItem[]>> {
  const { checkGroupTypeList, checkGroupTypeListItem } = await validators();
  const list = { name: "groupTypes", check: checkGroupTypeListItem, isRequired: true };
  const answer = await checkListAnswer(body, checkGroupTypeList, list, signal);
  return answer.kind === "ok" ? { ...answer, value: answer.value.items } : answer;
}

export async function acceptGroupType(
  body: unknown,
  signal: AbortSignal,
): Promise<CheckedYielding<GroupType>> {
  const { checkGroupType, checkGroupReference } = await validators();
  const list = { name: "groups", check: checkGroupReference, isRequired: false };
  const answer = await checkListAnswer(body, checkGroupType, list, signal);
  if (answer.kind !== "ok") return answer;
  const { whole, items } = answer.value;
  return { ...answer, value: { ...whole, groups: items } };
}

export async function acceptGroups(
  body: unknown,
  signal: AbortSignal,
): Promise<CheckedYielding<GroupsIndex>> {
  const { checkGroupList, checkGroupListItem } = await validators();
  const list = { name: "groups", check: checkGroupListItem, isRequired: true };
  const answer = await checkListAnswer(body, checkGroupList, list, signal);
  if (answer.kind !== "ok") return answer;
  const value = await indexGroups(answer.value.items, signal);
  return value === undefined ? { kind: "cancelled" } : { ...answer, value };
}

/** The list of all groups, indexed by identifier and counted by type. */
export interface GroupsIndex {
  readonly list: readonly GroupListItem[];
  /** If several groups have the same identifier, contains the last of these groups. */
  readonly byId: ReadonlyMap<GroupId, GroupListItem>;
  readonly countsByType: ReadonlyMap<GroupTypeId, number>;
}

/**
 * Indexes a list of up to hundreds of thousands of groups, yielding every few milliseconds.
 *
 * @returns undefined if the signal was aborted
 */
export async function indexGroups(
  list: readonly GroupListItem[],
  signal: AbortSignal,
): Promise<GroupsIndex | undefined> {
  const byId = new Map<GroupId, GroupListItem>();
  const countsByType = new Map<GroupTypeId, number>();
  const turns = new Turns();
  for (const group of list) {
    byId.set(group.groupId, group);
    const { groupTypeId: type } = group.groupType;
    countsByType.set(type, (countsByType.get(type) ?? 0) + 1);
    if (!turns.isOver()) continue;
    await turns.yieldTurn(0);
    if (signal.aborted) return undefined;
  }
  return { list, byId, countsByType };
}
