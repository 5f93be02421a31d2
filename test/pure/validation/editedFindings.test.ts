import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type AnalysesDocument,
  createDocument,
  updateDocument,
} from "@analyses/server/document/analysesDocument";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import type { DocumentChange } from "@analyses/json";
import { documentSymbols, foldingRanges } from "@analyses/server/features/structure";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import { analysesText, changeIn, trickyChange } from "../../support/analysesText";
import { defaultSettings, findingsIn } from "../../support/findings";
import { sampleSchemas, schemaContext } from "../features/support/schemas";
import { cases } from "../../support/size";

const runs = cases(1000);

/** A single change that restores a document's earlier text. */
function changeBackTo({ text }: AnalysesDocument, earlier: string): DocumentChange {
  const now = text.toString();
  let start = 0;
  while (start < now.length && now[start] === earlier[start]) start++;
  let behind = 0;
  const most = Math.min(now.length, earlier.length) - start;
  while (behind < most && now.at(-1 - behind) === earlier.at(-1 - behind)) behind++;
  const from = text.positionAt(start);
  const to = text.positionAt(now.length - behind);
  // A position cannot be inside a line ending; then the change replaces the whole text.
  if (text.offsetAt(from) !== start || text.offsetAt(to) !== now.length - behind) return { text: earlier };
  return { range: { start: from, end: to }, text: earlier.slice(start, earlier.length - behind) };
}

const itemSchema = {
  type: "object",
  required: ["number", "name", "studies"],
  properties: {
    number: { type: "integer", minimum: 2 },
    name: { type: "string", minLength: 1 },
    effect: { type: "object", properties: { measure: { enum: ["OR", "RR"] } } },
    studies: { type: "array", minItems: 1, items: { type: "object", additionalProperties: false } },
  },
};

/** Everything that the editor shows of a document, without its version. */
async function seen(document: AnalysesDocument, schemas: SchemaContext) {
  const findings = await findingsIn(document, schemas);
  return { findings, outline: documentSymbols(document), folding: foldingRanges(document) };
}

