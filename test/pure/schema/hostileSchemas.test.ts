import assert from "node:assert/strict";
import { MarkupKind } from "vscode-languageserver-types";
import { codeActions } from "@analyses/server/features/codeActions/codeActions";
import { complete } from "@analyses/server/features/completion/complete";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { createSchemaStore } from "@analyses/server/schemaStore/schemaStore";
import { hover } from "@analyses/server/features/hover";
import { schemaLookup } from "@analyses/server/schemaLookup/schemaLookup";
import { pathAt, withoutYielding } from "@analyses/json";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { each } from "../../support/each";
import { findingsIn } from "../../support/findings";
import { contextOf, storeWith } from "./support/store";

/** A document with one analysis. */
const withAnalysis = (analysis: unknown): string =>
  JSON.stringify({
    "risk-of-bias-method": "RISK_OF_BIAS_1",
    "analysis-groups": [{ number: 1, name: "a", analyses: [analysis] }],
  });

async function contextWith(itemSchema: object): Promise<SchemaContext> {
  const store = storeWith(new Map([["file:///w/item.json", itemSchema]]));
  const context = await contextOf(store, { base: "file:///w", itemSchema: "item.json" });
  assert.equal(context.itemSchema.kind, "ready");
  return context;
}

/** The titles of the actions that are offered on the whole text. */
async function actionsIn(text: string, context: SchemaContext): Promise<readonly string[]> {
  const document = createDocument("file:///a", "analyses", 1, text);
  const findings = await findingsIn(text, context);
  const whole = document.text.rangeBetween(0, text.length);
  const options = { only: undefined, selectItemSchema: undefined, snippetEdits: false, versionedEdits: true };
  return withoutYielding(codeActions(document, context, findings, whole, options)).map(({ title }) => title);
}

const completionOptions = { snippets: true, insertsAsIs: true, documentation: MarkupKind.Markdown };

