import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonObject } from "../../document/json";

/** A schema as it stands in a file. */
export type Schema = JsonObject | boolean;

export function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === "boolean" || isJsonObject(value);
}
