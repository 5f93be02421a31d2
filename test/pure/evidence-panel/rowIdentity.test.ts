import assert from "node:assert/strict";
import type { TableChange } from "@analyses/protocol/evidencePanel";
import { type PanelOfText, flat, loadPanel } from "../features/support/evidencePanels";

describe("a change of the table", () => {
  let panel: PanelOfText;
  before(async () => (panel = await loadPanel()));

  const changes: readonly TableChange[] = [
    { kind: "cell", part: "study", text: "Dahl", asText: false },
    { kind: "paste", part: "study", cells: [["Dahl"]] },
    { kind: "add" },
    { kind: "duplicate" },
    { kind: "remove" },
    { kind: "move", by: 1 },
  ];
  const refusal = "This row is not in the text any more.";

  for (const change of changes)
    it(`is of a row that begins where the change says, or refused: ${change.kind}`, () => {
      assert.notEqual(panel.after(flat, { ...change, row: "/studies/1" }), refusal);
      assert.equal(panel.after(flat, { ...change, row: "/studies/3" }), refusal);
    });

  it("without a row is a block of new studies, and no change of one", () => {
    for (const change of changes)
      assert.equal(panel.after(flat, change) === refusal, change.kind !== "paste", change.kind);
  });
});
