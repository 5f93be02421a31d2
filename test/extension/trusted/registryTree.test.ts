import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Registries } from "../../../client/src/registries/registries";
import { createConnections } from "../../../client/src/registries/connections";
import { Accounts } from "../../../client/src/registry/accounts";
import { Credential } from "../../../client/src/registry/credential";
import type { SecretStore } from "../../../client/src/registry/secretStore";
import { createNodeTransport } from "../../../client/src/registry/transport/nodeTransport";
import { createTrust, systemAuthorityFiles } from "../../../client/src/registry/transport/trust";
import type { TreeNode } from "../../../client/src/tree/nodes/node";
import { RegistryTree } from "../../../client/src/tree/registryTree";
import { eventually } from "../../support/eventually";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";

const section = "analysesRegistry";

/** The tree as a user has it, over a reference registry of its own. */
class Setting {
  readonly log = vscode.window.createOutputChannel("Test of the tree", { log: true });
  readonly connections = createConnections(
    createNodeTransport(
      createTrust({ environment: process.env, systemFiles: systemAuthorityFiles(process.platform) }),
    ),
    [],
  );
  readonly registries = new Registries(this.connections, this.log);
  readonly accounts = new Accounts(this.connections, secretsInMemory());
  readonly tree = new RegistryTree(this.registries);

  async rows(parent?: TreeNode): Promise<readonly TreeNode[]> {
    return eventually(async () => {
      const rows = await this.tree.getChildren(parent);
      assert.ok(!rows.some((row) => row.kind === "message" && row.message.kind === "loading"));
      return rows;
    });
  }

  label(node: TreeNode): string {
    const { label } = this.tree.getTreeItem(node);
    return typeof label === "string" ? label : (label?.label ?? "");
  }

  async open(...labels: readonly string[]): Promise<readonly TreeNode[]> {
    let rows = await this.rows();
    for (const label of labels) {
      const row = rows.find((candidate) => this.label(candidate) === label);
      assert.ok(row, `${label} is not among: ${rows.map((each) => this.label(each)).join(", ")}`);
      rows = await this.rows(row);
    }
    return rows;
  }

  async signIn(userName: string, password: string): Promise<void> {
    const reading = Credential.basic(userName, password);
    assert.ok(reading.kind === "credential");
    const [registry] = this.registries.all;
    assert.ok(registry);
    const signal = new AbortController().signal;
    const outcome = await this.accounts.signIn(registry.client.address, reading.credential, signal);
    assert.equal(outcome.kind, "ok");
  }

  dispose(): void {
    this.tree.dispose();
    this.registries.dispose();
    this.log.dispose();
  }
}

function secretsInMemory(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => Promise.resolve(void secrets.set(key, value)),
    delete: (key) => Promise.resolve(void secrets.delete(key)),
  };
}

async function configure(registries: readonly { name: string; url: string }[] | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration(section);
  await settings.update("registries", registries, vscode.ConfigurationTarget.Global);
}

describe("the tree of a registry", () => {
  const before = vscode.workspace
    .getConfiguration(section)
    .get<{ name: string; url: string }[]>("registries");
  let registry: ReferenceRegistry;
  let setting: Setting;

  beforeEach(async () => {
    registry = await startReferenceRegistry();
    await configure([{ name: "Test registry", url: registry.url }]);
    setting = new Setting();
  });

  afterEach(async () => {
    setting.dispose();
    await registry.stop();
  });

  after(() => configure(before));

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
    await setting.signIn("reviewer", "reviewer-password");
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
    await setting.signIn("reader", "reader-password");
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
