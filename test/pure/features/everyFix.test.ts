import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import {
  codeActions,
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
import { withAnalyses } from "../../support/references";
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

/** Maximum number of findings to test in each document. */
const most = 60;

async function read(text: string) {
  const document = createDocument(uri, "analyses", 1, text);
  const schemas = await schemaStore.contextFor(document, settings);
  const findings = await validateDocument(document, schemas, settings, uninterrupted);
  assert.ok(findings);
  return { document, schemas, findings };
}

describe("after a fix the finding is gone", () => {
  for (const { name, text } of corpus()) {
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
        }
      }
    });
  }
});

describe("actions over many problems", () => {
  const every = { ...options, only: undefined };

  /** Counts the pauses; every look at the clock ends a turn. */
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
    const { ofRange, ofAll } = await broken(Array(200).fill("{ 'study': 'a' }").join());
    const [whole, ended] = [turns(), turns(3)];
    const actions = await ofRange(whole);
    // Those of the first hundred findings: an editor shows the fixes of a range in one menu.
    assert.ok(actions !== "cancelled");
    const fixed = new Set(
      actions.flatMap(({ diagnostics = [] }) => diagnostics.map(({ range }) => JSON.stringify(range))),
    );
    assert.ok(fixed.size > 50 && fixed.size <= 100, `${fixed.size} problems have ${actions.length} actions.`);
    assert.ok(whole.count() >= 100);
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
