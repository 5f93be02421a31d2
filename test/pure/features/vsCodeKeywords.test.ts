import assert from "node:assert/strict";
import { complete, hover } from "../../../server/src/languageService";
import { findingsIn } from "../../support/findings";
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
  errorMessage: { required: { code: "Each analysis has a code." } },
};

const around = (analysis: string): string =>
  `{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [{"number": 1, "name": "a", "analyses": [${analysis}]}]}`;

describe("what authors of schemas know from VS Code", () => {
  const schemas = schemaContext(item);

  it("is what a problem says: patternErrorMessage, errorMessage, and that of ajv-errors by keyword", async () => {
    const messagesOf = async (analysis: string) =>
      (await findingsIn(around(analysis), schemas)).map(({ message }) => message);
    assert.deepEqual(await messagesOf('{"code": "x"}'), ["Write the code in three capitals."]);
    assert.deepEqual(await messagesOf('{"code": "ABC", "count": "x"}'), ["How many, as a whole number?"]);
    assert.deepEqual(await messagesOf("{}"), ["Each analysis has a code."]);
  });

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
    const unset = around('{"code": "ABC", "kind": }');
    const values = complete(
      documentOf(unset),
      schemas,
      documentOf(unset).text.positionAt(unset.indexOf('"kind": ') + 8),
      options,
    );
    assert.match(JSON.stringify(values.items[0]?.documentation), /The \*first\*/);
  });

  it("names all values that a property may have by which forms are told apart", async () => {
    const form = (kind: string) => ({
      properties: { kind: { const: kind }, [kind]: {} },
      required: ["kind"],
    });
    const forms = schemaContext({ oneOf: ["DICHOTOMOUS", "CONTINUOUS", "GENERIC"].map(form) });
    const [finding] = await findingsIn(around('{"kind": "DICHOTOMUS"}'), forms);
    assert.match(finding?.message ?? "", /DICHOTOMOUS.*CONTINUOUS.*GENERIC/);
  });
});

describe("names and values with accents as characters of their own", () => {
  it("are those with one character each: the message says what differs, and the fix writes them", async () => {
    const schemas = schemaContext({
      properties: { für: { enum: ["geprüft"] } },
      additionalProperties: false,
    });
    const messageOf = async (analysis: string) => (await findingsIn(around(analysis), schemas))[0];
    const [name, value] = ["für", "geprüft"].map((text) => text.normalize("NFD"));
    const said = /looks like `(für|geprüft)`, but its accents/;
    const ofName = await messageOf(`{"${name}": "geprüft"}`);
    assert.match(ofName?.message ?? "", said);
    const ofValue = await messageOf(`{"für": "${value}"}`);
    assert.match(ofValue?.message ?? "", said);
  });
});