describe("findings in a document that is edited", () => {
  it("are after every change those of the document opened anew, and so are outline and folding", async () => {
    const schemas = schemaContext(itemSchema);
    await fc.assert(
      fc.asyncProperty(
        analysesText,
        fc.oneof(
          { weight: 4, arbitrary: fc.array(trickyChange, { minLength: 1, maxLength: 2 }) },
          { weight: 1, arbitrary: fc.array(trickyChange, { minLength: 3, maxLength: 6 }) },
        ),
        fc.boolean(),
        async (text, changes, undo) => {
          let document = createDocument("file:///a", "analyses", 1, text);
          await seen(document, schemas);
          const before: string[] = [];
          const apply = async (change: DocumentChange) => {
            document = updateDocument(document, [change], document.version + 1);
            const fresh = createDocument("file:///a", "analyses", 1, document.text.toString());
            assert.deepEqual(await seen(document, schemas), await seen(fresh, schemas));
          };
          for (const change of changes) {
            before.push(document.text.toString());
            await apply(changeIn(document, change));
          }
          for (const earlier of undo ? before.reverse() : []) await apply(changeBackTo(document, earlier));
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
  }).timeout(600_000);

  it("are those of the document opened anew though earlier versions are still being looked at", async () => {
    const schemas = schemaContext(itemSchema);
    const step = fc.record({ change: trickyChange, turns: fc.nat(40), isCancelled: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(analysesText, fc.array(step, { minLength: 1, maxLength: 4 }), async (text, steps) => {
        const waiting: (() => void)[] = [];
        const turn = async () => {
          waiting.shift()?.();
          await new Promise(setImmediate);
        };
        let document = createDocument("file:///a", "analyses", 1, text);
        const begun: Promise<void>[] = [];
        const begin = (version: AnalysesDocument, isCancelled: boolean) => {
          let time = 0;
          const found = validateDocument(version, schemas, defaultSettings, {
            isCancelled: () => isCancelled && version !== document,
            // Each look at the clock ends a turn.
            now: () => (time += 1000),
            pause: () => new Promise((resolve) => waiting.push(resolve)),
          });
          const fresh = createDocument("file:///a", "analyses", 1, version.text.toString());
          const compare = async () => {
            const told = await found;
            if (told !== undefined) assert.deepEqual(told, await findingsIn(fresh, schemas));
          };
          begun.push(compare());
        };
        for (const { change, turns, isCancelled } of steps) {
          begin(document, isCancelled);
          for (let count = 0; count < turns; count++) await turn();
          document = updateDocument(document, [changeIn(document, change)], document.version + 1);
        }
        begin(document, false);
        while (waiting.length > 0) await turn();
        await Promise.all(begun);
      }),
      { numRuns: Math.ceil(runs / 4), endOnFailure: true },
    );
  }).timeout(600_000);

  it("are those of the document opened anew in an analysis that is too long to be read as a whole", async () => {
    const studies = Array.from({ length: 600 }, (_, index) => ({
      study: index % 3 === 0 ? 1 : `Abara ${2000 + (index % 20)}`,
      experimental: { events: index % 50, total: 40 + (index % 90) },
      comparator: { events: 9, total: 148 },
    }));
    const analysis = {
      number: 1,
      name: "Falls",
      "outcome-type": "DICHOTOMOUS",
      "effect-measure": "OR",
      studies,
    };
    const text = JSON.stringify(
      { "analysis-groups": [{ number: 1, name: "G", analyses: [analysis] }] },
      null,
      1,
    );
    let document = createDocument("file:///long", "analyses", 1, text);
    await seen(document, sampleSchemas);
    for (const [from, to] of [
      ['"Abara 2010"', '"Abara"'],
      ['"Abara"', '"Abara 2010"'],
      ['"total": 93', '"total": "93"'],
      ['"total": "93"', '"total": "93'],
      ['"total": "93', '"total": 93'],
      ['"experimental"', '"experimetal"'],
      ['"OR"', '"RR"'],
    ] as const) {
      const at = document.text.toString().indexOf(from, 20_000);
      const start = at === -1 ? document.text.toString().indexOf(from) : at;
      const range = {
        start: document.text.positionAt(start),
        end: document.text.positionAt(start + from.length),
      };
      document = updateDocument(document, [{ range, text: to }], document.version + 1);
      const fresh = createDocument("file:///long", "analyses", 1, document.text.toString());
      const [kept, anew] = [await seen(document, sampleSchemas), await seen(fresh, sampleSchemas)];
      assert.deepEqual(kept, anew, `${from} → ${to}`);
      assert.ok(kept.findings.length > 100);
    }
  });

  it("are reported anew by another risk-of-bias method, wherever a judgement stands", async () => {
    const analysis = (judgements: string): string =>
      `{ "number": 1, "name": "Falls", "outcome-type": "DICHOTOMOUS", "effect-measure": "OR", "studies": [
        { "study": "Abara 2010", "experimental": { "events": 1, "total": 9 },
          "comparator": { "events": 2, "total": 9 }, "risk-of-bias": ${judgements} } ] }`;
    const analyses = [
      '{ "randomisation-process": "LOW", "missing-outcome-data": "HIGH", "overall": "HIGH" }',
      '{ "random-sequence-generation": { "judgement": "LOW" }, "allocation-concealment": { "judgement": "LOW" } }',
      '{ "randomisation-process": "LOW", "overall": "Low" }',
      '{ "overall": }',
      '{ "randomisation-process": "LOW", "allocation-concealment": "LOW" ',
      "1",
    ].map(analysis);
    const text = `{ "risk-of-bias-method": "RISK_OF_BIAS_2",
      "analysis-groups": [{ "number": 1, "name": "G", "analyses": [${analyses.join(", ")}] }] }`;
    let document = createDocument("file:///method", "analyses", 1, text);
    const told = new Set<string>();
    let method = "RISK_OF_BIAS_2";
    for (const next of ["X", "RISK_OF_BIAS_1", "RISK_OF_BIAS_2", "RISK_OF_BIAS_1", "RISK_OF_BIAS_2", "X"]) {
      const start = document.text.toString().indexOf(method);
      const range = {
        start: document.text.positionAt(start),
        end: document.text.positionAt(start + method.length),
      };
      document = updateDocument(document, [{ range, text: next }], document.version + 1);
      method = next;
      const fresh = createDocument("file:///method", "analyses", 1, document.text.toString());
      const kept = await seen(document, sampleSchemas);
      assert.deepEqual(kept, await seen(fresh, sampleSchemas), next);
      told.add(JSON.stringify(kept.findings.map(({ code, message }) => [code, message])));
    }
    assert.equal(told.size, 3, "one answer for each method");
  });
});
