import { isJsonArray, isJsonObject } from "@analyses/json";
import { placesByKey } from "../jsonValue";
import type { JsonObject, JsonValue } from "@analyses/json";

/*
 * Schemas are read as 2020-12 has them, with the words of draft-07 for the same: a list under `items`, `additionalItems`,
 * `dependencies`, and anchors in `$id`; a choice among many values is read as the list that it is. What stands beside `$ref` counts in both, as ajv and VS Code have it.
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
  const longChoice = choiceKeywords.find((keyword) => isLong(schema[keyword]));
  if (!isOld && longChoice === undefined) return schema;
  const known = modern.get(schema);
  if (known !== undefined) return known;
  const words = Object.fromEntries(Object.entries(schema).flatMap((entry) => translatedEntry(schema, entry)));
  const translated = longChoice === undefined ? words : withList(words, longChoice);
  modern.set(schema, translated);
  modern.set(translated, translated);
  written.set(translated, schema);
  return translated;
}

/** A schema object as it stands in its file, whatever the words in which it was read. */
export function asWritten(schema: JsonObject): JsonObject {
  return written.get(schema) ?? schema;
}

const choiceKeywords = ["anyOf", "oneOf"] as const;
/** Of more branches, each of one value, a list is made: it is looked up, where branches are tried one after the other. */
const mostTried = 500;
/** Beside `enum` in such a list: what each value is called, as `title` had it. No keyword of JSON Schema. */
export const enumTitles = "enumTitles";
/** What may stand in such a branch. */
const ofOneValue: ReadonlySet<string> = new Set(["const", "title", "description", "$comment"]);

function isLong(branches: JsonValue | undefined): branches is readonly JsonValue[] {
  return isJsonArray(branches) && branches.length > mostTried;
}

/** A choice among many values, each different, as `enum`; any other choice as it is. */
function withList(schema: JsonObject, keyword: (typeof choiceKeywords)[number]): JsonObject {
  const { [keyword]: branches, ...rest } = schema;
  if (schema.enum !== undefined || !isLong(branches)) return schema;
  const constants: JsonObject[] = [];
  for (const branch of branches) {
    const isConstant =
      isJsonObject(branch) &&
      branch.const !== undefined &&
      Object.keys(branch).every((name) => ofOneValue.has(name));
    if (!isConstant) return schema;
    constants.push(branch);
  }
  const values = constants.map((branch) => branch.const ?? null);
  if (placesByKey(values).size < values.length) return schema;
  return {
    ...rest,
    enum: values,
    [enumTitles]: constants.map(({ title }) => title ?? null),
    enumDescriptions: constants.map(({ description }) => description ?? null),
  };
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
