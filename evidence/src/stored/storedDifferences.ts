import { decimalsOf } from "../numberText";
import type { ComputedItem } from "../evidenceOfItem";
import { escaped, isObject } from "../json";
import { type StoredMembers, type StoredObject, type StoredValue, revManResults } from "./revmanResults";

/**
 * A stored result that differs from the computed one; `stored` is null if it is absent, `computed` if it should be.
 */
export interface StoredDifference {
  readonly pointer: string;
  /** The pointer of its object: the item itself, a subgroup or a row. */
  readonly owner: string;
  /** The names from that object to the value: `["estimate", "mean"]`. */
  readonly path: readonly string[];
  readonly stored: number | null;
  readonly computed: number | null;
}

/** An edit that makes an item store a computed result; all other text is unchanged. */
export type StoredChange =
  | { readonly kind: "write"; readonly pointer: string; readonly value: number }
  | { readonly kind: "remove"; readonly pointer: string }
  | {
      readonly kind: "add";
      /** The object that receives `name`, before the first of the properties `before` that is present. */
      readonly pointer: string;
      readonly before: readonly string[];
      readonly name: string;
      readonly value: number | StoredMembers;
    };

interface Compared {
  readonly differences: StoredDifference[];
  readonly changes: StoredChange[];
  /** The lists, by pointer, of which an element stores its result; "" for the item itself. */
  readonly withResults: Set<string>;
  /** Missing results, reported if others of their list are stored. */
  readonly lacking: StoredDifference[];
}

/**
 * Compares the results that an item in RevMan's form stores with the computed ones, up to RevMan's numerical error.
 *
 * @returns null for an item in another form, and for one that stores no results
 */
export function storedDifferences(
  evidence: ComputedItem,
): { readonly differences: readonly StoredDifference[]; readonly changes: readonly StoredChange[] } | null {
  const expected = revManResults(evidence);
  if (expected === undefined) return null;
  const compared: Compared = { differences: [], changes: [], withResults: new Set(), lacking: [] };
  for (const object of expected) compareObject(evidence.content.item, object, compared);
  const { differences, changes, withResults, lacking } = compared;
  if (withResults.size === 0) return null;
  const missed = lacking.filter(({ owner }) => owner === "" || withResults.has(listOf(owner)));
  return { differences: [...differences, ...missed], changes };
}

function compareObject(item: unknown, object: StoredObject, compared: Compared): void {
  const stored = valueAt(item, object.pointer);
  if (isObject(stored)) compareMembers(stored, object.members, object.pointer, object.order, []);

  function compareMembers(
    has: Readonly<Record<string, unknown>>,
    members: StoredMembers,
    pointer: string,
    order: readonly string[],
    path: readonly string[],
  ): void {
    for (const [name, expected] of Object.entries(members)) {
      const value = has[name];
      const at = `${pointer}/${escaped(name)}`;
      const own = [...path, name];
      if (name === "estimate" && path.length === 0 && isObject(value))
        compared.withResults.add(listOf(object.pointer));
      const difference = { pointer: at, owner: object.pointer, path: own };
      if (value === undefined) {
        if (!isWritten(expected)) continue;
        const before = order.slice(order.indexOf(name) + 1);
        compared.changes.push({ kind: "add", pointer, before, name, value: withoutGaps(expected) });
        if (isTelling(own))
          compared.lacking.push({ ...difference, stored: null, computed: firstOf(expected) });
      } else if (expected === undefined) {
        compared.changes.push({ kind: "remove", pointer: at });
        if (own[0] !== "control-group" && own[0] !== "experimental-group")
          compared.differences.push({ ...difference, stored: firstOf(value), computed: null });
      } else if (typeof expected === "number") {
        if (typeof value !== "number" || !Number.isFinite(expected)) continue;
        if (isSame(own, value, expected, object.unit)) continue;
        if (Math.abs(value - expected) <= printedError(name, value, has)) continue;
        compared.changes.push({ kind: "write", pointer: at, value: expected });
        compared.differences.push({ ...difference, stored: value, computed: expected });
      } else if (isObject(value))
        compareMembers(value, expected, at, [...Object.keys(expected), "label"], own);
    }
  }
}

/** The pointer of the list whose element a pointer leads to. */
function listOf(element: string): string {
  return element.slice(0, Math.max(0, element.lastIndexOf("/")));
}

/** Results that other programs do not store next to an estimate, because they follow from the other results. */
const following: ReadonlySet<string> = new Set(["heterogeneity", "df", "p-value", "i-squared"]);

/** Whether to report that a result is missing: not for sums of arms, nor for what follows from the other results. */
function isTelling(path: readonly string[]): boolean {
  const name = path.at(-1) ?? "";
  if (path[0] === "control-group" || path[0] === "experimental-group") return false;
  return !name.startsWith("exp-") && !following.has(name);
}

function isWritten(expected: StoredValue): expected is number | StoredMembers {
  if (typeof expected === "number") return Number.isFinite(expected);
  return expected !== undefined && Object.values(expected).some(isWritten);
}

/** Removes absent members, and numbers that JSON cannot represent. */
function withoutGaps(value: number | StoredMembers): number | StoredMembers {
  if (typeof value === "number") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isWritten(member) ? [[name, withoutGaps(member)]] : [],
    ),
  );
}

/** The number that represents a stored value in a sentence. */
function firstOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return isObject(value) ? firstOf(Object.values(value)[0]) : null;
}

/**
 * Whether a stored number equals the computed one up to RevMan's numerical error: P to five decimals, and 0 or 1
 * without heterogeneity (one study), limits of τ² to a thousandth, all else to a millionth.
 *
 * @param unit the standard error of the effect
 */
function isSame(path: readonly string[], stored: number, computed: number, unit: number): boolean {
  const off = Math.abs(stored - computed);
  const size = Math.abs(computed);
  const name = path.at(-1) ?? "";
  if (name.startsWith("exp-")) return off <= millionth * size * (1 + unit + Math.abs(Math.log(size)));
  if (path.includes("tau-squared")) {
    const share = name === "estimate" ? 10 * millionth : 1e-3;
    return off <= share * size + millionth * unit ** 2;
  }
  switch (name) {
    case "mean":
    case "ci-start":
    case "ci-end":
    case "pi-start":
    case "pi-end":
      return off <= millionth * (size + unit);
    case "p-value":
      return off <= 1e-5 || (path[0] !== "estimate" && computed === 1 && Math.abs(stored) <= 1e-5);
    case "i-squared":
    case "weight":
      return off <= millionth;
    default:
      return off <= millionth * (1 + size);
  }
}

const millionth = 1e-6;

/** RevMan's data packages until 2024 print six decimals, without trailing zeros (`spec/exchange.md` section 3). */
const printedDecimals = 6;

/** The largest difference that a printed result can have by rounding; the logarithm of a printed ratio has its error. */
function printedError(name: string, stored: number, beside: Readonly<Record<string, unknown>>): number {
  const half = 0.5 * 10 ** -printedDecimals * (1 + 1e-9);
  if (decimalsOf(stored) <= printedDecimals) return half;
  const ratio = beside[`exp-${name}`];
  if (typeof ratio !== "number" || !(ratio > 0) || decimalsOf(ratio) > printedDecimals) return 0;
  return Math.abs(Math.log(ratio) - stored) <= 1e-9 * (1 + Math.abs(stored)) ? half / ratio : 0;
}

function valueAt(item: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, step) => {
      if (Array.isArray(value)) return (value as readonly unknown[])[Number(step)];
      return isObject(value) ? value[step] : undefined;
    }, item);
}
