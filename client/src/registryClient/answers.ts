import type * as RegistryValidators from "@analyses/schemas/generated/registryValidators.js";
import type { RegistryFormError, RegistryValidator } from "@analyses/schemas/generated/registryValidators.js";
import { Turns } from "./jsonBody";
import type {
  GroupId,
  GroupListItem,
  GroupType,
  GroupTypeId,
  GroupTypeListItem,
  Identified,
} from "./records";
import { identified } from "./records";
import type { AnswerFault, JsonType, ListGaps } from "./registryError";
import { describeFault, inEnglish } from "./registryError";

export type CheckedAnswer<T> =
  | {
      readonly kind: "ok";
      readonly value: T;
      /** What is odd about it, in English, for the log. */
      readonly remarks: readonly string[];
      readonly gaps?: ListGaps;
    }
  | { readonly kind: "wrong"; readonly fault: AnswerFault };

/** What is checked in turns can be ended between them. */
export type CheckedInTurns<T> = CheckedAnswer<T> | { readonly kind: "cancelled" };

const jsonTypes = ["object", "array", "string", "number", "boolean"] as const;

/**
 * Holds an answer against the description, leniently: a number where the specification has text is read as its
 * text. Says where the first wrong value stands.
 */
export function checkAnswer<T>(value: unknown, check: RegistryValidator<T>): CheckedAnswer<Identified<T>> {
  if (check(value)) return { kind: "ok", value: identified(value), remarks: [] };
  const wrong = check.errors?.[0];
  const place = keysOf(wrong);
  // All at once: a check for each of thousands would take minutes.
  const texts = isTextNeeded(wrong) ? numbersAsTexts(value) : noTexts;
  if (texts.size > 0 && check(value)) {
    const more = countOf(texts) - 1;
    const others = more === 0 ? "" : `, and ${more} more like it`;
    return {
      kind: "ok",
      value: identified(value),
      remarks: [`${pathOf(place)} is a number, read as text${others}`],
    };
  }
  const error = check.errors?.[0];
  return { kind: "wrong", fault: error === undefined ? { kind: "notJson" } : faultOf(value, error, texts) };
}

function isTextNeeded(error: RegistryFormError | undefined): boolean {
  return error?.keyword === "type" && expectedType(error) === "string";
}

/** Where numbers were written as texts: objects with their fields, lists with their places. */
type WrittenTexts = ReadonlyMap<object, readonly string[]>;

const noTexts: WrittenTexts = new Map();

/** Puts their texts in the place of all numbers of an answer, but for those whose digits may be lost already. */
function numbersAsTexts(answer: unknown): WrittenTexts {
  const written = new Map<object, string[]>();
  const waiting: unknown[] = [answer];
  while (waiting.length > 0) {
    const holder = waiting.pop();
    if (typeof holder !== "object" || holder === null) continue;
    const keys: string[] = [];
    for (const key of Object.keys(holder)) {
      const value = ownValue(holder, key);
      if (typeof value === "object") waiting.push(value);
      else if (isReadable(value) && Reflect.set(holder, key, String(value))) keys.push(key);
    }
    if (keys.length > 0) written.set(holder, keys);
  }
  return written;
}

