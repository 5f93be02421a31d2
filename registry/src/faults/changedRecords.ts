import { send } from "../http";
import type { Fault } from "./otherAnswers";

/**
 * The right answer, with its JSON changed.
 *
 * @param change takes what `JSON.parse` makes of the body, and returns what is sent instead
 */
export function changedJson(change: (value: unknown) => unknown): Fault {
  return async ({ response, answer }) => {
    const right = await answer();
    if (right.status !== 200) {
      send(response, right);
      return;
    }
    const value: unknown = JSON.parse(right.body.toString("utf8"));
    send(response, { ...right, body: Buffer.from(JSON.stringify(change(value))) });
  };
}

/** The right answer with fields that no description has in every object, some with names that are traps. */
export function extraFields(): Fault {
  return changedJson(withExtras);
}

function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== "object" || value === null) return value;
  // `fromEntries` makes a plain field of `__proto__`, as `JSON.parse` does at the other end.
  return Object.fromEntries([
    ...Object.entries(value).map(([name, field]: [string, unknown]) => [name, withExtras(field)] as const),
    ["futureField", { nested: [1, null, "text"] }],
    ["constructor", "trap"],
    ["toString", 0],
    ["__proto__", { polluted: true }],
  ]);
}

/** The right answer with nothing but identifiers, and the lists and objects that hold them. */
export function missingFields(): Fault {
  return changedJson(onlyIdentifiers);
}

function onlyIdentifiers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onlyIdentifiers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]: [string, unknown]) => isIdentifierName(name) || typeof field === "object")
      .map(([name, field]: [string, unknown]) => [name, onlyIdentifiers(field)]),
  );
}

/**
 * The right answer with null where a field may be null, for all that the specification says: `deep` has it in
 * the fields of inner objects, too, and else those objects and lists are null themselves.
 */
export function nulls(depth: "deep" | "shallow"): Fault {
  return changedJson((value) => withNulls(value, depth));
}

function withNulls(value: unknown, depth: "deep" | "shallow"): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, depth));
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => {
      if (isIdentifierName(name)) return [name, field];
      return [name, depth === "deep" ? withNulls(field, depth) : null];
    }),
  );
}

/**
 * The right answer with another value in one place.
 *
 * @param pointer JSON Pointer (RFC 6901) of a field or element that is there, such as `/groups/17/groupId`
 */
export function wrongType(pointer: string, replacement: unknown): Fault {
  const segments = pointer.split("/").slice(1);
  return changedJson((value) => replaced(value, segments, replacement));
}

function replaced(value: unknown, [segment, ...rest]: readonly string[], replacement: unknown): unknown {
  if (segment === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) === segment ? replaced(item, rest, replacement) : item,
    );
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      name === segment ? replaced(field, rest, replacement) : field,
    ]),
  );
}

const names = ["personId", "userId", "groupId", "groupTypeId"];

/** Whether a field of this name identifies a record (section 2): without it a record is none. */
function isIdentifierName(name: string): boolean {
  return names.includes(name);
}
