import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonObject } from "../document/json";

/** Keywords that say nothing about values, or nothing about what is inside them. */
const ofValueAlone = [
  "$schema",
  "$id",
  "$defs",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "type",
];
const ofDocument = new Set([...ofValueAlone, "properties", "required", "additionalProperties"]);
const ofGroupList = new Set([...ofValueAlone, "items", "minItems", "maxItems"]);

/**
 * Whether a schema of documents judges each analysis group by itself, whatever the others are. Then one
 * that was found in order stays so as long as its text does.
 */
export function judgesGroupsAlone(schema: JsonValue): boolean {
  if (!isJsonObject(schema) || !hasOnly(schema, ofDocument)) return false;
  const { properties } = schema;
  const groups = isJsonObject(properties) ? properties["analysis-groups"] : undefined;
  return isJsonObject(groups) && hasOnly(groups, ofGroupList);
}

function hasOnly(schema: JsonObject, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword));
}
