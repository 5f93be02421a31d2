import { type YieldingHost, runYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { TextDocumentEdit } from "vscode-languageserver-types";
import { codeActions, fixAllActions } from "@analyses/server/features/codeActions/codeActions";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import { each } from "../../support/each";
import { defaultSettings, uninterrupted } from "../../support/findings";
import { documentOf } from "./support/documents";
import { fixing } from "./support/fixing";
import { withAnalyses } from "../../support/references";
import { sampleSchemas } from "./support/schemas";

describe("actions over many problems", () => {
  const every = {
    ...{ only: undefined, snippetEdits: false, versionedEdits: true },
    selectItemSchema: undefined,
  };

  /** Counts the pauses; every look at the clock ends a turn. */
  function turns(mostTurns = Infinity): YieldingHost & { readonly count: () => number } {
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
      ofRange: (yielding: YieldingHost) =>
        runYielding(codeActions(document, sampleSchemas, findings, range, every), yielding),
      ofAll: (yielding: YieldingHost, schemas = sampleSchemas) =>
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

describe("fixes of missing properties", () => {
  it("put the caret where the author writes on, where the client can", async () => {
    const text = withAnalyses().replace(/"name": "a",/, "");
    const { actions } = await fixing(text, undefined, { snippetEdits: true });
    const [change] = actions[0]?.edit?.documentChanges ?? [];
    assert.ok(TextDocumentEdit.is(change));
    const [edit] = change.edits;
    assert.ok(edit !== undefined && "snippet" in edit);
    assert.match(edit.snippet.value, /^, "name": "\$\{1\}"$/);
  });
});

describe("fixes of an item schema that cannot be used", () => {
  it("offer the client's command to choose another, where it has one", async () => {
    const selectItemSchema = "analysesRegistry.selectItemSchema";
    const { actions } = await fixing(withAnalyses("{}"), "LICENSE", { selectItemSchema });
    each(actions, (action) => action.command?.command, [selectItemSchema]);
    assert.deepEqual((await fixing(withAnalyses("{}"), "LICENSE")).titles, []);
  });
});

describe("a value that is JSON and means another one", () => {
  const ci = { type: "array", items: { type: "number" } };
  const schema = { properties: { total: { type: "integer" }, mean: { type: "number" }, ci } };
  // Quadratic matching, which searches for the end of a run from each of its characters, would never finish.
  const long = 300_000;
  const endless = {
    "a list as R writes it": `"ci": "c(${" ".repeat(long)}1"`,
    "a number with blanks behind": `"total": "12${" ".repeat(long)}!"`,
    "a number with apostrophes behind": `"total": "12${"’".repeat(long)}"`,
    "a number with zeros between digits": `"mean": 0.1${"0".repeat(long)}1`,
    "numbers of analyses": `"number": "${"1".repeat(long)}x" }, { "number": "${"1".repeat(long)}x"`,
  };
  for (const [name, written] of Object.entries(endless))
    it(`is reported however long it is: ${name}`, async () => {
      const { findings } = await fixing(withAnalyses(`{ ${written} }`), schema);
      assert.ok(findings.length > 0);
    });
});
