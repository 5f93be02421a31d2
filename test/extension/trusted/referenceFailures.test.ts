import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { LookUpResult } from "@analyses/protocol/referenceMessages";
import type { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { eventually } from "../../support/eventually";
import { answersFor, registryInSettings } from "../support/registryTree";
import { failures, limits } from "../support/failureRows";

const uri = "file:///references.analyses.json";

describe("a reference whose registry fails", () => {
  const { registry, setting } = registryInSettings({ tree: { limits } });
  let answers: ReferenceAnswers;
  beforeEach(() => (answers = answersFor(setting)));
  afterEach(() => answers.dispose());

  async function lookUp(purpose: "check" | "hover"): Promise<LookUpResult | undefined> {
    const [group] = registry.content.groups.values();
    assert.ok(group);
    const { groupId: id } = group;
    const records = [{ kind: "group", id, link: `${registry.url}/rest/groups/${id}` }] as const;
    return (await answers.lookUp({ uri, purpose, records }, new AbortController().signal)).results[0];
  }

  const suggest = () => answers.suggest({ uri, kinds: ["group"], text: "", limit: 5, mayWait: true });

  for (const [title, fault, , explanation] of failures.slice(0, 4)) {
    it(`is never called wrong, says why to the check, the hover and the completion, and recovers: ${title}`, async () => {
      const takeAway = registry.faults.use(fault());
      for (const purpose of ["check", "hover"] as const) {
        const result = await lookUp(purpose);
        assert.ok(result?.kind === "notChecked", result?.kind);
        assert.match(result.message, explanation);
      }
      const told = await eventually(async () => {
        const answer = await suggest();
        assert.match(answer.note ?? "", explanation);
        return answer;
      });
      assert.deepEqual(told.suggestions, []);

      takeAway();
      const again = await answers.checkAnew(vscode.Uri.parse(uri), () => lookUp("check"));
      assert.equal(again?.kind, "known");
      assert.equal((await lookUp("hover"))?.kind, "known");
      assert.equal((await suggest()).suggestions.length, 5);
      assert.equal((await suggest()).note, undefined);
    });
  }
});
