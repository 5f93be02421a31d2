import assert from "node:assert/strict";
import * as vscode from "vscode";
import { loadingFrom, type Machine, Place } from "@analyses/client/registries/storedSignIns";
import { InsertionValidator } from "@analyses/client/references/insertReferences";
import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import { Registries, type Registry } from "@analyses/client/registries/registries";
import {
  type RemovedRegistriesOptions,
  RemovedRegistries,
} from "@analyses/client/registries/removedRegistries";
import { Accounts, StoredAccounts } from "@analyses/client/registryClient/accounts";
import { systemClock, type ExchangeLimits } from "@analyses/client/registryClient/transport";
import { basicCredential } from "@analyses/client/registryClient/schemes/index";
import { usualLimits, type RequestLog } from "@analyses/client/registryClient/guardedRequest";
import { ClientPool } from "@analyses/client/registryClient/registryClient";
import {
  createNodeTransport,
  type AuthorityFiles,
  createTrust,
  systemAuthorityFiles,
} from "@analyses/client/registryClient/transport/nodeTransport";
import { LoadingNode } from "@analyses/client/tree/nodes/messageNodes";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { RegistryTree } from "@analyses/client/tree/registryTree";
import { eventually } from "../../support/eventually";
import {
  type ReferenceRegistry,
  type ReferenceRegistryOptions,
  latest,
  startReferenceRegistry,
} from "../../support/referenceRegistry";
import { SecretsInMemory } from "../../support/secretsInMemory";
import { MemoryMemento } from "./memoryMemento";

const section = "analysesRegistry";

interface TreeSettingOptions {
  readonly limits?: Partial<ExchangeLimits>;
  readonly trust?: Partial<AuthorityFiles>;
  readonly log?: RequestLog;
  readonly memento?: MemoryMemento;
  readonly secrets?: SecretsInMemory;
  /** The machine that runs the extension host. Default: the user's own. */
  readonly machine?: Machine;
  readonly removal?: Partial<RemovedRegistriesOptions>;
}

/** The registry tree over the registries of the user's settings. */
export class TreeSetting {
  // A unique name: VS Code would reuse the closed log of an earlier channel with the same name.
  readonly log = vscode.window.createOutputChannel(`Test of the tree ${crypto.randomUUID()}`, { log: true });
  readonly memento: MemoryMemento;
  readonly registries: Registries;
  readonly secrets: SecretsInMemory;
  readonly place: Place;
  readonly accounts: Accounts;
  readonly removedRegistries: RemovedRegistries;
  readonly tree: RegistryTree;

  constructor(options: TreeSettingOptions = {}) {
    const files = {
      environment: process.env,
      systemFiles: systemAuthorityFiles(process.platform),
      ...options.trust,
    };
    this.memento = options.memento ?? new MemoryMemento();
    this.place = new Place(this.memento, options.machine ?? { kind: "local" });
    this.secrets = options.secrets ?? new SecretsInMemory();
    const transport = createNodeTransport(createTrust(files));
    const stored = new StoredAccounts(this.secrets, { transport, clock: systemClock });
    const connections = new ClientPool({
      transport,
      clock: systemClock,
      limits: { ...usualLimits, ...options.limits },
      log: options.log ?? { add: () => undefined },
      loadSignIn: loadingFrom(stored, this.place, this.log),
    });
    this.registries = new Registries(connections, this.memento, this.log);
    this.accounts = new Accounts(connections, stored, this.place);
    this.removedRegistries = new RemovedRegistries(
      this.registries,
      this.accounts,
      this.memento,
      this.log,
      options.removal,
    );
    this.tree = new RegistryTree(this.registries);
  }

  /** The first registry. */
  get registry(): Registry {
    const [registry] = this.registries.all;
    assert.ok(registry);
    return registry;
  }

  /** The child rows of a row, once they have loaded. */
  async rows(parent?: TreeNode): Promise<readonly TreeNode[]> {
    return eventually(async () => {
      const rows = await this.tree.getChildren(parent);
      assert.ok(!rows.some((row) => row instanceof LoadingNode));
      return rows;
    });
  }

  label(node: TreeNode): string {
    const { label } = this.tree.getTreeItem(node);
    return typeof label === "string" ? label : (label?.label ?? "");
  }

