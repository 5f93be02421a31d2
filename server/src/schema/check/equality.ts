import type { JsonValue } from "../../document/valueOf";
import { isJsonArray } from "../../guidance/json";

/** The same for two values exactly if they are equal (JSON Schema core 2020-12, section 4.2.2). */
export function equalityKey(value: JsonValue): string | number | boolean | null {
  if (typeof value === "string") return `"${value}`;
  return typeof value === "object" && value !== null ? textOf(value) : value;
}

/** JSON text with the properties in one order. */
function textOf(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(textOf).join()}]`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join()}}`;
}
