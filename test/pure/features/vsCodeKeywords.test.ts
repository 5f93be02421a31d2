import assert from "node:assert/strict";
import type { JsonObject, JsonValue } from "@analyses/json";
import { type CompletionOptions, complete, diagnostics, hover } from "@analyses/server/languageService";
import { defaultSettings, findingsIn } from "../../support/findings";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";

const item = {
  properties: {
    code: { type: "string", pattern: "^[A-Z]{3}$", patternErrorMessage: "Write the code in three capitals." },
    count: { type: "integer", errorMessage: "How many, as a whole number?" },
    kind: {
      enum: ["a", "b"],
      markdownEnumDescriptions: ["The *first*.", "The second."],
      markdownDescription: "What it **is**.",
    },
    old: { deprecationMessage: "Use `code`." },
    inner: { doNotSuggest: true },
    late: { suggestSortText: "zz" },
  },
  required: ["code"],
};

const around = (analysis: string): string =>
  `{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [{"number": 1, "name": "a", "analyses": [${analysis}]}]}`;

describe("what authors of schemas know from VS Code", () => {
  const schemas = schemaContext(item);

  it("is what a hover says: descriptions in Markdown, of values too, and what to use instead", () => {
    const text = around('{"code": "ABC", "kind": "a", "old": 1}');
    const document = documentOf(text);
    const shown = (sought: string) => {
      const found = hover(document, schemas, document.text.positionAt(text.indexOf(sought) + 1), "markdown");
      return JSON.stringify(found?.contents ?? "");
    };
    assert.match(shown('"kind"'), /What it \*\*is\*\*/);
    assert.match(shown('"old"'), /deprecated.*Use `code`/);
  });

  it("is what completion offers: nothing that is not to be suggested, deprecated ones struck through, sorted", () => {
    const text = around('{"code": "ABC", }');
    const document = documentOf(text);
    const options = { snippets: false, insertsAsIs: true, documentation: "markdown" } as const;
    const { items } = complete(document, schemas, document.text.positionAt(text.indexOf(" }") + 1), options);
    assert.deepEqual(
      items.map(({ label }) => label),
      ["count", "kind", "old", "late"],
    );
    assert.deepEqual(items.find(({ label }) => label === "old")?.tags, [1]);
    assert.equal(items.find(({ label }) => label === "late")?.sortText, "zz");
    const named = schemaContext({
      properties: { a: {} },
      propertyNames: { pattern: "^[a-z]+$", examples: ["b", "a", "c"] },
    });
    const empty = around('{"c": 1, }');
    const place = documentOf(empty).text.positionAt(empty.indexOf(" }") + 1);
    assert.deepEqual(
      complete(documentOf(empty), named, place, options).items.map(({ label }) => label),
      ["a", "b"],
    );
    const unset = around('{"code": "ABC", "kind": }');
    const values = complete(
      documentOf(unset),
      schemas,
      documentOf(unset).text.positionAt(unset.indexOf('"kind": ') + 8),
      options,
    );
    assert.match(JSON.stringify(values.items[0]?.documentation), /The \*first\*/);
  });

  it("strikes through what is deprecated, with what to use instead", async () => {
    const deprecated = schemaContext({
      properties: {
        old: { deprecationMessage: "Use `code`." },
        gone: { $ref: "#/$defs/gone" },
        rows: {
          items: {
            oneOf: [
              { properties: { kind: { const: "a" }, x: { deprecated: true } }, required: ["kind"] },
              { properties: { kind: { const: "b" }, x: {} }, required: ["kind"] },
            ],
          },
        },
      },
      $defs: { gone: { deprecated: true } },
    });
    const text = around(
      '{"old": 1, "gone": 2, "new": 3, "rows": [{"kind": "a", "x": 1}, {"kind": "b", "x": 1}]}',
    );
    const document = documentOf(text);
    const found = diagnostics(document, await findingsIn(document, deprecated));
    assert.deepEqual(
      found.map(({ message, tags, severity, range }) => [
        message,
        tags,
        severity,
        document.text.offsetAt(range.start),
      ]),
      [
        ["`old` is deprecated: Use `code`.", [2], 4, text.indexOf('"old"')],
        ["`gone` is deprecated.", [2], 4, text.indexOf('"gone"')],
        ["`x` is deprecated.", [2], 4, text.indexOf('"x"')],
      ],
    );
    const off = { ...defaultSettings, severity: { "deprecated-property": "off" } } as const;
    assert.deepEqual(await findingsIn(text, deprecated, off), []);
  });

  describe("is what defaultSnippets propose", () => {
    const snippets = schemaContext({
      properties: {
        effect: {
          type: "object",
          defaultSnippets: [
            {
              label: "Ratio",
              description: "Odds, risks or hazards.",
              body: { of: "${1|OR,RR,HR|}", value: "^${2:1}", note: "$3", cost: "\\$5", $: "$0" },
            },
          ],
        },
        unit: {
          type: "string",
          defaultSnippets: [{ body: "mg" }, { label: "any", bodyText: '"${1:unit}"' }],
        },
        none: { type: "string", defaultSnippets: [{ label: "nothing to write" }, 3] },
      },
    });
    const itemsAt = (analysis: string, with_: Partial<CompletionOptions> = {}) => {
      const text = around(analysis.replace("|", ""));
      const at = around(analysis).indexOf(analysis) + analysis.indexOf("|");
      const document = documentOf(text);
      const options = { snippets: true, insertsAsIs: true, documentation: "markdown", ...with_ } as const;
      return complete(document, snippets, document.text.positionAt(at), options).items;
    };
    const writtenBy = (label: string, items: ReturnType<typeof itemsAt>) =>
      items.find((item) => item.label === label)?.textEdit?.newText;

    it("for a value, in the place of which they are written", () => {
      const ratio = [
        "{",
        '  "of": "${1|OR,RR,HR|}",',
        '  "value": ${2:1},',
        '  "note": "${3}",',
        '  "cost": "\\$5",',
        '  "\\$": "$0"',
        "}",
      ].join("\n");
      const items = itemsAt('{"effect": |}');
      assert.equal(writtenBy("Ratio", items), ratio);
      assert.match(JSON.stringify(items[0]?.documentation), /Odds, risks or hazards/);
      const plain = itemsAt('{"effect": |}', { snippets: false });
      assert.match(
        writtenBy("Ratio", plain) ?? "",
        /"of": "OR",\n {2}"value": 1,\n {2}"note": "",\n {2}"cost": "\$5"/,
      );
      const units = itemsAt('{"unit": |}');
      assert.equal(writtenBy('"mg"', units), '"mg"');
      assert.equal(writtenBy("any", units), '"${1:unit}"');
    });

    it("with a property, where there is one for its value", () => {
      assert.match(writtenBy("effect", itemsAt("{|}")) ?? "", /^"effect": \{\n {2}"of": "\$\{1\|OR/);
      assert.equal(writtenBy("unit", itemsAt("{|}")), '"unit": "${1}"');
      assert.equal(writtenBy("none", itemsAt("{|}")), '"none": "${1}"');
    });
  });
});

describe("forms that a schema chooses between or rules out", () => {
  const messageOf = async (schema: JsonObject, value: JsonValue): Promise<string> => {
    const schemas = schemaContext({
      properties: { shape: schema },
      $defs: {
        box: { type: "object", properties: { r: {}, w: {} } },
        circle: { type: "object", properties: { r: {} } },
      },
    });
    const [finding, ...others] = await findingsIn(around(JSON.stringify({ shape: value })), schemas);
    assert.deepEqual(others, []);
    return finding?.message ?? "";
  };

  for (const [schema, value, message] of [
    [
      {
        oneOf: [
          { $ref: "#/$defs/box" },
          { $ref: "#/$defs/circle" },
          { type: "object", properties: { h: {} } },
        ],
      },
      { r: 1 },
      "`shape` fits one with `w`, `circle` and one with `h` at once: it must fit only one of them.",
    ],
    [
      { oneOf: [{ minProperties: 1 }, { maxProperties: 3 }] },
      { r: 1 },
      "`shape` fits choice 1 and choice 2 at once: it must fit only one of them.",
    ],
    [{ not: { title: "Circle" } }, {}, "`shape` must not be circle."],
    [{ not: { const: "x" } }, "x", "`shape` must not be x."],
    [{ not: { enum: ["x", 2] } }, 2, "`shape` must not be x or 2."],
    [{ not: { type: "string" } }, "x", "`shape` must not be text in double quotes."],
    [{ not: { type: ["array", "boolean"] } }, [], "`shape` must not be a list or true or false."],
    [{ not: { required: ["r"] } }, { r: 1 }, "`shape` must not have `r`."],
    [{ not: { required: ["r", "w"] } }, { r: 1, w: 1 }, "`shape` must not have `r` and `w` together."],
    [{ not: { pattern: "^x" } }, "xy", "`shape` must not have the form `^x`."],
    [{ not: { $ref: "#/$defs/box" } }, {}, "`shape` must not be `box`."],
    [{ not: { type: "string", minLength: 2 } }, "xy", "`shape` has a form that is ruled out here."],
    [{ not: {} }, 1, "`shape` has a form that is ruled out here."],
  ] as const) {
    it(`are named: ${message}`, async () => {
      assert.equal(await messageOf(schema, value), message);
    });
  }
});
