import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { type CompletionItem, MarkupKind, TextEdit } from "vscode-languageserver-types";
import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import { type AnalysesDocument, createDocument } from "@analyses/server/document/analysesDocument";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { complete } from "@analyses/server/features/completion/complete";
import { createSchemaStore } from "@analyses/server/schemaStore/schemaStore";
import { readFileOf } from "@analyses/server/main/files";
import { findingsIn } from "../../support/findings";
import { analysesText } from "../../support/analysesText";
import { cases, sampled, sized } from "../../support/size";
import { accepted } from "./support/completing";

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

/** The items offered at an offset, each with the text after accepting it. */
function offersAt(text: string, offset: number): readonly { label: string; after: string }[] {
  const document = documentOf(text);
  const { items } = complete(document, context, document.text.positionAt(offset), plain);
  for (const item of items) assertObeysProtocol(document, item, offset);
  return items.map((item) => ({ label: item.label, after: accepted(document, item) }));
}

/** At most one scalar or word, with the white space before it. */
const oneToken = /^[ \t]*(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s{}[\],:"]*"?)$/;
/** The content between quotes. */
const inQuotes = /^(?:[^"\\]|\\.)*$/;

/**
 * Asserts the rules of LSP 3.17, CompletionItem: the range is on one line and contains the position; additional edits
 * neither overlap nor touch it. Also asserts that no edit removes more than a scalar or a word at the caret.
 */
function assertObeysProtocol(
  { text }: AnalysesDocument,
  { label, textEdit, additionalTextEdits = [] }: CompletionItem,
  offset: number,
): void {
  assert.ok(TextEdit.is(textEdit));
  const { start, end } = textEdit.range;
  const [from, to] = [text.offsetAt(start), text.offsetAt(end)];
  const marked = `${label}: ${text.slice(Math.max(0, from - 20), offset)}|${text.slice(offset, to + 20)}`;
  assert.equal(start.line, end.line, marked);
  assert.ok(from <= offset && offset <= to, marked);
  const lineEnd = text.offsetAt({ line: end.line, character: Number.MAX_SAFE_INTEGER });
  // The closing quote exists, or is still missing; then the string extends to the end of the line.
  const isInQuotes = text.slice(from - 1, from) === '"' && /^(?:"|\s*,?\s*$)/.test(text.slice(to, lineEnd));
  assert.match(text.slice(from, to), isInQuotes ? inQuotes : oneToken, marked);
  for (const { range } of additionalTextEdits) assert.deepEqual(range.start, range.end, marked);
}

/** All property names, and all scalars with their key. */
function writtenIn(value: unknown, key = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((element) => writtenIn(element));
  if (typeof value !== "object" || value === null) return [`${key}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, own]) => [name, ...writtenIn(own, name)]);
}

/** Elements of `one` that are missing from `other`, counting duplicates. */
function lackingIn(other: readonly string[], one: readonly string[]): readonly string[] {
  const left = [...other];
  return one.filter((each) => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Asserts that no offer at an offset adds syntax problems. @returns the number of offers */
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

/** All offsets except most of those inside words, where completion offers the same. */
const placesIn = (text: string): readonly number[] =>
  sampled(
    Array.from({ length: text.length + 1 }, (_, offset) => offset).filter(
      (offset) => offset % 7 === 0 || !/^[\w-]{2}$/.test(text.slice(offset - 1, offset + 1)),
    ),
  );

before(async () => {
  context = await createSchemaStore({ readFile: readFileOf }).contextFor(documentOf(valid), settings);
});

describe("taking what completion offers takes nothing away", () => {
  it("but the scalar or the key at the caret, wherever that is in a valid document", () => {
    const before = writtenIn(JSON.parse(valid));
    let offers = 0;
    for (const offset of placesIn(valid)) {
      const isAtToken = /^[\w"-]/.test(valid.slice(offset)) || /[\w":-]$/.test(valid.slice(0, offset));
      for (const { label, after } of offersAt(valid, offset)) {
        offers += 1;
        const lacking = lackingIn(writtenIn(JSON.parse(after)), before);
        const place = `${label} at ${valid.slice(offset - 20, offset)}|${valid.slice(offset, offset + 20)}`;
        // Renaming a key also changes the entry of its value.
        assert.ok(lacking.length <= (isAtToken ? 2 : 0), `${place}: ${lacking.join(", ")}`);
      }
    }
    assert.ok(offers > sized(1000), `${offers} offers`);
  });
});

describe("taking what completion offers never breaks the text", () => {
  it("wherever the caret is in any valid document", () => {
    fc.assert(
      fc.property(analysesText, fc.nat(100_000), (text, at) => {
        for (const { label, after } of offersAt(text, at % (text.length + 1)))
          assert.doesNotThrow(() => JSON.parse(after), `${label}:\n${after}`);
      }),
      { numRuns: cases(5000) },
    );
  });

  it("wherever the document ends so far", async () => {
    let offers = 0;
    for (const offset of placesIn(valid)) offers += await assertNoneHarms(valid.slice(0, offset), offset);
    assert.ok(offers > sized(1000), `${offers} offers`);
  });

  for (const comment of ["/* a, [b] */", " // see:\n", " # see {\n", "<!-- a { -->\n"])
    it(`after the comment ${comment.trim()}, with or without the comma before it`, async () => {
      let offers = 0;
      for (const { index, 0: sign } of sampled([...valid.matchAll(/[,:[{}\]\d"](?=[\s{}\]])/g)]))
        for (const before of new Set([
          valid.slice(0, index + 1),
          valid.slice(0, index + (sign === "," ? 0 : 1)),
        ]))
          offers += await assertNoneHarms(
            before + comment + valid.slice(index + 1),
            before.length + comment.length,
          );
      assert.ok(offers > sized(100), `${offers} offers`);
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
    it(`at the place of ${what} that is not there`, async () => {
      let offers = 0;
      for (const { index, 0: lost } of sampled([...valid.matchAll(pattern)])) {
        const text = valid.slice(0, index) + valid.slice(index + lost.length);
        offers += await assertNoneHarms(text, index);
      }
      assert.ok(offers > 0);
    });
  }
});
