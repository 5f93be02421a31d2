import { isJsonArray, isJsonObject } from "@analyses/json";
import type { JsonObject, JsonValue } from "@analyses/json";

/*
 * Schemas are read as 2020-12 has them, with the words of draft-07 for the same: a list under `items`, `additionalItems`,
 * `dependencies`, and anchors in `$id`. What stands beside `$ref` counts in both, as ajv and VS Code have it.
 */

/** What a schema says of its address and names. */
export interface Names {
  /** Its own address, relative to the one around it; undefined where it has none. */
  readonly address: string | undefined;
  readonly anchors: readonly string[];
  readonly dynamicAnchor: string | undefined;
}

export function namesOf({ $id, $anchor, $dynamicAnchor }: JsonObject): Names {
  const [address, oldAnchor = ""] = typeof $id === "string" ? $id.split("#") : [];
  const anchors = [$anchor, oldAnchor].filter((name) => typeof name === "string" && name !== "");
  return {
    address: address === "" && oldAnchor !== "" ? undefined : address,
    anchors: anchors.filter((name) => typeof name === "string"),
    dynamicAnchor: typeof $dynamicAnchor === "string" ? $dynamicAnchor : undefined,
  };
}

const modern = new WeakMap<JsonObject, JsonObject>();
const written = new WeakMap<JsonObject, JsonObject>();

/** A schema object in the words of 2020-12; the schemas inside it are left as they stand. */
export function inModernWords(schema: JsonObject): JsonObject {
  const isOld = isJsonArray(schema.items) || "additionalItems" in schema || "dependencies" in schema;
  if (!isOld) return schema;
  const known = modern.get(schema);
  if (known !== undefined) return known;
  const translated = Object.fromEntries(
    Object.entries(schema).flatMap((entry) => translatedEntry(schema, entry)),
  );
  modern.set(schema, translated);
  modern.set(translated, translated);
  written.set(translated, schema);
  return translated;
}

/** A schema object as it stands in its file, whatever the words in which it was read. */
export function asWritten(schema: JsonObject): JsonObject {
  return written.get(schema) ?? schema;
}

type Entry = readonly [string, JsonValue];

function translatedEntry(schema: JsonObject, [keyword, value]: Entry): readonly Entry[] {
  switch (keyword) {
    case "items":
      return [[isJsonArray(value) ? "prefixItems" : "items", value]];
    case "additionalItems":
      return isJsonArray(schema.items) ? [["items", value]] : [];
    case "dependencies": {
      const entries = isJsonObject(value) ? Object.entries(value) : [];
      return [
        ["dependentRequired", Object.fromEntries(entries.filter(([, one]) => isJsonArray(one)))],
        ["dependentSchemas", Object.fromEntries(entries.filter(([, one]) => !isJsonArray(one)))],
      ];
    }
    default:
      return [[keyword, value]];
  }
}
