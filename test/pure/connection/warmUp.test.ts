import assert from "node:assert/strict";
import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import { createDocument, createSchemaStore, documentSymbols } from "../../../server/src/languageService";
import { exampleItemSchema, exampleTexts, warmUp } from "../../../server/src/connection/warmUp";
import { findingsIn, told, uninterrupted } from "../../support/findings";

/** The first document would have to wait for code that was never run. */
describe("while the editor gets ready, the server practises", () => {
  it("with analyses of two types that fit their schema, and then with problems too", async () => {
    const store = createSchemaStore({
      readFile: () => Promise.resolve({ kind: "read", text: exampleItemSchema }),
    });
    const settings = { ...defaultAnalysesSettings, itemSchema: "a.schema.json" };
    const seen: unknown[] = [];
    for (const text of exampleTexts) {
      const document = createDocument("file:///a", "analyses", 1, text);
      const schemas = await store.contextFor(document, settings);
      assert.equal(schemas.itemSchema.kind, "ready");
      const analyses = documentSymbols(document).map(({ children }) => children?.length);
      seen.push([analyses, told(text, await findingsIn(document, schemas))]);
    }
    assert.deepEqual(seen, [
      [[0], []],
      [[2], []],
      [
        [2, 2],
        [
          'not-allowed-value ⟨"Low"⟩ `Low` is not allowed for `overall`: use LOW, SOME_CONCERNS or HIGH.',
          'unknown-property ⟨"day"⟩ `day` is not a property of an entry of `studies`.',
        ],
      ],
    ]);
  });

  it("not before what has already arrived had its turn, and no more once a document is open", async () => {
    for (const open of [0, 1, 2, 5]) {
      assert.equal(await pausesUntil((pauses) => pauses > open), Math.max(open + 1, 2));
    }
  });

  it("in many pieces, and comes to an end by itself", async () => {
    assert.ok((await pausesUntil(() => false)) > 20);
  });
});

/** How often the server let others have their turn. */
async function pausesUntil(isCancelled: (pauses: number) => boolean): Promise<number> {
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return uninterrupted.pause();
  };
  await warmUp({ isCancelled: () => isCancelled(pauses), pause });
  return pauses;
}
