import assert from "node:assert/strict";
import { failing, outOfScope } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { type FailureLook, assertFailure, idsOf, retry, failures, limits } from "../support/failureRows";
import { registryInSettings } from "../support/registryTree";

describe("a row of the tree that could not be read", () => {
  const { registry, setting } = registryInSettings({ tree: { limits } });

  for (const [title, fault, label, explanation] of failures) {
    it(`says why in short and in full, offers one step, and keeps what was shown: ${title}`, async () => {
      const look: FailureLook = { label, explanation, step: "Retry" };
      let takeAway = registry.faults.use(fault());
      const [message, ...others] = await setting.open("Groups");
      assert.deepEqual(others, []);
      assertFailure(setting, message, look);
      takeAway();
      await retry(setting, message);
      const groups = await setting.open("Groups");
      assert.ok(groups.every((row) => row.kind === "group"));

      takeAway = registry.faults.use(fault());
      setting.tree.refresh(undefined);
      const again = await eventually(async () => {
        const [first, ...kept] = await setting.open("Groups");
        assertFailure(setting, first, look);
        assert.deepEqual(idsOf(kept), idsOf(groups));
        return first;
      });
      takeAway();
      await retry(setting, again);
      assert.deepEqual(idsOf(await setting.open("Groups")), idsOf(groups));
    });
  }

  it("is one that the sign-in does not cover: the step is to sign in, and what that covers is read", async () => {
    await setting.signIn();
    const takeAway = registry.faults.use(outOfScope(), { target: /\/people\// });
    const [message] = await setting.open("Me");
    const label = /^Your sign-in does not cover this$/;
    assertFailure(setting, message, { label, explanation: /was not given access to this/, step: "Sign In" });
    takeAway();
    await setting.signIn("reader");
    await eventually(async () =>
      assert.ok((await setting.open("Me")).every(({ kind }) => kind !== "message")),
    );
  });

  it("is requested again only when the user retries", async () => {
    registry.faults.use(failing(500));
    for (let round = 0; round < 5; round += 1) await setting.open("Groups");
    assert.equal(registry.requests.length, 1);
  });
});
