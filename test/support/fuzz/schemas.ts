import fc from "fast-check";

const patterns = [
  ...["^(a+)+$", "(x+x+)+y", "^(a|a)*$", "(a*)*\\1b", "(?=(a*))\\1b", "(?<!a)b|", "[\\w-.]+", "\\p{L}+"],
  ...["(", "[b-a]", "a{1,99999}", "((a{1,50}){1,50}){1,50}", "", "^$", "\\u{110000}", "(?<n>a)\\k<n>"],
  ...["[^]", "\\1(a)"],
];

const references = [
  ...["#", "#/$defs/a", "#/$defs/b", "#/properties/name", "#a", "#/$defs/none", "other.json"],
  ...["other.json#/$defs/a", "item.json", "../../etc/passwd", "https://schemas.example/item.json"],
  ...["//evil.example/o.json", "urn:x", "%%%", "https://json-schema.org/draft/2020-12/schema"],
  ...["file:///dev/zero", "#/$defs/a/%2", ""],
];

const names = ["number", "name", "studies", "effect-measure", "a", "__proto__", "", "🐁"];

/** Generates hostile JSON Schemas (2020-12): most keywords have values of a valid type, some of any type. */
export const hostileSchema: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown; object: object }>((tie) => {
  const schema = tie("schema");
  const byName = fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 4 });
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const count = fc.constantFrom(0, 1, 2, 1000, 1e308, -1, 0.1);
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    ...Object.fromEntries(
      ["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, list] as const),
    ),
    ...Object.fromEntries(
      ["not", "if", "then", "else", "items", "contains", "propertyNames", "contentSchema"]
        .concat(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"])
        .map((keyword) => [keyword, schema] as const),
    ),
    ...Object.fromEntries(
      ["minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties"]
        .concat(["maxProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"])
        .map((keyword) => [keyword, count] as const),
    ),
    properties: byName,
    dependentSchemas: byName,
    patternProperties: fc.dictionary(fc.constantFrom(...patterns), schema, { maxKeys: 3 }),
    $defs: fc.record({ a: schema, b: schema }, { requiredKeys: [] }),
    $ref: fc.constantFrom(...references),
    $dynamicRef: fc.constantFrom(...references),
    $dynamicAnchor: fc.constantFrom("a", "b"),
    $anchor: fc.constantFrom("a", "b", "1", ""),
    $id: fc.constantFrom("item.json", "urn:x", "https://schemas.example/x/", "#a", "%%", "other.json"),
    pattern: fc.constantFrom(...patterns),
    format: fc.constantFrom("date", "date-time", "email", "uri", "regex", "none", "duration"),
    type: fc.constantFrom<unknown>("object", "array", "string", "integer", ["string", "null"], "thing", []),
    enum: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }),
    const: fc.jsonValue({ maxDepth: 2 }),
    required: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
    dependentRequired: fc.dictionary(fc.constantFrom(...names), fc.array(fc.constantFrom(...names))),
    uniqueItems: fc.boolean(),
    title: fc.constantFrom("A title", "[a](command:x)", ""),
    description: fc.string(),
    default: fc.jsonValue({ maxDepth: 2 }),
    examples: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    defaultSnippets: fc.jsonValue({ maxDepth: 2 }),
  };
  const keyword = fc
    .constantFrom(...Object.entries(keywords))
    .chain(([name, form]) =>
      fc
        .oneof({ weight: 15, arbitrary: form }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
        .map((value) => [name, value] as const),
    );
  return {
    schema: fc.oneof({ maxDepth: 5, depthSize: "small", withCrossShrink: true }, fc.boolean(), {
      weight: 8,
      arbitrary: tie("object"),
    }),
    object: fc.array(keyword, { minLength: 1, maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  };
}).object;
