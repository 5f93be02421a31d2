import type { JsonValue } from "../../document/valueOf";
import { isJsonArray } from "../../document/json";

/** The same for two values exactly if they are equal (JSON Schema core 2020-12, section 4.2.2). */
export function equalityKey(value: JsonValue): string | number | boolean | null {
  if (typeof value === "string") return `"${value}`;
  return typeof value === "object" && value !== null ? textOf(value) : value;
}

/** A test whether a value equals one of several. */
export function isOneOf(candidates: readonly JsonValue[]): (value: JsonValue) => boolean {
  const scalars = new Set(candidates.filter((candidate) => !isContainer(candidate)));
  const containers = new Set(candidates.filter(isContainer).map(equalityKey));
  if (containers.size === 0) return (value) => scalars.has(value);
  return (value) => (isContainer(value) ? containers.has(equalityKey(value)) : scalars.has(value));
}

function isContainer(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

/** JSON text with the properties in one order. */
function textOf(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(textOf).join()}]`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join()}}`;
}