function isReadable(value: unknown): value is number {
  return typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** How many texts the check has left: fields that nobody described are gone. */
function countOf(texts: WrittenTexts): number {
  let count = 0;
  for (const [holder, keys] of texts) count += keys.filter((key) => Object.hasOwn(holder, key)).length;
  return count;
}

/** An answer with a long list, and the list. */
export interface CheckedList<Whole, Item> {
  /** With an empty list in the place of the long one. */
  readonly whole: Identified<Whole>;
  readonly items: readonly Identified<Item>[];
}

/** A list in an answer. */
export interface AnswerList<Item> {
  /** Of the field that holds it. */
  readonly name: string;
  readonly check: RegistryValidator<Item>;
  /**
   * Whether the answer is nothing without it, unless it counts none: other JSON must not pass for a registry without
   * groups.
   */
  readonly isRequired: boolean;
}

/**
 * Holds an answer with a long list against the description as {@link checkAnswer} does, the items in turns of a
 * few milliseconds. Items that cannot be read are left out, unless all are.
 */
export async function checkListAnswer<Whole, Item>(
  value: unknown,
  checkWhole: RegistryValidator<Whole>,
  { name, check, isRequired }: AnswerList<Item>,
  signal: AbortSignal,
): Promise<CheckedInTurns<CheckedList<Whole, Item>>> {
  const items = takenOut(value, name);
  const whole = checkAnswer(value, checkWhole);
  if (whole.kind === "wrong") return whole;
  // Servers may write an empty list as none.
  const isEmpty = lengthSaidIn(whole.value) === "0";
  if (items === undefined && isRequired && !isEmpty) {
    return { kind: "wrong", fault: { kind: "missing", path: name } };
  }
  const turns = new Turns();
  const checked: Identified<Item>[] = [];
  const remarks = [...whole.remarks];
  let firstFault: AnswerFault | undefined;
  let numbers = 0;
  for (const [index, item] of (items ?? []).entries()) {
    const answer = checkAnswer(item, check);
    if (answer.kind === "ok") checked.push(answer.value);
    else firstFault ??= within(answer.fault, `${name}[${index}]`);
    if (answer.kind === "ok" && answer.remarks.length > 0) {
      if (numbers === 0) remarks.push(`${name}[${index}].${answer.remarks[0] ?? ""}`);
      numbers += 1;
    }
    // An item may be as large as what is parsed in one go.
    if (!turns.isOver()) continue;
    await turns.giveWay(0);
    if (signal.aborted) return { kind: "cancelled" };
  }
  if (firstFault !== undefined && checked.length === 0) return { kind: "wrong", fault: firstFault };
  const sent = items?.length ?? 0;
  const leftOut = sent - checked.length;
  if (firstFault !== undefined) {
    const reason = describeFault(firstFault, inEnglish);
    remarks.push(`${leftOut} of ${sent} ${name} could not be read. ${reason}`);
  }
  if (numbers > 1) remarks.push(`${numbers} of ${sent} ${name} have numbers where there should be text`);
  const count = lengthSaidIn(whole.value);
  const announced = count === String(sent) ? "" : count;
  if (announced !== "") remarks.push(`numberOfEntries is "${announced}", and there are ${sent} ${name}`);
  const answer = { kind: "ok", value: { whole: whole.value, items: checked }, remarks } as const;
  return leftOut > 0 || announced !== "" ? { ...answer, gaps: { sent, leftOut, announced } } : answer;
}

/** What a list says of its own length (specification, section 2). */
function lengthSaidIn(whole: unknown): string {
  const count: unknown = valueAt(whole, ["numberOfEntries"]);
  return typeof count === "string" ? count.replace(/[^0-9]/g, "?").slice(0, 20) : "";
}

/** @param place where the record stands in the answer */
function within(fault: AnswerFault, place: string): AnswerFault {
  return "path" in fault ? { ...fault, path: fault.path === "" ? place : `${place}.${fault.path}` } : fault;
}

/** The list in a field, with an empty one in its place; undefined where there is none. */
function takenOut(value: unknown, name: string): readonly unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = ownValue(value, name);
  if (!Array.isArray(given)) return undefined;
  const list: readonly unknown[] = given;
  Reflect.set(value, name, []);
  return list;
}

/** @param texts those that were numbers in the answer as it came */
function faultOf(answer: unknown, error: RegistryFormError, texts: WrittenTexts): AnswerFault {
  const keys = keysOf(error);
  if (error.params.missingProperty !== undefined) {
    return { kind: "missing", path: pathOf([...keys, error.params.missingProperty]) };
  }
  return {
    kind: "wrongType",
    path: pathOf(keys),
    found: wasNumber(answer, keys, texts) ? "number" : typeOf(valueAt(answer, keys)),
    expected: expectedType(error),
  };
}

function wasNumber(answer: unknown, keys: readonly string[], texts: WrittenTexts): boolean {
  const holder = valueAt(answer, keys.slice(0, -1));
  const key = keys.at(-1);
  if (typeof holder !== "object" || holder === null || key === undefined) return false;
  return texts.get(holder)?.includes(key) === true;
}

