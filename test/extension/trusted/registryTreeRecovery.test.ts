import assert from "node:assert/strict";
import * as vscode from "vscode";
import { LoadingNode } from "@analyses/client/tree/nodes/messageNodes";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { changedJson, wrongType, failing, silence } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { startHost } from "../../support/httpsHost";
import { assertFailure, idsOf, isFailure, retry } from "../support/failureRows";
import { keepRegistrySettings, TreeSetting, registryInSettings } from "../support/registryTree";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

describe("the tree of a registry, when a request fails", () => {
  const { registry, setting, configure } = registryInSettings();

  async function firstGroup(): Promise<TreeNode> {
    const [group] = await setting.open("Groups");
    assert.equal(group?.kind, "group");
    return group;
  }

  /** Opens the groups of a silent registry until the loading row appears. */
  async function groupsLoading() {
    const takeAway = registry.faults.use(silence());
    const groups = await setting.row("Groups");
    const [loading] = await setting.tree.getChildren(groups);
    assert.ok(loading instanceof LoadingNode);
    return { takeAway, groups, loading };
  }

  it("offers a sign-in where the user is signed out, and shows the chosen row after it", async () => {
    const [message] = await setting.rows(await firstGroup());
    assertFailure(setting, message, {
      label: /^Sign in to see this$/,
      explanation: /Sign in to Test registry/,
      step: "Sign In",
    });
    await setting.signIn();
    assert.ok(!(await setting.rows(await firstGroup())).some(isFailure));
  });

  it("asks to sign in again where the sign-in is refused, and keeps what is shown elsewhere", async () => {
    await setting.signIn();
    const [first, second] = await setting.open("Groups");
    assert.ok(first && second);
    const shown = await setting.rows(first);
    const takeAway = registry.faults.use(failing(401), { target: /\/groups\/./ });
    const [message] = await setting.rows(second);
    assertFailure(setting, message, {
      label: /^Sign-in no longer accepted$/,
      explanation: /Sign in again/,
      step: "Sign In",
    });
    assert.deepEqual(idsOf(await setting.rows(first)), idsOf(shown));
    const [me] = await setting.rows();
    assert.equal(me && setting.label(me), "Sign in again");
    takeAway();
    await setting.signIn();
    assert.ok(!(await setting.rows(second)).some(isFailure));
  });

  it("shows nothing that an account has read after it signed out, and what the next one may read", async () => {
    await setting.signIn();
    const group = await firstGroup();
    await setting.rows(group);
    await setting.accounts.signOut(setting.registry.client.address);
    const [message, ...others] = await setting.rows(group);
    assert.ok(isFailure(message));
    assert.deepEqual(others, []);
    const [me] = await setting.rows();
    assert.equal(me && setting.label(me), "Sign in");
    await setting.signIn("reader");
    const [meAgain] = await setting.rows();
    assert.match(String(meAgain && setting.tree.getTreeItem(meAgain).description), /Morag/);
  });

  it("counts the records of a list that cannot be read, says so above the others, and leads to the log", async () => {
    registry.faults.use(wrongType("/groups/3/groupId", true), { target: /\/groups$/ });
    const [message, ...groups] = await setting.open("Groups");
    assert.ok(message);
    const item = setting.tree.getTreeItem(message);
    const sent = groups.length + 1;
    assert.equal(item.label, `1 of ${sent} could not be read`);
    assert.equal(item.command?.command, "analysesRegistry.showLog");
    assert.match(item.accessibilityInformation?.label ?? "", /Test registry sent .* The log says where/);
    assert.ok(groups.every(({ kind }) => kind === "group"));
  });

  it("says where a registry counts otherwise than it lists", async () => {
    const short = changedJson((list) => (isRecord(list) ? { ...list, numberOfEntries: "400" } : list));
    registry.faults.use(short, { target: /\/groups$/ });
    const [message, ...groups] = await setting.open("Groups");
    assert.ok(message);
    const item = setting.tree.getTreeItem(message);
    assert.equal(item.label, `400 announced, ${groups.length} received`);
    const { tooltip } = setting.tree.resolveTreeItem(item, message);
    assert.ok(typeof tooltip === "object");
    assert.match(tooltip.value, /By its own count Test registry has 400 records here/);
  });

  it("can be cancelled while it loads, with a click on the row, and requested again", async () => {
    const { takeAway, groups, loading } = await groupsLoading();
    const { command, description } = setting.tree.getTreeItem(loading);
    assert.equal(command?.command, "analysesRegistry.cancelRefresh");
    assert.equal(description, "Cancel");
    setting.tree.cancel(loading);
    const [message] = await setting.rows(groups);
    assertFailure(setting, message, { label: /^Cancelled$/, explanation: /was cancelled/, step: "Retry" });
    takeAway();
    await retry(setting, message);
    assert.ok((await setting.open("Groups")).every((row) => row.kind === "group"));
  });

  it("ends what it reads when the registry is taken out of the settings, and shows what is left", async () => {
    await groupsLoading();
    await configure([]);
    await eventually(async () => assert.deepEqual(await setting.tree.getChildren(), []));
    await configure([{ name: "Test registry", url: registry.url }]);
    registry.faults.clear();
    await eventually(async () => {
      assert.ok((await setting.open("Groups")).every((row) => row.kind === "group"));
    });
  });
});

describe("the tree of a registry whose certificate is not trusted", () => {
  const configure = keepRegistrySettings();

  it("names the entry and a remedy, and sends nothing", async () => {
    const host = await startHost((_, response) => void response.end("{}"));
    await configure([{ name: "Test registry", url: host.origin }]);
    const setting = new TreeSetting({ trust: { environment: {}, systemFiles: [] } });
    try {
      const [message] = await setting.open("Groups");
      assertFailure(setting, message, {
        label: /^Certificate not trusted$/,
        explanation: /authority.*NODE_EXTRA_CA_CERTS/s,
        step: "How to Trust It",
      });
      assert.ok(setting.tree.getTreeItem(message).iconPath instanceof vscode.ThemeIcon);
      assert.deepEqual(host.requests, []);
    } finally {
      setting.dispose();
      await host.close();
    }
  });
});
