import assert from "node:assert/strict";
import { renumber } from "@analyses/client/exchange/insertion";
import { changeDocumentYielding, withoutYielding } from "@analyses/json";
import { additionsTo, importTarget } from "@analyses/server/features/importedAnalyses";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { each } from "../../support/each";
import { example, readOf } from "../../support/exchangeFiles";

const { review } = readOf(example("made-up.rm5"));
const imported = review.groups.map(({ number, name }) => ({ number, name: name.value }));
const documentOf = (text: string) => createDocument("file:///own.analyses.json", "analyses", 1, text);
const yielding = { isCancelled: () => false, pause: () => Promise.resolve() };

/** A document after an import, and its text from the first added analysis on. */
async function after(text: string, written: string) {
  const { edits, first } = (await additionsTo(documentOf(text), written, yielding)) ?? assert.fail();
  // Later edits first: the ranges are those of the document before all of them.
  const changes = [...edits].reverse().map(({ range, newText }) => ({ range, text: newText }));
  const { text: changed } = withoutYielding(changeDocumentYielding(documentOf(text), changes));
  return { text: changed.toString(), fromFirst: changed.toString().slice(changed.offsetAt(first)) };
}

describe("analyses that are added to a document", () => {
  const text = `{
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    { "number": 1, "name": "Drug versus placebo", "analyses": [{ "number": 1 }, { "number": 3 }] },
    { "number": 2, "name": "Another comparison", "analyses": [] } // the last one
  ]
}
`;

  it("go to the group of the same number and name, under numbers that are free", () => {
    const target = importTarget(documentOf(text), imported) ?? assert.fail();
    const { review: free, changed } = renumber(review, target);
    each(free.groups, ({ number, analyses }) => [number, ...analyses.map((one) => one.number)], [
      [1, 5, 2, 6, 4],
      [3, 1, 2, 3],
    ]);
    assert.deepEqual(changed, [
      ["1.1", "1.5"],
      ["1.3", "1.6"],
      ["2", "3"],
    ]);
    assert.equal(target.riskOfBiasMethod, "RISK_OF_BIAS_2");
  });

  it("stand at the end, laid out as what is there, which stays as it is with its comments", async () => {
    const written = `{
  "analysis-groups": [
    { "number": 1, "name": "Drug versus placebo", "analyses": [{ "number": 4 }] },
    {
      "number": 3,
      "analyses": [
        { "number": 1 }
      ]
    }
  ]
}`;
    const { text: changed, fromFirst } = await after(text, written);
    assert.ok(changed.includes('[{ "number": 1 }, { "number": 3 }, { "number": 4 }] },'), changed);
    const end = `"analyses": [] }, // the last one
    {
      "number": 3,
      "analyses": [
        { "number": 1 }
      ]
    }
  ]
}
`;
    assert.ok(changed.endsWith(end), changed);
    assert.ok(fromFirst.startsWith('{ "number": 4 }'));
  });

  it("come with their group where the document has no group of that name", async () => {
    const group = '{"number":2,"name":"{","analyses":[{"number":7}]}';
    const { text: changed, fromFirst } = await after(
      '{"analysis-groups":[]}',
      `{"analysis-groups":[${group}]}`,
    );
    assert.equal(changed, `{"analysis-groups":[${group}]}`);
    assert.ok(fromFirst.startsWith('{"number":7}'));
    assert.equal(importTarget(documentOf('{"analysis-groups":[]}'), [])?.isOnOneLine, true);
  });

  it("are none of a text that is no analyses document", () => {
    assert.equal(importTarget(documentOf("{}"), []), null);
    assert.equal(importTarget(documentOf(""), []), null);
  });
});
