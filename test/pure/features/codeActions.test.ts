import assert from "node:assert/strict";
import { TextDocumentEdit } from "vscode-languageserver-types";
import { fixing } from "./support/fixing";

const groupsOf = (group: string): string =>
  `{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n    ${group}\n  ]\n}`;

describe("fixes of missing properties", () => {
  it("put the caret where the author writes on, where the client can", async () => {
    const { actions } = await fixing(
      groupsOf('{\n      "number": 1,\n      "analyses": []\n    }'),
      undefined,
      { snippetEdits: true },
    );
    const [change] = actions[0]?.edit?.documentChanges ?? [];
    assert.ok(TextDocumentEdit.is(change));
    const [edit] = change.edits;
    assert.ok(edit !== undefined && "snippet" in edit);
    assert.equal(edit.snippet.value, ',\n"name": "${1}"');
  });
});

describe("fixes of an item schema that cannot be used", () => {
  it("offer the client's command to choose another, where it has one", async () => {
    const command = "analysesRegistry.selectItemSchema";
    const { actions } = await fixing(groupsOf('{ "number": 1, "name": "a", "analyses": [{}] }'), "not JSON", {
      selectItemSchema: command,
    });
    assert.deepEqual(
      actions.map((action) => action.command?.command),
      [command],
    );
    assert.deepEqual(
      (await fixing(groupsOf('{ "number": 1, "name": "a", "analyses": [{}] }'), "not JSON")).titles,
      [],
    );
  });
});
