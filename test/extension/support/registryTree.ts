import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Registries } from "../../../client/src/registries/registries";
import type { Registry } from "../../../client/src/registries/registry";
import { Accounts } from "../../../client/src/registry/accounts";
import { systemClock } from "../../../client/src/registry/clock";
import { Credential } from "../../../client/src/registry/credential";
import { usualLimits } from "../../../client/src/registry/guardedRequest";
import { Registries as Connections } from "../../../client/src/registry/registries";
import type { RequestLog } from "../../../client/src/registry/requestLog";
import type { SecretStore } from "../../../client/src/registry/secretStore";
import { createNodeTransport } from "../../../client/src/registry/transport/nodeTransport";
import type { ExchangeLimits } from "../../../client/src/registry/transport/transport";
import type { AuthorityFiles } from "../../../client/src/registry/transport/trust";
import { createTrust, systemAuthorityFiles } from "../../../client/src/registry/transport/trust";
import type { TreeNode } from "../../../client/src/tree/nodes/node";
import { RegistryTree } from "../../../client/src/tree/registryTree";
import { eventually } from "../../support/eventually";
import { MemoryMemento } from "./memoryMemento";

const section = "analysesRegistry";

export interface TreeSettingOptions {
  readonly limits?: Partial<ExchangeLimits>;
  readonly trust?: Partial<AuthorityFiles>;
  readonly log?: RequestLog;
  readonly memento?: MemoryMemento;
}

/** The tree as a user has it, over the registries of the settings. */
export class TreeSetting {
  readonly log = vscode.window.createOutputChannel("Test of the tree", { log: true });
  readonly memento: MemoryMemento;
  readonly registries: Registries;
  readonly accounts: Accounts;
  readonly tree: RegistryTree;

  constructor(options: TreeSettingOptions = {}) {
    const files = {
      environment: process.env,
      systemFiles: systemAuthorityFiles(process.platform),
      ...options.trust,
    };
    const connections = new Connections({
      transport: createNodeTransport(createTrust(files)),
      clock: systemClock,
      limits: { ...usualLimits, ...options.limits },
      log: options.log ?? { add: () => undefined },
    });
    this.memento = options.memento ?? new MemoryMemento();
    this.registries = new Registries(connections, this.memento, this.log);
    this.accounts = new Accounts(connections, secretsInMemory());
    this.tree = new RegistryTree(this.registries);
  }

  /** The only registry, or the first. */
  get registry(): Registry {
    const [registry] = this.registries.all;
    assert.ok(registry);
    return registry;
  }

  /** The rows below a row, once they are loaded. */
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

  /** The row that some labels lead to, one below the other. */
  async row(...labels: readonly string[]): Promise<TreeNode> {
    const label = labels.at(-1);
    const rows = await this.open(...labels.slice(0, -1));
    const row = rows.find((candidate) => this.label(candidate) === label);
    assert.ok(row, `${label ?? ""} is not among: ${rows.map((each) => this.label(each)).join(", ")}`);
    return row;
  }

  /** The rows below the row that some labels lead to. */
  async open(...labels: readonly string[]): Promise<readonly TreeNode[]> {
    return this.rows(labels.length === 0 ? undefined : await this.row(...labels));
  }

  async signIn(userName = "reviewer", registry = this.registry): Promise<void> {
    const reading = Credential.basic(userName, `${userName}-password`);
    assert.ok(reading.kind === "credential");
    const { signal } = new AbortController();
    const outcome = await this.accounts.signIn(registry.client.address, reading.credential, signal);
    assert.equal(outcome.kind, "ok");
  }

  dispose(): void {
    this.tree.dispose();
    this.registries.dispose();
    this.log.dispose();
  }
}

/** Puts registries into the user's settings for a `describe`, and what was there back after it. */
export function keepRegistrySettings(): (
  registries: readonly { readonly name: string; readonly url: string }[],
) => Promise<void> {
  const settings = () => vscode.workspace.getConfiguration(section);
  const before = settings().inspect("registries")?.globalValue;
  after(() => settings().update("registries", before, vscode.ConfigurationTarget.Global));
  return async (registries) => settings().update("registries", registries, vscode.ConfigurationTarget.Global);
}

function secretsInMemory(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => Promise.resolve(void secrets.set(key, value)),
    delete: (key) => Promise.resolve(void secrets.delete(key)),
  };
}
