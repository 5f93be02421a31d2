import { changedJson } from "./changedJson";
import type { Fault } from "./fault";
import { isIdentifierName } from "./identifierNames";

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
