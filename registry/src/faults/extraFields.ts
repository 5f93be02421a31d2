import { changedJson } from "./changedJson";
import type { Fault } from "./fault";

/** The right answer with fields that nobody described in every object, some with names that are traps. */
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
