import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import {
  codeActions,
  collectReferences,
  createDocument,
  createSchemaStore,
  fixAllActions,
  validateDocument,
  workThrough,
} from "@analyses/server/languageService";
import { readFileOf } from "@analyses/server/main/files";
import type { Finding, Yielding } from "@analyses/server/languageService";
import { corpus } from "../../support/corpus";
import { defaultSettings, uninterrupted } from "../../support/findings";
import { documentOf } from "./support/documents";
import { applyAction } from "./support/fixing";
import { groupRecord, groupReference, withAnalyses } from "./support/references";
import { sampleSchemas } from "./support/schemas";
import { inOneTurn } from "@analyses/json";

const samples = resolve("samples");
const uri = pathToFileURL(resolve(samples, "review.analyses.json")).href;
const settings = { ...defaultAnalysesSettings, itemSchema: "pairwise-analysis.schema.json" };
const schemaStore = createSchemaStore({ readFile: readFileOf });

const options = {
  only: ["quickfix"],
  snippetEdits: false,
  versionedEdits: true,
  selectItemSchema: undefined,
};

const currentName = "Stroke";

/** Of documents with many problems, those that are looked at. */
const most = 60;

/** Codes that no edit of the document can mend: another file is wrong. */
const notFixable: readonly DiagnosticCode[] = [
  "item-schema-unavailable",
  // What to write instead, the schema's authors say in words.
  "deprecated-property",
  // What the arms are, only the review says.
  "default-label",
  // What is right, only the study's report says.
  "impossible-data",
  "method-mismatch",
  "shared-comparator",
  "duplicate-row",
  "totals-disagree",
  "fragile-result",
  "zero-cells",
];

/** What the corpus, which knows no registry, cannot have. */
const ofRegistry = [
  {
    name: "a group that was renamed",
    text: withAnalyses(groupReference("2", "Old name"), groupReference("2", currentName)),
  },
  { name: "a group that the registry does not know", text: withAnalyses(groupReference("9", "Nobody")) },
];

async function read(text: string) {
  const document = createDocument(uri, "analyses", 1, text);
  const schemas = await schemaStore.contextFor(document, settings);
  const references = await collectReferences(document, uninterrupted);
  assert.ok(references);
  const statuses = references.compare(
    references.records.map(({ id }) =>
      id === "2"
        ? { kind: "known", record: groupRecord("2", currentName) }
        : { kind: "unknownId", registry: "Test registry" },
    ),
    new Map(),
  );
  const findings = await validateDocument(document, schemas, settings, uninterrupted, statuses);
  assert.ok(findings);
  return { document, schemas, findings };
}

describe("after a fix the finding is gone", () => {
  const mended = new Set<DiagnosticCode>();

  for (const { name, text } of [...corpus(), ...ofRegistry]) {
    it(`in the document “${name}”`, async () => {
      const { document, schemas, findings } = await read(text);
      for (const finding of findings.slice(0, most)) {
        const { code, message, start, end } = finding;
        const range = document.text.rangeBetween(start, end);
        const howOften = (among: readonly Finding[]) =>
          among.filter((other) => other.code === code && other.message === message).length;
        for (const action of inOneTurn(codeActions(document, schemas, [finding], range, options))) {
          const fixed = applyAction(document, action);
          const { findings: left } = await read(fixed);
          assert.ok(howOften(left) < howOften(findings), `“${action.title}” for “${message}”:\n${fixed}`);
          mended.add(code);
        }
      }
    });
  }

  it("whatever its code is, where an edit can mend it", () => {
    const fixable = diagnosticCodes.filter((code) => !notFixable.includes(code));
    assert.deepEqual([...mended].sort(), [...fixable].sort());
  });
});

describe("actions over many problems", () => {
  const every = { ...options, only: undefined };

  /** Counts turns, each of which is over after a piece of work. */
  function turns(mostTurns = Infinity): Yielding & { readonly count: () => number } {
    let [clock, count] = [0, 0];
    return {
      now: () => (clock += 100),
      pause: () => Promise.resolve(void (count += 1)),
      isCancelled: () => count >= mostTurns,
      count: () => count,
    };
  }

  async function broken(studies: string) {
    const document = documentOf(withAnalyses(`{ "number": 1, "name": "a", "studies": [${studies}] }`));
    const findings = await validateDocument(document, sampleSchemas, defaultSettings, uninterrupted);
    assert.ok(findings && findings.length > 100);
    const range = document.text.rangeBetween(0, document.text.length);
    const validate = () => Promise.resolve([]);
    return {
      findings,
      ofRange: (yielding: Yielding) =>
        workThrough(codeActions(document, sampleSchemas, findings, range, every), yielding),
      ofAll: (yielding: Yielding, schemas = sampleSchemas) =>
        fixAllActions(document, schemas, findings, validate, yielding, every),
    };
  }

  it("let others have their turn between them, and end once they are cancelled", async () => {
    const { findings, ofRange, ofAll } = await broken(Array(200).fill("{ 'study': 'a' }").join());
    const [whole, ended] = [turns(), turns(3)];
    const actions = await ofRange(whole);
    assert.ok(actions !== "cancelled" && actions.length >= 400, `There are ${actions.length} actions.`);
    assert.ok(whole.count() >= findings.length);
    assert.equal(await ofRange(ended), "cancelled");
    assert.equal(ended.count(), 3);
    const [all, endedToo] = [turns(), turns(3)];
    await ofAll(all);
    assert.ok(all.count() >= 200);
    assert.deepEqual(await ofAll(endedToo), []);
    assert.equal(endedToo.count(), 3);
  });

  it("look up nothing in schemas where no fix can be certain", async () => {
    const { ofAll } = await broken(Array(200).fill("{}, ：").join());
    const unasked = new Proxy(sampleSchemas, {
      get: () => assert.fail("The schemas were looked at."),
    });
    assert.deepEqual(await ofAll(turns(), unasked), []);
  });
});
