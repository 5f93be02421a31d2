import assert from "node:assert/strict";
import { compiledSchemas } from "../../../server/src/schema/compiledSchemas";
import { createAnalysesLanguageService } from "../../../server/src/languageService";
import { exampleItemSchema, exampleText } from "../../../server/src/warmUp/example";
import { practise, warmUp } from "../../../server/src/warmUp/warmUp";
import { findingsIn, told, uninterrupted } from "../../support/findings";
import { defaultAnalysesSettings } from "../../../protocol/src/settings";

/** The first analyses would have to wait for code that was never run. */
describe("while the editor gets ready, the server practises", () => {
  it("every step of opening a document, none of them in vain", async () => {
    let steps = 0;
    for await (const found of practise()) {
      assert.notEqual(found.length, 0, `step ${steps}`);
      steps += 1;
    }
    assert.ok(steps > 5);
  });

  it("with analyses of both types that fit their schema, and with problems", async () => {
    const service = createAnalysesLanguageService({
      readFile: () => Promise.resolve({ kind: "read", text: exampleItemSchema }),
    });
    const document = service.createDocument("file:///a", "analyses", 1, exampleText);
    const settings = { ...defaultAnalysesSettings, itemSchema: "a.schema.json" };
    const schemas = await service.schemas.contextFor(document, settings);
    assert.notEqual(compiledSchemas(schemas).item, undefined);
    assert.deepEqual(told(exampleText, await findingsIn(document, schemas)), [
      'not-allowed-value ⟨"Low"⟩ `Low` is not allowed for `overall`: use LOW, SOME_CONCERNS or HIGH.',
      'unknown-property ⟨"day"⟩ `day` is not a property of an entry of `studies`.',
    ]);
  });

  it("in pieces, and no more of them once a document is open", async () => {
    for (const open of [0, 3]) {
      let pauses = 0;
      const pause = () => {
        pauses += 1;
        return uninterrupted.pause();
      };
      await warmUp({ isCancelled: () => pauses > open, pause });
      assert.equal(pauses, open + 1);
    }
  });

  it("and comes to an end by itself", async () => {
    await warmUp(uninterrupted);
  });
});
