import assert from "node:assert/strict";
import { complete } from "@analyses/server/features/completion/complete";
import { diagnostics } from "@analyses/server/presentation/diagnostics";
import { hover } from "@analyses/server/features/hover";
import { each } from "../../support/each";
import { findingsIn } from "../../support/findings";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";
import { stop, text, toPlainText, toSnippet } from "@analyses/server/schemaLookup/template";

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
    each(items, ({ label }) => label, ["count", "kind", "old", "late"]);
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

  it("strikes through what is deprecated, with what to use instead", async () => {
    const document = documentOf(around('{"code": "ABC", "old": 1}'));
    const found = diagnostics(document, await findingsIn(document, schemas));
    each(found, ({ message, tags, severity }) => [message, tags, severity], [
      ["`old` is deprecated: Use `code`.", [2], 4],
    ]);
  });
});

describe("templates", () => {
  it("become snippets in which nothing but the places is special", () => {
    const template = [
      text('"$a\\u00e9{}": '),
      stop("b}$\\c"),
      text(" "),
      { kind: "choice", choices: ["a,b|c", "$d"] },
    ] as const;
    assert.equal(toSnippet(template), '"\\$a\\\\u00e9{}": ${1:b\\}\\$\\\\c} ${2|a\\,b\\|c,$d|}');
    assert.equal(toPlainText(template), '"$a\\u00e9{}": b}$\\c a,b|c');
  });

  it("have at most eight places, since VS Code takes more for places of the snippet around it", () => {
    const places = Array.from({ length: 11 }, (_, index) => stop(String(index)));
    assert.match(toSnippet(places), /\$\{8:7\}8910$/);
  });
});
