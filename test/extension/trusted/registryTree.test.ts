import assert from "node:assert/strict";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

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

  it("shows group types and their groups without signing in", async () => {
    const types = await setting.open("Group types");
    assert.equal(types.length, registry.content.groupTypes.size);
    const centre = types.find((row) => setting.label(row) === "Centre");
    assert.ok(centre);
    assert.ok((await setting.rows(centre)).every((row) => row.kind === "group"));
  });

  it("shows groups without signing in, and asks to sign in for what is in them", async () => {
    const [group] = await setting.open("Groups");
    assert.equal(group?.kind, "group");
    const [message] = await setting.rows(group);
    assert.ok(message?.kind === "message");
    assert.match(setting.label(message), /^Sign in to Test registry/);
    assert.equal(setting.tree.getTreeItem(message).command?.command, "analysesRegistry.signIn");
  });

  it("shows the signed-in user, and opens groups to contact person and subgroups", async () => {
    await setting.signIn();
    const me = await setting.open("Me");
    assert.ok(me.some((row) => row.kind === "user"));
    assert.ok(me.some((row) => row.kind === "groupRole"));
    const groups = await setting.open("Groups");
    const kinds = new Set<string>();
    for (const group of groups.slice(0, 40)) for (const row of await setting.rows(group)) kinds.add(row.kind);
    assert.ok(kinds.has("person"), [...kinds].join(", "));
    assert.ok(kinds.has("group"), [...kinds].join(", "));
    const people = await setting.open("People");
    assert.ok(people.length > 0);
  });

  it("says when the account may not read something", async () => {
    await setting.signIn("reader");
    const groups = await setting.open("Groups");
    for (const group of groups) {
      const person = (await setting.rows(group)).find((row) => row.kind === "person");
      if (person === undefined) continue;
      const [message] = await setting.rows(person);
      assert.ok(message?.kind === "message");
      assert.match(setting.label(message), /may not read/);
      return;
    }
    assert.fail("No group has a contact person.");
  });

  it("names the registry and offers to retry when it is down, and recovers", async () => {
    const { port } = registry;
    await registry.stop();
    const [message] = await setting.open("Group types");
    assert.ok(message?.kind === "message");
    assert.match(setting.label(message), /Test registry/);
    assert.equal(setting.tree.getTreeItem(message).command?.command, "analysesRegistry.refresh");
    registry = await startReferenceRegistry({ port });
    setting.tree.refresh(message);
    assert.ok((await setting.open("Group types")).every((row) => row.kind === "groupType"));
  });

  it("keeps what it shows when a refresh fails", async () => {
    const types = await setting.open("Group types");
    await registry.stop();
    setting.tree.refresh(undefined);
    const rows = await setting.open("Group types");
    assert.equal(rows[0]?.kind, "message");
    assert.deepEqual(
      rows.slice(1).map((row) => row.id),
      types.map((row) => row.id),
    );
    registry = await startReferenceRegistry();
  });
});
