import { type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { isSchema } from "../jsonValue";
import { compilePattern } from "../pattern/pattern";
import type { PatternFault } from "../pattern/readPattern";

/** The required form of a keyword's value. */
export type KeywordForm =
  | "schema"
  | "schemas"
  /** One schema for all elements, or (before 2020-12) a list with one per element. */
  | "schema-or-schemas"
  | "schemas-by-name"
  | "schemas-by-pattern"
  | "any"
  | "list"
  | "text"
  | "pattern"
  | "identifier"
  | "anchor"
  | "flag"
  | "flags-by-name"
  | "number"
  | "positive-number"
  | "count"
  | "types"
  | "names"
  | "names-by-name"
  /** What the presence of a property requires: names of others, or a schema (before 2019-09). */
  | "schemas-or-names-by-name";

/** The keywords of JSON Schema 2020-12 (its meta-schema), and the draft-07 names of some. */
export const keywordForms: ReadonlyMap<string, KeywordForm> = new Map<string, KeywordForm>([
  ["$id", "identifier"],
  ["$schema", "text"],
  ["$ref", "text"],
  ["$anchor", "anchor"],
  ["$dynamicRef", "text"],
  ["$dynamicAnchor", "anchor"],
  ["$vocabulary", "flags-by-name"],
  ["$comment", "text"],
  ["$defs", "schemas-by-name"],
  ["definitions", "schemas-by-name"],
  ["prefixItems", "schemas"],
  ["items", "schema-or-schemas"],
  ["additionalItems", "schema"],
  ["contains", "schema"],
  ["additionalProperties", "schema"],
  ["properties", "schemas-by-name"],
  ["patternProperties", "schemas-by-pattern"],
  ["dependentSchemas", "schemas-by-name"],
  ["dependencies", "schemas-or-names-by-name"],
  ["propertyNames", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["not", "schema"],
  ["unevaluatedItems", "schema"],
  ["unevaluatedProperties", "schema"],
  ["type", "types"],
  ["const", "any"],
  ["enum", "list"],
  ["multipleOf", "positive-number"],
  ["maximum", "number"],
  ["exclusiveMaximum", "number"],
  ["minimum", "number"],
  ["exclusiveMinimum", "number"],
  ["maxLength", "count"],
  ["minLength", "count"],
  ["pattern", "pattern"],
  ["maxItems", "count"],
  ["minItems", "count"],
  ["uniqueItems", "flag"],
  ["maxContains", "count"],
  ["minContains", "count"],
  ["maxProperties", "count"],
  ["minProperties", "count"],
  ["required", "names"],
  ["dependentRequired", "names-by-name"],
  ["title", "text"],
  ["description", "text"],
  ["default", "any"],
  ["deprecated", "flag"],
  ["readOnly", "flag"],
  ["writeOnly", "flag"],
  ["examples", "list"],
  ["format", "text"],
  ["contentEncoding", "text"],
  ["contentMediaType", "text"],
  ["contentSchema", "schema"],
]);

/** The names of types (JSON Schema core 2020-12, section 4.2.1; validation, section 6.1.1). */
export const typeNames: readonly string[] = [
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
];

/** A fault of a keyword's value. */
export type KeywordFault =
  /** The value lacks the required form. */
  | { readonly kind: "form"; readonly keyword: string; readonly form: KeywordForm }
  /** Another anchor has the same name. */
  | { readonly kind: "anchor-twice"; readonly anchor: string }
  /** The value contains an invalid regular expression. */
  | { readonly kind: "pattern"; readonly source: string; readonly fault: PatternFault };

/** A fault within a keyword's value. */
export interface FaultAt {
  readonly fault: KeywordFault;
  /** Name or index of the faulty schema among several, of which the others are usable. */
  readonly name?: string | number;
}

/** Returns the faults of a keyword's value, apart from those inside its schemas. */
export function faultsIn(keyword: string, form: KeywordForm, value: JsonValue): readonly FaultAt[] {
  const wrong: KeywordFault = { kind: "form", keyword, form };
  if (form === "pattern" && typeof value === "string")
    return faultOfPattern(value).map((fault) => ({ fault }));
  const isByName = form === "schemas-by-name" || form === "schemas-by-pattern";
  if (isByName && isJsonObject(value)) {
    const unusable = Object.keys(value).filter((name) => !isSchema(value[name]));
    const faults = unusable.map((name): FaultAt => ({ fault: wrong, name }));
    if (form === "schemas-by-name") return faults;
    const patterns = Object.keys(value).filter((name) => isSchema(value[name]));
    return [...faults, ...patterns.flatMap((name) => faultOfPattern(name).map((fault) => ({ fault, name })))];
  }
  if (form === "schemas" && isJsonArray(value) && value.some(isSchema))
    return [...value.entries()].flatMap(([name, inner]) => (isSchema(inner) ? [] : [{ fault: wrong, name }]));
  return isOfForm(form, value) ? [] : [{ fault: wrong }];
}

function faultOfPattern(source: string): readonly KeywordFault[] {
  const compilation = compilePattern(source);
  return compilation.kind === "failed" ? [{ kind: "pattern", source, fault: compilation.fault }] : [];
}

function isOfForm(form: KeywordForm, value: JsonValue): boolean {
  switch (form) {
    case "any":
      return true;
    case "schema":
      return isSchema(value);
    case "schemas":
      return isJsonArray(value) && value.length > 0 && value.every(isSchema);
    case "schema-or-schemas":
      return isSchema(value) || (isJsonArray(value) && value.every(isSchema));
    case "schemas-by-name":
    case "schemas-by-pattern":
      return isJsonObject(value) && Object.values(value).every(isSchema);
    case "schemas-or-names-by-name":
      return isJsonObject(value) && Object.values(value).every((one) => isSchema(one) || isNames(one));
    case "list":
      return isJsonArray(value);
    case "text":
    case "pattern":
      return typeof value === "string";
    case "identifier":
      return typeof value === "string" && /^[^#]*(?:#[^#/]*)?$/.test(value);
    case "anchor":
      return typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value);
    case "flag":
      return typeof value === "boolean";
    case "flags-by-name":
      return isJsonObject(value) && Object.values(value).every((flag) => typeof flag === "boolean");
    case "number":
      return typeof value === "number";
    case "positive-number":
      return typeof value === "number" && value > 0;
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value >= 0;
    case "types":
      return isTypeName(value) || (isNames(value) && value.length > 0 && value.every(isTypeName));
    case "names":
      return isNames(value);
    case "names-by-name":
      return isJsonObject(value) && Object.values(value).every(isNames);
  }
}

function isTypeName(value: JsonValue): boolean {
  return typeof value === "string" && typeNames.includes(value);
}

function isNames(value: JsonValue): value is readonly string[] {
  return (
    isJsonArray(value) &&
    value.every((name) => typeof name === "string") &&
    new Set(value).size === value.length
  );
}
