import assert from "node:assert/strict";
import { readDetails } from "@analyses/client/details/recordDetails";
import { GroupNode } from "@analyses/client/tree/nodes/recordNodes";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { assertFailure } from "../support/failureRows";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

const signal = () => new AbortController().signal;

describe("the tree of a registry", () => {
  const configure = keepRegistrySettings();
  let registry: ReferenceRegistry;
  let setting: TreeSetting;

  beforeEach(async () => {
    registry = await startReferenceRegistry();
    await configure([{ name: "Test registry", url: registry.url }]);
    setting = new TreeSetting();
  });

  afterEach(async () => {
    setting.dispose();
    await registry.stop();
  });

  it("asks nothing of the registry before a row is opened", async () => {
    await setting.rows();
    assert.equal(registry.connections, 0);
  });

  it("requests each record once, when it is opened, and none that is only named", async () => {
    const targets = () => registry.requests.map(({ target }) => target);
    await setting.signIn();
    for (let round = 0; round < 2; round += 1) {
      for (const row of await setting.open("Me")) {
        if (row.kind === "groupRole" || row.kind === "documentRole") await setting.rows(row);
      }
      const [group] = await setting.open("Groups");
      assert.ok(group instanceof GroupNode);
      await setting.rows(group);
      await setting.open("People");
      await readDetails(setting.registry, { kind: "group", id: group.group.groupId, name: "" }, signal());
      assert.deepEqual(targets(), [
        "/rest/users/me",
        "/rest/people/me",
        "/rest/groups",
        `/rest/groups/${group.group.groupId}`,
      ]);
    }
  });

  it("shows group types and their groups without signing in", async () => {
    const types = await setting.open("Group types");
    assert.equal(types.length, registry.content.groupTypes.size);
    const centre = types.find((row) => setting.label(row) === "Centre");
    assert.ok(centre);
    assert.ok((await setting.rows(centre)).every((row) => row.kind === "group"));
  });

  it("has pinned groups by their present names, and marks one that the registry no longer lists", async () => {
    const { groups } = registry.content;
    const [first, second] = [...groups.values()];
    assert.ok(first && second);
    for (const { groupId, link } of [first, second]) {
      await setting.registry.pins.add({ kind: "group", id: groupId, name: "Former name", link });
    }
    groups.delete(second.groupId);
    const [gone, listed] = await setting.open("Groups");
    assert.ok(gone && listed);
    const description = (row: TreeNode) => String(setting.tree.getTreeItem(row).description);
    assert.equal(setting.label(gone), "Former name");
    assert.match(description(gone), /^not in the list of groups/);
    assert.equal(setting.label(listed), first.name);
    assert.ok(!description(listed).includes("not in the list"));
  });

  it("shows that the account may not read a record", async () => {
    await setting.signIn("reader");
    const groups = await setting.open("Groups");
    for (const group of groups) {
      const person = (await setting.rows(group)).find((row) => row.kind === "person");
      if (person === undefined) continue;
      const [message] = await setting.rows(person);
      assertFailure(setting, message, {
        label: /^You may not read this$/,
        explanation: /Ask the registry's managers for access/,
        step: "Use Another Account",
      });
      return;
    }
    assert.fail("No group has a contact person.");
  });
});
