// Converts schemas to 2020-12 from draft-07: a list under `items`, `additionalItems`, `dependencies`, and anchors in
// `$id`; and a choice among many constants to an `enum`. Siblings of `$ref` count even in draft-07, which ignores them:
// ajv and VS Code do the same.

import { type JsonObject, type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { placesByKey } from "../jsonValue";

/** The address and the anchors of a schema. */
export interface Names {
  /** The schema's own address, relative to that of the enclosing schema; undefined if the schema has none. */
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

const converted = new WeakMap<JsonObject, JsonObject>();
const written = new WeakMap<JsonObject, JsonObject>();

/** Converts a schema object to 2020-12; does not convert the schemas inside it. */
export function upgraded(schema: JsonObject): JsonObject {
  const isOld = isJsonArray(schema.items) || "additionalItems" in schema || "dependencies" in schema;
  const longChoice = choiceKeywords.find((keyword) => isLong(schema[keyword]));
  if (!isOld && longChoice === undefined) return schema;
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const words = Object.fromEntries(Object.entries(schema).flatMap((entry) => translatedEntry(schema, entry)));
  const translated = longChoice === undefined ? words : withList(words, longChoice);
  converted.set(schema, translated);
  converted.set(translated, translated);
  written.set(translated, schema);
  return translated;
}

/** Returns the original of a converted schema object, as in its file. */
export function asWritten(schema: JsonObject): JsonObject {
  return written.get(schema) ?? schema;
}

const choiceKeywords = ["anyOf", "oneOf"] as const;
/** Maximum number of constant branches to try one by one: more branches become an `enum`, which is a lookup. */
const maxTried = 500;
/**
 * A keyword of our own in a schema whose constant branches became an `enum`: the branches' titles, in the order of the
 * values.
 */
export const enumTitles = "enumTitles";
/** The keywords that a branch may have if it is to become a value of an `enum`. */
const ofOneValue: ReadonlySet<string> = new Set(["const", "title", "description", "$comment"]);

function isLong(branches: JsonValue | undefined): branches is readonly JsonValue[] {
  return isJsonArray(branches) && branches.length > maxTried;
}

/** Converts a choice among many different constants to `enum`; returns any other choice unchanged. */
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
