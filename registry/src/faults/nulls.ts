import { changedJson } from "./changedJson";
import type { Fault } from "./fault";
import { isIdentifierName } from "./identifierNames";

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