  /** Finds a row by the labels on the path to it. */
  async row(...labels: readonly string[]): Promise<TreeNode> {
    const label = labels.at(-1);
    const rows = await this.open(...labels.slice(0, -1));
    const row = rows.find((candidate) => this.label(candidate) === label);
    assert.ok(row, `${label ?? ""} is not among: ${rows.map((each) => this.label(each)).join(", ")}`);
    return row;
  }

  /** The child rows of the row at a path of labels. */
  async open(...labels: readonly string[]): Promise<readonly TreeNode[]> {
    return this.rows(labels.length === 0 ? undefined : await this.row(...labels));
  }

  async signIn(userName = "reviewer", registry = this.registry): Promise<void> {
    const reading = basicCredential(userName, `${userName}-password`);
    assert.ok(typeof reading !== "string");
    const { signal } = new AbortController();
    const outcome = await this.accounts.signIn(registry.client.address, reading, signal);
    // Not an assertion: on a busy machine a registry with short timeouts may respond too late.
    if (outcome.kind !== "ok") throw new Error(`The sign-in failed: ${JSON.stringify(outcome)}`);
  }

  dispose(): void {
    this.tree.dispose();
    this.removedRegistries.dispose();
    this.registries.dispose();
    this.log.dispose();
  }
}

/** Returns a function that sets the user's registries; restores the original ones after the `describe`. */
export function keepRegistrySettings(): (
  registries: readonly { readonly name: string; readonly url: string }[],
) => Promise<void> {
  const settings = () => vscode.workspace.getConfiguration(section);
  const before = settings().inspect("registries")?.globalValue;
  after(() => settings().update("registries", before, vscode.ConfigurationTarget.Global));
  return async (registries) => settings().update("registries", registries, vscode.ConfigurationTarget.Global);
}

interface RegistryInSettingsOptions {
  readonly registry?: ReferenceRegistryOptions;
  readonly tree?: TreeSettingOptions;
  /** The registry's name in the settings. */
  readonly name?: string;
  /** Whether the tests of the `describe` share one registry, instead of each having its own. */
  readonly isShared?: boolean;
}

/** Starts a registry that the user's settings name, with the tree over it, and stops both after the tests. */
export function registryInSettings(options: RegistryInSettingsOptions = {}) {
  const { name = "Test registry", isShared = false } = options;
  const configure = keepRegistrySettings();
  let registry: ReferenceRegistry | undefined;
  let setting: TreeSetting | undefined;
  let addresses: PublicAddresses | undefined;
  (isShared ? before : beforeEach)(async () => {
    registry = await startReferenceRegistry(options.registry);
    await configure([{ name, url: registry.url }]);
    setting = new TreeSetting(options.tree);
    addresses = new PublicAddresses(setting.registries, setting.memento);
  });
  (isShared ? after : afterEach)(async () => {
    addresses?.dispose();
    setting?.dispose();
    await registry?.stop();
  });
  return {
    configure,
    registry: latest(() => registry),
    setting: latest(() => setting),
    addresses: latest(() => addresses),
    linkTo: (groupId: string) => `${registry?.url}/rest/groups/${groupId}`,
    /** References to the registry's groups, as documents contain them. */
    groupReferences() {
      const { content, url } = registry ?? assert.fail("The registry has not started.");
      return Array.from(content.groups.values(), ({ groupId, name }) => ({
        groupId,
        name,
        link: `${url}/rest/groups/${groupId}`,
      }));
    },
    /** Starts a registry in place of the stopped one, and leaves the settings as they are. */
    async startAgain(changed: ReferenceRegistryOptions): Promise<void> {
      registry = await startReferenceRegistry(changed);
    },
  };
}

/** Creates the provider that answers the language server's requests about references, from a setting's registries. */
export function answersFor({ registries, memento }: TreeSetting): ReferenceAnswers {
  return new ReferenceAnswers(registries, new PublicAddresses(registries, memento));
}

/** A validator without a language server: it accepts every reference. */
export const silentValidator = new InsertionValidator({ ask: () => Promise.resolve(undefined) });

/** A validator whose language server reports the same message for every change of an analysis. */
export function validatorSaying(message: string): InsertionValidator {
  const properties = { names: [], taken: null, outside: null, elsewhere: [] };
  return new InsertionValidator({ ask: <T>() => Promise.resolve({ messages: [message], properties } as T) });
}
