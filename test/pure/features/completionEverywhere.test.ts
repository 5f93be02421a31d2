import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem } from "vscode-languageserver-types";
import { MarkupKind, TextEdit } from "vscode-languageserver-types";
import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../../../server/src/document/analysesDocument";
import { createDocument } from "../../../server/src/document/documentStore";
import { complete } from "../../../server/src/features/completion/complete";
import { readFileOf } from "../../../server/src/main/readFileOf";
import type { SchemaContext } from "../../../server/src/schema/schemaContext";
import { createSchemaStore } from "../../../server/src/schema/schemaStore";
import { findingsIn } from "../../support/findings";

const uri = pathToFileURL(resolve("samples", "review.analyses.json")).href;
const settings = { ...defaultAnalysesSettings, itemSchema: "pairwise-analysis.schema.json" };
const plain = { snippets: false, insertsAsIs: false, documentation: MarkupKind.PlainText };

const valid = `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    { "number": 1, "name": "Drug versus placebo", "analyses": [] },
    {
      "number": 2,
      "name": "Drug versus drug",
      "analyses": [
        {
          "number": 1,
          "outcome-type": "DICHOTOMOUS",
          "prediction-interval": false,
          "studies": [
            { "study": "Abe 2001", "experimental": {"events": 1,"total": 20}, "footnotes": ["a", "b"],
              "risk-of-bias": { "overall": "LOW" } }
          ]
        },
        {}
      ]
    }
  ]
}
`;

let context: SchemaContext;

const documentOf = (text: string): AnalysesDocument => createDocument(uri, "analyses", 1, text);

async function syntaxProblems(text: string): Promise<readonly string[]> {
  const findings = await findingsIn(documentOf(text), { ...context, itemSchema: { kind: "none" } });
  return findings.filter(({ code }) => code === "syntax").map(({ message }) => message);
}

/** What is offered at an offset, with the text after each offer was taken. */
function offersAt(text: string, offset: number): readonly { label: string; after: string }[] {
  const document = documentOf(text);
  const { items } = complete(document, context, document.text.positionAt(offset), plain);
  return items.map((item) => ({ label: item.label, after: taken(document, item) }));
}

function taken({ text }: AnalysesDocument, { textEdit, additionalTextEdits = [] }: CompletionItem): string {
  assert.ok(TextEdit.is(textEdit));
  const edits = [textEdit, ...additionalTextEdits].map(({ range, newText }) => ({
    start: text.offsetAt(range.start),
    end: text.offsetAt(range.end),
    newText,
  }));
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce(
      (whole, { start, end, newText }) => whole.slice(0, start) + newText + whole.slice(end),
      text.toString(),
    );
}

/** Asserts that no offer at an offset makes the text worse; how many offers there were. */
async function assertNoneHarms(text: string, offset: number): Promise<number> {
  const before = await syntaxProblems(text);
  const offers = offersAt(text, offset);
  for (const { label, after } of offers) {
    const problems = await syntaxProblems(after);
    const marked = `${text.slice(0, offset)}|${text.slice(offset)}`;
    assert.ok(
      problems.length <= before.length,
      `${label}: ${problems.join(" ")}\nbefore: ${before.join(" ")}\n${marked}\n---\n${after}`,
    );
  }
  return offers.length;
}

/** All places but for most of those inside words, where the same is offered. */
const placesIn = (text: string): readonly number[] =>
  Array.from({ length: text.length + 1 }, (_, offset) => offset).filter(
    (offset) => offset % 7 === 0 || !/^[\w-]{2}$/.test(text.slice(offset - 1, offset + 1)),
  );

describe("taking what completion offers never breaks the text", () => {
  before(async () => {
    const store = createSchemaStore({ readFile: readFileOf });
    context = await store.contextFor(documentOf(valid), settings);
  });

  it("wherever the caret is in a valid document", async function () {
    this.timeout(60_000);
    let offers = 0;
    for (const offset of placesIn(valid)) offers += await assertNoneHarms(valid, offset);
    assert.ok(offers > 1000, `${offers} offers`);
  });

  it("wherever the document ends so far", async function () {
    this.timeout(60_000);
    let offers = 0;
    for (const offset of placesIn(valid)) offers += await assertNoneHarms(valid.slice(0, offset), offset);
    assert.ok(offers > 1000, `${offers} offers`);
  });

  for (const [what, pattern] of [
    ["a comma", /,/g],
    ["a colon", /:/g],
    ["a quotation mark", /"/g],
    ["a closing bracket", /[\]}]/g],
    ["a value", /(?<=: )(?:"[^"\n]*"|\d+|false)/g],
    ["a property's name", /"[\w-]+"(?=:)/g],
    ["a property's name and colon", /"[\w-]+":(?= )/g],
    ["a property", /"[\w-]+": (?:"[^"\n]*"|\d+|false)(?=,)/g],
    ["a property with its comma", /"[\w-]+": (?:"[^"\n]*"|\d+|false),/g],
    ["an object's inside", /(?<=\{)[^{}]+(?=\})/g],
  ] as const) {
    it(`at the place of ${what} that is not there`, async function () {
      this.timeout(60_000);
      let offers = 0;
      for (const { index, 0: lost } of valid.matchAll(pattern)) {
        const text = valid.slice(0, index) + valid.slice(index + lost.length);
        offers += await assertNoneHarms(text, index);
      }
      assert.ok(offers > 0);
    });
  }
});
