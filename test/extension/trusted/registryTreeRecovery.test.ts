import assert from "node:assert/strict";
import * as vscode from "vscode";
import { bearerCredential } from "@analyses/client/registryClient/schemes/index";
import { LoadingNode } from "@analyses/client/tree/nodes/messageNodes";
import { GroupTypeNode } from "@analyses/client/tree/nodes/recordNodes";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { changedJson, wrongType, closed, failing, silence } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { type HttpsHost, startHost } from "../../support/httpsHost";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { assertFailure, idsOf, isFailure, retry } from "../support/failureRows";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

describe("the tree of a registry, when a request fails", () => {
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

  it("opens also the lists of a registry that requires a password for everything after the sign-in, and closes them again", async () => {
    registry.faults.use(closed('Basic realm="test"'));
    for (const list of ["Groups", "Group types"]) {
      const [message] = await setting.open(list);
      assertFailure(setting, message, {
        label: /^Sign in to see this$/,
        explanation: /Sign in to Test registry/,
        step: "Sign In",
      });
    }
    await setting.signIn();
    for (const list of ["Groups", "Group types"]) {
      const rows = await setting.open(list);
      assert.ok(rows.length > 1 && !rows.some(isFailure), list);
    }
    assert.ok((await setting.open("Group types", "Centre")).length > 1);
    await setting.accounts.signOut(setting.registry.client.address);
    for (const list of ["Groups", "Group types"]) {
      const [message, ...others] = await setting.open(list);
      assert.ok(isFailure(message), list);
      assert.deepEqual(others, [], list);
    }
  });

  it("shows that an access token has expired", async () => {
    const reading = bearerCredential("reviewer-token");
    assert.ok(typeof reading !== "string");
    const { signal } = new AbortController();
    await setting.accounts.signIn(setting.registry.client.address, reading, signal);
    const challenge = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
    registry.faults.use(({ response }) => void response.writeHead(401, challenge).end(), {
      target: /\/(groups|people|users)\/./,
    });
    const [message] = await setting.rows(await firstGroup());
    assertFailure(setting, message, {
      label: /^Access token expired$/,
      explanation: /Your access token for Test registry has expired/,
      step: "Sign In",
    });
    const [me] = await setting.rows();
    assert.ok(me);
    assert.equal(setting.tree.getTreeItem(me).description, "your access token for Test registry has expired");
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

  it("keeps the public lists when the user signs out while the registry is down", async () => {
    await setting.signIn();
    const groups = await setting.open("Groups");
    const { port } = registry;
    await registry.stop();
    const row = await setting.row("Groups");
    const keepsThem = () =>
      eventually(async () => {
        const [message, ...kept] = await setting.rows(row);
        assertFailure(setting, message, {
          label: /^Cannot be reached$/,
          explanation: /ECONNREFUSED/,
          step: "Retry",
        });
        assert.deepEqual(idsOf(kept), idsOf(groups));
      });
    setting.tree.refresh(undefined);
    await keepsThem();
    await setting.accounts.signOut(setting.registry.client.address);
    await keepsThem();
    registry = await startReferenceRegistry({ port });
    await setting.signIn();
    assert.deepEqual(idsOf(await setting.rows(row)), idsOf(groups));
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

  it("shows that the registry cannot be reached, and recovers when it is back", async () => {
    const { port } = registry;
    await registry.stop();
    const [message] = await setting.open("Group types");
    assertFailure(setting, message, {
      label: /^Cannot be reached$/,
      explanation: /ECONNREFUSED/,
      step: "Retry",
    });
    registry = await startReferenceRegistry({ port });
    await retry(setting, message);
    assert.ok((await setting.open("Group types")).every((row) => row.kind === "groupType"));
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

  it("goes on with what there was, when a refresh is given up", async () => {
    const groups = await setting.open("Groups");
    registry.faults.use(silence());
    setting.tree.refresh(undefined);
    const row = await setting.row("Groups");
    const reading = setting.tree.getChildren(row);
    await eventually(() => assert.equal(registry.requests.length, 2));
    setting.tree.cancel(undefined);
    await reading;
    await eventually(async () => assert.deepEqual(idsOf(await setting.tree.getChildren(row)), idsOf(groups)));
  });

  it("sends one request for a row that is collapsed and opened again while it loads", async () => {
    const { groups } = await groupsLoading();
    await setting.tree.getChildren(groups);
    await setting.tree.getChildren(groups);
    assert.equal(registry.requests.length, 1);
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

  it("requests a row that is refreshed before it was opened, also where its record is cached", async () => {
    const [type] = await setting.open("Group types");
    assert.ok(type instanceof GroupTypeNode);
    const { signal } = new AbortController();
    await setting.registry.client.groupType(type.groupType.groupTypeId, { signal });
    registry.clearLog();
    setting.tree.refresh(type);
    await eventually(() => assert.equal(registry.requests.length, 1));
    assert.ok((await setting.rows(type)).every((row) => row.kind === "group"));
    assert.equal(registry.requests.length, 1);
  });

  it("reads a row once more when it is refreshed, also when it is refreshed twice", async () => {
    await setting.open("Groups");
    const groups = await setting.row("Groups");
    setting.tree.refresh(groups);
    setting.tree.refresh(groups);
    await eventually(async () => {
      assert.equal(registry.requests.length, 2);
      assert.ok((await setting.rows(groups)).every((row) => row.kind === "group"));
    });
    assert.equal(registry.requests.length, 2);
  });
});

describe("the tree of a registry whose certificate is not trusted", () => {
  const configure = keepRegistrySettings();
  const day = 24 * 60 * 60 * 1000;
  let host: HttpsHost;
  let setting: TreeSetting;

  afterEach(async () => {
    setting.dispose();
    await host.close();
  });

  for (const { title, options, isTrusted, explanation } of [
    {
      title: "an authority that is unknown here",
      options: {},
      isTrusted: false,
      explanation: /authority.*NODE_EXTRA_CA_CERTS/s,
    },
    { title: "another host's", options: { hosts: ["other.example"] }, isTrusted: true, explanation: /other/ },
    {
      title: "one that has expired",
      options: {
        validFor: { notBefore: new Date(Date.now() - 2 * day), notAfter: new Date(Date.now() - day) },
      },
      isTrusted: true,
      explanation: /out of date/,
    },
  ]) {
    it(`names the entry and a remedy, and sends nothing: ${title}`, async () => {
      host = await startHost((_, response) => void response.end("{}"), options);
      await configure([{ name: "Test registry", url: host.origin }]);
      const systemFiles = isTrusted ? [host.authorityFile] : [];
      setting = new TreeSetting({ trust: { environment: {}, systemFiles } });
      const [message] = await setting.open("Groups");
      assertFailure(setting, message, {
        label: /^Certificate not trusted$/,
        explanation,
        step: "How to Trust It",
      });
      assert.ok(setting.tree.getTreeItem(message).iconPath instanceof vscode.ThemeIcon);
      assert.deepEqual(host.requests, []);
    });
  }
});
