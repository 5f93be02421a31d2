/** What the value of a keyword must be. */
export type KeywordForm =
  | "schema"
  | "schemas"
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
  | "names-by-name";

/** The keywords of JSON Schema 2020-12 (its meta-schema), and two names that older drafts left behind. */
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
  ["items", "schema"],
  ["contains", "schema"],
  ["additionalProperties", "schema"],
  ["properties", "schemas-by-name"],
  ["patternProperties", "schemas-by-pattern"],
  ["dependentSchemas", "schemas-by-name"],
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
