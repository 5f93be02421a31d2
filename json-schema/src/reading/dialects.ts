import { isJsonArray, isJsonObject } from "../../../json/src";
import type { JsonObject, JsonValue } from "../../../json/src";
import { keywordForms } from "./keywords";
import type { KeywordForm } from "./keywords";

/** The drafts of JSON Schema that are read by their own rules. */
export type Dialect = (typeof dialects)[number];

const dialects = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const;

const newest: Dialect = "2020-12";

/**
 * The dialect that a `$schema` names.
 *
 * @param outer what holds where it names none that is known, or nothing is named
 * @returns undefined for a draft that is too old to be read
 */
export function dialectOf(schema: JsonValue, outer: Dialect = newest): Dialect | undefined {
  const named = isJsonObject(schema) ? schema.$schema : undefined;
  if (typeof named !== "string") return outer;
  const draft = /^https?:\/\/json-schema\.org\/(?:draft\/)?([\w-]+)\/(?:hyper-)?schema#?$/.exec(named)?.[1];
  // Draft 5 changed no rule, and has the meta-schema of draft 4.
  const dialect = dialects.find((one) => one === (draft === "draft-05" ? "draft-04" : draft));
  if (dialect !== undefined) return dialect;
  return draft !== undefined && /^draft-0[0-3]$/.test(draft) ? undefined : outer;
}

/** Whether what stands beside `$ref` asks nothing (up to draft-07, section 8.3 of its core). */
function referenceStandsAlone(dialect: Dialect): boolean {
  return dialect !== "2019-09" && dialect !== "2020-12";
}

/** The forms of a dialect's keywords. */
export function formsIn(dialect: Dialect): ReadonlyMap<string, KeywordForm> {
  return forms[dialect];
}

const ofDraft04: readonly (readonly [string, KeywordForm])[] = [
  ["id", "text"],
  ["items", "schema-or-schemas"],
  ["additionalItems", "schema"],
  ["dependencies", "schemas-or-names-by-name"],
  ["exclusiveMaximum", "flag"],
  ["exclusiveMinimum", "flag"],
];
const ofDraft06: readonly (readonly [string, KeywordForm])[] = [
  ["$id", "text"],
  ["items", "schema-or-schemas"],
  ["additionalItems", "schema"],
  ["dependencies", "schemas-or-names-by-name"],
];
const of201909: readonly (readonly [string, KeywordForm])[] = [
  ["items", "schema-or-schemas"],
  ["additionalItems", "schema"],
  ["$recursiveRef", "text"],
  ["$recursiveAnchor", "flag"],
];

const newIn202012 = ["prefixItems", "$dynamicRef", "$dynamicAnchor"];
const newIn201909 = [
  "$anchor",
  "$vocabulary",
  "dependentSchemas",
  "dependentRequired",
  "unevaluatedItems",
  "unevaluatedProperties",
  "maxContains",
  "minContains",
  "deprecated",
  "contentSchema",
];
const newInDraft07 = [
  "$comment",
  "if",
  "then",
  "else",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
];
const newInDraft06 = ["$id", "const", "contains", "propertyNames", "examples"];

const forms: Readonly<Record<Dialect, ReadonlyMap<string, KeywordForm>>> = {
  "draft-04": without([...newIn202012, ...newIn201909, ...newInDraft07, ...newInDraft06], ofDraft04),
  "draft-06": without([...newIn202012, ...newIn201909, ...newInDraft07], ofDraft06),
  "draft-07": without([...newIn202012, ...newIn201909], ofDraft06),
  "2019-09": without(newIn202012, of201909),
  "2020-12": keywordForms,
};

function without(
  newer: readonly string[],
  own: readonly (readonly [string, KeywordForm])[],
): ReadonlyMap<string, KeywordForm> {
  return new Map([...[...keywordForms].filter(([keyword]) => !newer.includes(keyword)), ...own]);
}

/** What a schema says of its address and names. */
export interface Names {
  /** Its own address, relative to the one around it; undefined where it has none. */
  readonly address: string | undefined;
  readonly anchors: readonly string[];
  readonly dynamicAnchor: string | undefined;
}

export function namesOf(schema: JsonObject, dialect: Dialect): Names {
  const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);
  const id = text(dialect === "draft-04" ? schema.id : schema.$id);
  if (referenceStandsAlone(dialect)) {
    if (id === undefined || text(schema.$ref) !== undefined)
      return { address: undefined, anchors: [], dynamicAnchor: undefined };
    const [address = "", anchor = ""] = id.split("#");
    return {
      address: address === "" && anchor !== "" ? undefined : address,
      anchors: anchor === "" ? [] : [anchor],
      dynamicAnchor: undefined,
    };
  }
  const anchor = text(schema.$anchor);
  return {
    address: id?.replace(/#$/, ""),
    anchors: anchor === undefined ? [] : [anchor],
    dynamicAnchor:
      dialect === "2020-12" ? text(schema.$dynamicAnchor) : schema.$recursiveAnchor === true ? "" : undefined,
  };
}

const modern = new WeakMap<JsonObject, JsonObject>();
const written = new WeakMap<JsonObject, JsonObject>();

/**
 * A schema object of any dialect in the words of 2020-12; the schemas inside it are left as they stand, so that
 * each is read by the dialect of its own resource.
 */
export function inModernWords(schema: JsonObject, dialect: Dialect): JsonObject {
  if (dialect === newest) return schema;
  const known = modern.get(schema);
  if (known !== undefined) return known;
  const translated = translated2020(schema, dialect);
  modern.set(schema, translated);
  modern.set(translated, translated);
  written.set(translated, schema);
  return translated;
}

/** A schema object as it stands in its file, whatever the words in which it was read. */
export function asWritten(schema: JsonObject): JsonObject {
  return written.get(schema) ?? schema;
}

/** What tells people about a schema, and asks nothing. */
const annotations = ["title", "description", "default", "examples", "$comment", "deprecated"];

function translated2020(schema: JsonObject, dialect: Dialect): JsonObject {
  const own = forms[dialect];
  const isAlone = referenceStandsAlone(dialect) && typeof schema.$ref === "string";
  const entries = Object.entries(schema).flatMap(([keyword, value]): (readonly [string, JsonValue])[] => {
    if (isAlone && keyword !== "$ref" && !annotations.includes(keyword)) return [];
    switch (keyword) {
      case "items":
        return [[isJsonArray(value) ? "prefixItems" : "items", value]];
      case "additionalItems":
        return isJsonArray(schema.items) ? [["items", value]] : [];
      case "dependencies":
        return own.has(keyword) && isJsonObject(value) ? dependenciesIn(value) : [];
      case "$recursiveRef":
        return [["$dynamicRef", value]];
      case "minimum":
      case "maximum": {
        const isExclusive = schema[keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true;
        return [[isExclusive ? exclusive[keyword] : keyword, value]];
      }
      case "exclusiveMinimum":
      case "exclusiveMaximum":
        return typeof value === "boolean" ? [] : [[keyword, value]];
      default:
        return keywordForms.has(keyword) && !own.has(keyword) ? [] : [[keyword, value]];
    }
  });
  return Object.fromEntries(entries);
}

const exclusive = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" } as const;

function dependenciesIn(dependencies: JsonObject): (readonly [string, JsonValue])[] {
  const entries = Object.entries(dependencies);
  return [
    ["dependentRequired", Object.fromEntries(entries.filter(([, value]) => isJsonArray(value)))],
    ["dependentSchemas", Object.fromEntries(entries.filter(([, value]) => !isJsonArray(value)))],
  ];
}