describe("an item schema that means harm", () => {
  it("of 10 MB is used like any other", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, number) => [
        `property-${number}`,
        { title: `Property ${number}`, description: "x".repeat(180), type: "integer" },
      ]),
    );
    assert.ok(JSON.stringify(properties).length > 10_000_000);
    const context = await contextWith({ properties, additionalProperties: false });
    const findings = await findingsIn(withAnalysis({ "property-39999": "1", other: 1 }), context);
    each(findings, ({ code }) => code, ["wrong-type", "unknown-property"]);
  });

  it("cannot stall the check of a document by a pattern that backtracks without end", async () => {
    const context = await contextWith({
      properties: { name: { pattern: "^(a+)+$" }, other: { pattern: "^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b$" } },
    });
    const hostile = `${"a".repeat(100_000)}!`;
    const findings = await findingsIn(withAnalysis({ name: hostile, other: hostile }), context);
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], ["schema"]);
  });

  it("cannot stall the check of a document by references to itself, however deep the document is", async () => {
    const context = await contextWith({
      // Both branches check each level: two to the power of the depth.
      $defs: { a: { anyOf: [{ $ref: "#" }, { items: { $ref: "#/$defs/a" } }] } },
      type: ["array", "integer"],
      items: { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#" }] },
    });
    const deep = withAnalysis(0).replace("[0]", `[${"[".repeat(2000)}"x"${"]".repeat(2000)}]`);
    assert.ok((await findingsIn(deep, context)).length > 0);
  });

  it("cannot stall the check of a document by many ways to one schema, whatever asks what the others look at", async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, depth) => {
        const next = { $ref: `#/$defs/a${depth + 1}` };
        return [`a${depth}`, depth === 59 ? {} : { allOf: [next, next] }];
      }),
    );
    const context = await contextWith({ unevaluatedProperties: false, if: { required: ["b"] }, $defs });
    const looked = await contextWith({
      unevaluatedProperties: false,
      allOf: [{ $ref: "#/$defs/a45" }],
      $defs,
    });
    for (const schemas of [context, looked]) {
      const findings = await findingsIn(withAnalysis({ b: 1 }), schemas);
      each(findings, ({ code }) => code, ["unknown-property"]);
    }
  });

  it("cannot stall anything by lists of 200,000 terms, as MeSH and ICD have", async () => {
    const terms = Array.from({ length: 200_000 }, (_, number) => `Term ${number}`);
    const context = await contextWith({
      properties: {
        one: { enum: terms },
        two: { allOf: [{ enum: terms }, { enum: [...terms].reverse() }] },
        three: { items: { examples: terms } },
      },
    });
    const text = withAnalysis({ one: "term 19999", two: "Term 199999", three: ["Te"] });
    each(await findingsIn(text, context), ({ code }) => code, ["not-allowed-value"]);
    const document = createDocument("file:///a", "analyses", 1, text);
    const behind = (what: string) => document.text.positionAt(text.indexOf(what) + what.length);
    for (const what of ['"one":"te', '"two":"Te', '"two', '["Te']) {
      hover(document, context, behind(what), MarkupKind.Markdown);
      const { items, isIncomplete } = complete(document, context, behind(what), completionOptions);
      assert.ok(items.length <= 500, `${items.length} at ${what}`);
      assert.equal(isIncomplete, what !== '"two', what);
    }
    const { items } = complete(document, context, behind('"one":"te'), completionOptions);
    assert.ok(items.some(({ label }) => label === "Term 19999"));
  });

  it("cannot stall anything by a choice of 100,000 terms, each with a title of its own", async () => {
    const branches = Array.from({ length: 100_000 }, (_, number) => ({
      const: `T${number}`,
      title: "A term",
    }));
    for (const keyword of ["anyOf", "oneOf"]) {
      const context = await contextWith({ properties: { one: { [keyword]: branches } } });
      const text = withAnalysis({ one: "T99999" });
      assert.deepEqual(await findingsIn(text, context), []);
      const wrong = await findingsIn(withAnalysis({ one: "T" }), context);
      each(wrong, ({ code }) => code, ["not-allowed-value"]);
      const document = createDocument("file:///a", "analyses", 1, text);
      const position = document.text.positionAt(text.indexOf("T99999") + 6);
      const { items } = complete(document, context, position, completionOptions);
      assert.ok(items.some(({ label, detail }) => label === "T99999" && detail === "A term"));
      assert.match(JSON.stringify(hover(document, context, position, MarkupKind.Markdown)), /A term/);
    }
  });

  it("is a choice still where one of many terms is there twice, which no value can be then", async () => {
    const branches = Array.from({ length: 501 }, (_, number) => ({ const: `T${number % 500}` }));
    const context = await contextWith({ properties: { one: { oneOf: branches } } });
    const codesOf = async (one: string) => (await findingsIn(withAnalysis({ one }), context)).length;
    assert.deepEqual([await codesOf("T0"), await codesOf("T1")], [1, 0]);
  });

  it("cannot stall anything by 100,000 properties", async () => {
    const names = Array.from({ length: 100_000 }, (_, number) => `Term ${number}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
    const context = await contextWith({ properties, additionalProperties: false });
    const text = withAnalysis({ "Term 1": "1", other: 1, more: 2 });
    assert.deepEqual(
      (await findingsIn(text, context)).map(({ code }) => code),
      ["wrong-type", "unknown-property", "unknown-property"],
    );
    const document = createDocument("file:///a", "analyses", 1, text);
    const position = document.text.positionAt(text.indexOf('"oth') + 4);
    const { items, isIncomplete } = complete(document, context, position, completionOptions);
    assert.deepEqual([items.length <= 500, isIncomplete], [true, true], `${items.length}`);
  });

  it("cannot fill the list of fixes with all of its terms", async () => {
    const terms = Array.from({ length: 20_000 }, (_, number) => `Term ${number}`);
    const ofTerms = await contextWith({ properties: { one: { enum: terms } } });
    for (const one of [null, "", "Term"]) {
      const actions = await actionsIn(withAnalysis({ one }), ofTerms);
      assert.ok(
        actions.some((title) => title.includes("Term 0")),
        actions.join(),
      );
      assert.ok(actions.length < 10, `${actions.length}`);
    }
  });

  it("cannot stall completion and hover by as many parts as it likes, each with a property", async () => {
    const parts = Array.from({ length: 5000 }, (_, number) => ({ properties: { [`p${number}`]: {} } }));
    const context = await contextWith({ allOf: parts });
    const document = createDocument("file:///a", "analyses", 1, withAnalysis({ p5: 1 }));
    const offset = document.text.toString().indexOf('"p5');
    const { steps } = pathAt(document, offset);
    const applying = schemaLookup(context).schemasAt(document, steps);
    assert.ok(applying.length <= 500, `${applying.length}`);
    const { items } = complete(document, context, document.text.positionAt(offset + 2), completionOptions);
    assert.ok(items.some(({ label }) => label === "p9"));
  });

  it("leaves turns to others while its properties and references are read", async () => {
    let turns = 0;
    const one = { $ref: "#/$defs/one" };
    const names = Array.from({ length: 30_000 }, (_, number) => [`Term ${number}`, one] as const);
    const content = JSON.stringify({ properties: Object.fromEntries(names), $defs: { one: {} } });
    const store = createSchemaStore({
      readFile: () => Promise.resolve({ kind: "read", text: content }),
      nextTurn: (callback) => {
        turns++;
        setImmediate(callback);
      },
    });
    const context = await contextOf({ store, asked: [] }, { base: "file:///w", itemSchema: "item.json" });
    assert.equal(context.itemSchema.kind, "ready");
    // Each is named, read, looked for in other files, resolved, and followed.
    assert.ok(turns >= 5 * 3, `${turns}`);
  });

  it("is looked through once where thirty levels of it lead to the same parts in two ways each", async () => {
    for (const last of [{ type: "string" }, { enum: ["x"] }, { type: "integer" }]) {
      const $defs = Object.fromEntries(
        Array.from({ length: 31 }, (_, level) => {
          const a = { $ref: `#/$defs/level${level + 1}` };
          return [
            `level${level}`,
            level === 30 ? last : { allOf: [{ properties: { a } }, { properties: { a } }] },
          ];
        }),
      );
      const context = await contextWith({ $ref: "#/$defs/level0", $defs });
      let deep: unknown = 1;
      for (let level = 0; level < 30; level++) deep = { a: deep };
      const findings = await findingsIn(withAnalysis(deep), context);
      // Checking two to the power of thirty paths would exceed the limit of work, which would be a finding.
      const expected =
        last.type === "integer" ? [] : [last.type === "string" ? "wrong-type" : "not-allowed-value"];
      each(findings, ({ code }) => code, expected);
    }
  });

  it("may lie outside the workspace, with what it refers to, for nothing of it leaves the machine", async () => {
    const store = storeWith(
      new Map([
        ["file:///shared/item.json", { $ref: "../elsewhere/part.json" }],
        ["file:///elsewhere/part.json", { type: "object" }],
      ]),
    );
    const context = await contextOf(store, { base: "file:///w", itemSchema: "../shared/item.json" });
    assert.equal(context.itemSchema.kind, "ready");
    assert.deepEqual(store.asked, ["file:///shared/item.json", "file:///elsewhere/part.json"]);
  });

  it("that is no schema, such as a file of secrets, is reported by its line, without any of its text", async () => {
    for (const text of ["root:x:0:0:MARKED-SECRET\n", "MARKED=root", "[MARKED-SECRET]", '{"a": MARKED-1}']) {
      const store = storeWith(new Map([["file:///etc/passwd", text]]));
      const context = await contextOf(store, { base: "file:///w", itemSchema: "../etc/passwd" });
      const findings = await findingsIn(withAnalysis({}), context);
      each(findings, ({ code }) => code, ["item-schema-unavailable"]);
      assert.doesNotMatch(JSON.stringify([context.itemSchema, findings]), /MARKED|root/);
    }
  });
});
