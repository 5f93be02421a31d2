import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickReferences } from "@analyses/client/commands/records";
import { EmptyNode } from "@analyses/client/tree/nodes/messageNodes";
import {
  extraFields,
  failing,
  gzip,
  missingFields,
  nulls,
  outOfScope,
  silence,
} from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { type FailureLook, assertFailure, idsOf, retry } from "../support/failureRows";
import { failures, limits } from "../support/failures";
import { keepRegistrySettings, TreeSetting, registryInSettings } from "../support/registryTree";
import { replacing } from "../support/reader";

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

  for (const [title, fault] of [
    ["nulls", () => nulls("deep")],
    ["missing fields", missingFields],
    ["extra fields", extraFields],
    ["a packed answer", gzip],
  ] as const) {
    it(`is not one that merely has ${title}`, async () => {
      registry.faults.use(fault());
      await setting.signIn();
      for (const list of ["Group types", "Groups", "Me"]) {
        for (const row of (await setting.open(list)).slice(0, 5)) {
          assert.notEqual(row.kind, "message", `${list}: ${setting.label(row)}`);
          for (const below of await setting.rows(row)) {
            assert.ok(below.kind !== "message" || below instanceof EmptyNode, setting.label(below));
          }
        }
      }
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

describe("a search while one registry does not answer", () => {
  const configure = keepRegistrySettings();

  it("has what the others answer at once, keeps the row that the reader is on, and names all that failed", async () => {
    const [silent, broken, early] = await Promise.all([
      startReferenceRegistry(),
      startReferenceRegistry(),
      startReferenceRegistry(),
    ]);
    silent.faults.use(silence());
    broken.faults.use(failing(500));
    await configure([
      { name: "Silent", url: silent.url },
      { name: "Broken", url: broken.url },
      { name: "Early", url: early.url },
    ]);
    const setting = new TreeSetting();
    const picker = vscode.window.createQuickPick();
    try {
      const picked = replacing({ createQuickPick: () => picker }, () =>
        pickReferences(setting.registries, "group"),
      );
      const saysWhy = (name: string) => picker.items.some(({ label }) => label.startsWith(name));
      await eventually(() => {
        assert.ok(picker.items.some(({ description }) => description?.startsWith("Early")));
        assert.ok(saysWhy("Broken"));
      });
      assert.ok(picker.busy, "the silent one is still asked");
      // Waits until VS Code has applied the active row.
      const moved = new Promise((resolve) => picker.onDidChangeActive(resolve));
      picker.activeItems = picker.items.slice(2, 3);
      const [before] = picker.activeItems;
      await moved;
      await silent.stop();
      await eventually(() => assert.ok(!picker.busy));
      assert.ok(saysWhy("Silent") && saysWhy("Broken"), picker.items.map(({ label }) => label).join("\n"));
      assert.ok(before);
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.deepEqual(
        (await picked)?.map(({ name }) => name),
        [before.label],
      );
    } finally {
      setting.dispose();
      await Promise.all([broken, early].map((each) => each.stop()));
    }
  });
});
