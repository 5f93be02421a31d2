import assert from "node:assert/strict";
import { MarkupKind } from "vscode-languageserver-types";
import { codeActions } from "@analyses/server/features/codeActions/codeActions";
import { complete } from "@analyses/server/features/completion/complete";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { hover } from "@analyses/server/features/hover";
import { roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { type JsonValue, isJsonArray, isJsonObject, withoutYielding } from "@analyses/json";
import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import { contextOf, storeWith } from "./support/store";

const terms = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `Term ${at}`);
const byName = (names: readonly string[], schema: object): object =>
  Object.fromEntries(names.map((name) => [name, schema]));

/** Schemas with a list of `count` entries. */
const longLists: Readonly<Record<string, (count: number) => object>> = {
  "values of enum": (count) => ({ properties: { one: { enum: terms(count) } } }),
  "values of two enums": (count) => ({
    properties: { one: { allOf: [{ enum: terms(count) }, { enum: [...terms(count)].reverse() }] } },
  }),
  constants: (count) => ({ properties: { one: { oneOf: terms(count).map((term) => ({ const: term })) } } }),
  "kinds of objects": (count) => ({
    properties: {
      more: {
        anyOf: terms(count).map((term) => ({ properties: { one: { const: term } }, required: ["one"] })),
      },
    },
  }),
  properties: (count) => ({
    properties: byName(terms(count), { type: "integer" }),
    additionalProperties: false,
  }),
  "required properties": (count) => ({ required: terms(count), properties: byName(terms(count), {}) }),
  "dependent properties": (count) => ({ dependentRequired: byName(terms(count), ["one"]) }),
  "properties that one requires": (count) => ({ dependentRequired: { one: terms(count) } }),
  "references to anchors": (count) => ({
    properties: Object.fromEntries(terms(count).map((term, at) => [term, { $ref: `#a${at}` }])),
    $defs: Object.fromEntries(terms(count).map((term, at) => [term, { $anchor: `a${at}` }])),
  }),
  parts: (count) => ({ allOf: terms(count).map((term) => ({ properties: { [term]: {} } })) }),
};

const text = JSON.stringify({
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [
    { number: 1, name: "a", analyses: [{ one: "Trem 1", more: { one: "Term 7" }, "Term 3": "3" }] },
  ],
});

/** A context whose item schema counts what is read of it. */
function counting(context: SchemaContext): { readonly context: SchemaContext; readonly reads: () => number } {
  const { itemSchema } = context;
  assert.ok(itemSchema.kind === "ready");
  let reads = 0;
  const seen = new WeakMap<object, JsonValue>();
  const counted = <Value extends JsonValue>(value: Value): Value => {
    if (!isJsonObject(value) && !isJsonArray(value)) return value;
    const known = seen.get(value) ?? proxyOf(value);
    seen.set(value, known);
    // A proxy has the type of its target.
    return known as Value;
  };
  const proxyOf = (value: object): JsonValue =>
    new Proxy(value, {
      get: (target, name, receiver) => {
        reads += 1;
        const inner = Reflect.get(target, name, receiver) as JsonValue;
        return typeof name === "string" ? counted(inner) : inner;
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    }) as JsonValue;
  const files = new Map([...itemSchema.files].map(([uri, file]) => [uri, counted(file)]));
  const schema = counted(itemSchema.schema);
  return { context: { ...context, itemSchema: { ...itemSchema, schema, files } }, reads: () => reads };
}

interface Reads {
  /** In the check and in hover, completion and code actions at each token, the first time. */
  readonly first: number;
  /** In these, after that. */
  readonly then: number;
  /** In the longest turn of the check, if it yields as often as it can. */
  readonly withoutYielding: number;
}

/** How many values of the schema are read. */
async function readsAt(schema: object): Promise<Reads> {
  const store = storeWith(new Map([["file:///w/item.json", schema]]));
  const { context, reads } = counting(await contextOf(store, { base: "file:///w", itemSchema: "item.json" }));
  const document = createDocument("file:///a", "analyses", 1, text);
  let [turn, inTurns, time] = [0, 0, 0];
  const pause = (): Promise<void> => {
    turn = Math.max(turn, reads() - inTurns);
    inTurns = reads();
    return Promise.resolve();
  };
  const yielding = { isCancelled: () => false, pause, now: () => (time += 1000) };
  const findings = await validateDocument(document, context, defaultAnalysesSettings, yielding);
  assert.ok(findings !== undefined);
  roleBinding(context, defaultAnalysesSettings.evidence);
  const options = { only: undefined, selectItemSchema: undefined, snippetEdits: true, versionedEdits: true };
  const askAll = (): number => {
    const before = reads();
    for (const found of text.matchAll(/(?:Trem|one|more|Term)/g)) {
      const position = document.text.positionAt(found.index + 2);
      hover(document, context, position, MarkupKind.Markdown);
      const completion = { snippets: true, insertsAsIs: true, documentation: MarkupKind.Markdown };
      assert.ok(complete(document, context, position, completion).items.length <= 501);
      withoutYielding(codeActions(document, context, findings, { start: position, end: position }, options));
    }
    const whole = document.text.rangeBetween(0, text.length);
    withoutYielding(codeActions(document, context, findings, whole, options));
    return reads() - before;
  };
  askAll();
  // With what the check has read, for its answers are kept.
  return { first: reads(), then: askAll(), withoutYielding: turn };
}

const count = 1_000;

describe("hover, completion and code actions over a long list in a schema", () => {
  for (const [name, schemaOf] of Object.entries(longLists))
    it(`read at the most twice as much where it is twice as long: ${name}`, async () => {
      const [once, twice] = [await readsAt(schemaOf(count)), await readsAt(schemaOf(2 * count))];
      assert.ok(twice.first <= 2.2 * once.first + 1000, `${once.first}, then ${twice.first}`);
      assert.ok(twice.then <= 2.2 * once.then + 1000, `${once.then}, then ${twice.then}`);
      // A list is read some hundred times in all, not once for each of its entries, which would be a thousand times.
      assert.ok(once.first < 600 * count, `${once.first}`);
      // Each check of it has a turn of its own.
      assert.ok(once.withoutYielding < 60 * count, `${once.withoutYielding}`);
    });
});