/** The keys of the JSON Pointer (RFC 6901) to what is wrong. */
function keysOf(error: RegistryFormError | undefined): string[] {
  return (error?.instancePath ?? "")
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A path as programmers write it: `groups[17].groupId`. */
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

/** Loaded with the first answer: a window that asks no registry needs none. */
const validators = (): Promise<Validators> => import("@analyses/schemas/generated/registryValidators.js");

function accepting<T>(
  checkIn: (all: Validators) => RegistryValidator<T>,
): (body: unknown) => Promise<CheckedAnswer<Identified<T>>> {
  return async (body) => checkAnswer(body, checkIn(await validators()));
}

export const acceptGroup = accepting((all) => all.checkGroup);
export const acceptPerson = accepting((all) => all.checkPerson);
export const acceptUser = accepting((all) => all.checkUser);

export async function acceptGroupTypes(
  body: unknown,
  signal: AbortSignal,
): Promise<CheckedInTurns<readonly GroupTypeListItem[]>> {
  const { checkGroupTypeList, checkGroupTypeListItem } = await validators();
  const list = { name: "groupTypes", check: checkGroupTypeListItem, isRequired: true };
  const answer = await checkListAnswer(body, checkGroupTypeList, list, signal);
  return answer.kind === "ok" ? { ...answer, value: answer.value.items } : answer;
}

export async function acceptGroupType(
  body: unknown,
  signal: AbortSignal,
): Promise<CheckedInTurns<GroupType>> {
  const { checkGroupType, checkGroupReference } = await validators();
  const list = { name: "groups", check: checkGroupReference, isRequired: false };
  const answer = await checkListAnswer(body, checkGroupType, list, signal);
  if (answer.kind !== "ok") return answer;
  const { whole, items } = answer.value;
  return { ...answer, value: { ...whole, groups: items } };
}

export async function acceptGroups(body: unknown, signal: AbortSignal): Promise<CheckedInTurns<GroupsIndex>> {
  const { checkGroupList, checkGroupListItem } = await validators();
  const list = { name: "groups", check: checkGroupListItem, isRequired: true };
  const answer = await checkListAnswer(body, checkGroupList, list, signal);
  if (answer.kind !== "ok") return answer;
  const value = await indexGroups(answer.value.items, signal);
  return value === undefined ? { kind: "cancelled" } : { ...answer, value };
}

/** The list of all groups, by what one asks of it. */
export interface GroupsIndex {
  readonly list: readonly GroupListItem[];
  readonly byId: Pick<LargeMap<GroupId, GroupListItem>, "get">;
  readonly countsByType: Pick<LargeMap<GroupTypeId, { readonly count: number }>, "get">;
}

const mostInPart = 2 ** 16;

/** A map in parts: a `Map` of hundreds of thousands moves all that it holds in one go each time that it grows. */
class LargeMap<Key, Value extends object> {
  /** The newest first. */
  readonly #parts: Map<Key, Value>[] = [];

  get(key: Key): Value | undefined {
    for (const part of this.#parts) {
      const value = part.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** What was added last for a key counts. */
  add(key: Key, value: Value): void {
    const [newest] = this.#parts;
    if (newest !== undefined && newest.size < mostInPart) newest.set(key, value);
    else this.#parts.unshift(new Map([[key, value]]));
  }
}

/**
 * Indexes a list in turns of a few milliseconds, for it may be of hundreds of thousands of groups.
 *
 * @returns undefined where the signal was aborted meanwhile
 */
export async function indexGroups(
  list: readonly GroupListItem[],
  signal: AbortSignal,
): Promise<GroupsIndex | undefined> {
  const byId = new LargeMap<GroupId, GroupListItem>();
  const countsByType = new LargeMap<GroupTypeId, { count: number }>();
  const turns = new Turns();
  for (const group of list) {
    byId.add(group.groupId, group);
    const { groupTypeId: type } = group.groupType;
    const known = countsByType.get(type);
    if (known === undefined) countsByType.add(type, { count: 1 });
    else known.count += 1;
    if (!turns.isOver()) continue;
    await turns.giveWay(0);
    if (signal.aborted) return undefined;
  }
  return { list, byId, countsByType };
}
