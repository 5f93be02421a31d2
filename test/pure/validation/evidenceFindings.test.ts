import assert from "node:assert/strict";
import { contextOf, validateNow } from "@analyses/server/validation/validateDocument";
import { createDocument, updateDocument } from "@analyses/server/document/analysesDocument";
import { noReferenceStatuses } from "@analyses/server/references/referenceStatuses";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import { analysesWith, documentWith } from "../../support/evidenceTexts";
import { defaultSettings, findingsIn, uninterrupted } from "../../support/findings";
import { schemaContext } from "../features/support/schemas";

const schemas = schemaContext(undefined);

/** Enables the codes that are off by default. */
const everything: AnalysesSettings["severity"] = {
  "fragile-result": "information",
  "zero-cells": "information",
};

describe("what the numbers of an analysis say", () => {
  it("is not computed where no setting shows it, and found when one does", async () => {
    const text = documentWith(analysesWith["zero-cells"] ?? []);
    const document = createDocument("file:///a", "analyses", 1, text);
    const codes = async (severity: AnalysesSettings["severity"]) =>
      (await findingsIn(document, schemas, { ...defaultSettings, severity })).map(({ code }) => code);
    assert.deepEqual(await codes({}), []);
    assert.deepEqual(await codes({ "zero-cells": "hint" }), ["zero-cells"]);
    assert.deepEqual(await codes({}), []);
  });

  it("is reported at once after a change of settings that needs no new computation", async () => {
    const text = documentWith(Object.values(analysesWith).flat());
    const document = createDocument("file:///a", "analyses", 1, text);
    const without = (settings: typeof defaultSettings) =>
      validateNow(contextOf(document, schemas, settings, noReferenceStatuses), uninterrupted, {
        first: [],
        text: 0,
      });
    assert.deepEqual(await without(defaultSettings), { findings: [], isComplete: false });
    const all = await findingsIn(document, schemas);
    assert.ok(all.length >= 10);
    const known = await without({ ...defaultSettings, maxProblems: defaultSettings.maxProblems + 1 });
    assert.deepEqual(known, { findings: all, isComplete: true });
  });

  it("is silent where the text is broken, so that nothing flickers while somebody types", async () => {
    const text = documentWith(analysesWith["duplicate-row"] ?? []);
    const broken = text.replace(/\}\s*\]\s*\}\s*\]\s*\}\s*\]\s*\}$/, "");
    assert.notEqual(broken, text);
    const findings = await findingsIn(broken, schemas);
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], ["syntax"]);
  });

  it("stays where it is while text before it changes", async () => {
    for (const [code, analyses] of Object.entries(analysesWith)) {
      const document = createDocument("file:///a", "analyses", 1, documentWith(analyses));
      const settings = { ...defaultSettings, severity: everything };
      await findingsIn(document, schemas, settings);
      const at = document.text.positionAt(document.text.toString().indexOf('"RISK_OF_BIAS_1"'));
      const change = { range: { start: at, end: at }, text: "   " };
      const changed = updateDocument(document, [change], 2);
      const anew = createDocument("file:///b", "analyses", 2, changed.text.toString());
      assert.deepEqual(
        await findingsIn(changed, schemas, settings),
        await findingsIn(anew, schemas, settings),
        code,
      );
    }
  });
});
