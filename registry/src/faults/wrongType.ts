import { changedJson } from "./changedJson";
import type { Fault } from "./fault";

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
