import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import { Disposable } from "../platform/disposable";
import type { Registry } from "./registry";
import { settingsSection } from "../../../protocol/src/settings";
import type { ClientPool } from "../registryClient/clientPool";
import type { RegistryAddress } from "../registryClient/registryAddress";
import { readRegistryAddress } from "../registryClient/registryAddress";
import type { RegistryClient } from "../registryClient/registryClient";
import type { ConfiguredRegistry, RefusalReason } from "./configuredRegistries";
import { areConfiguredRegistriesSound, configuredRegistries } from "./configuredRegistries";
import { GroupFacts, RecentRecords } from "./registry";
import type { PinStore } from "./pins";
import { Pins } from "./pins";

/** An entry of the settings that is left out: see {@link RefusalReason}. */
export interface RefusedRegistry {
  readonly name: string;
  readonly problem: RefusalReason;
}

/** A registry that was in the settings of this window and is not any more. */
export interface RemovedRegistry {
  readonly registry: ConfiguredRegistry;
  readonly address: RegistryAddress;
}

/**
 * The registries of the user's settings, by the names that the user gave them; follows the settings. One
 * that stays in the settings keeps what is known of it.
 */
export class Registries extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  /** Fires when registries came, went, or got another name. */
  readonly onDidChange = this.changed.event;
  private readonly removed = this.register(new vscode.EventEmitter<RemovedRegistry>());
  /** Fires when a registry left the settings while they were sound: see {@link areConfiguredRegistriesSound}. */
  readonly onDidRemove = this.removed.event;
  private registries: readonly Registry[] = [];
  private refusedEntries: readonly RefusedRegistry[] = [];
  private readonly memories = new Map<RegistryAddress, RegistryMemory>();

  constructor(
    private readonly connections: ClientPool,
    private readonly pinStore: PinStore,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(connections);
    this.register({ dispose: () => this.forgetAllBut([]) });
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.registries`)) this.followSettings();
      }),
    );
    this.configure();
  }

  get all(): readonly Registry[] {
    return this.registries;
  }

  /** What the settings name and cannot be asked, in the order of the settings. */
  get refused(): readonly RefusedRegistry[] {
    return this.refusedEntries;
  }

  private followSettings(): void {
    const before = this.registries;
    this.configure();
    if (!areConfiguredRegistriesSound()) return;
    for (const { name, client, oauth } of before) {
      if (this.connections.get(client.address) !== undefined) continue;
      const registry = { name, url: client.address, ...(oauth === undefined ? {} : { oauth }) };
      this.removed.fire({ registry, address: client.address });
    }
  }

  private configure(): void {
    const entries = this.entries();
    const addresses = [...entries.keys()];
    this.forgetAllBut(addresses);
    this.connections.configure(addresses);
    this.registries = this.connections.all.map((client) => {
      const { groupFacts, pins, recent } = this.memoryOf(client);
      const { name = client.address, oauth } = entries.get(client.address) ?? {};
      return { name, client, groupFacts, pins, recent, ...(oauth === undefined ? {} : { oauth }) };
    });
    this.changed.fire();
  }

  private entries(): ReadonlyMap<RegistryAddress, ConfiguredRegistry> {
    const entries = new Map<RegistryAddress, ConfiguredRegistry>();
    const refused: RefusedRegistry[] = [];
    for (const entry of configuredRegistries()) {
      const { name, url } = entry;
      const reading = readRegistryAddress(url);
      if (reading.kind === "refused") refused.push({ name, problem: reading.problem });
      else if (entries.has(reading.address)) refused.push({ name, problem: "sameAddress" });
      else entries.set(reading.address, entry);
    }
    this.refusedEntries = refused;
    for (const { name, problem } of refused) {
      this.log.warn(`The registry “${name}” is left out: its address is refused (${problem}).`);
    }
    return entries;
  }

  private memoryOf(client: RegistryClient): RegistryMemory {
    const known = this.memories.get(client.address);
    if (known !== undefined) return known;
    const memory = new RegistryMemory(client, this.pinStore);
    this.memories.set(client.address, memory);
    return memory;
  }

  private forgetAllBut(addresses: readonly RegistryAddress[]): void {
    for (const [address, memory] of this.memories) {
      if (addresses.includes(address)) continue;
      memory.dispose();
      this.memories.delete(address);
    }
  }
}

/** What is remembered of one registry beside what its client knows. */
class RegistryMemory extends Disposable {
  readonly groupFacts = new GroupFacts();
  readonly recent = new RecentRecords();
  readonly pins: Pins;

  constructor(client: RegistryClient, pinStore: PinStore) {
    super();
    this.pins = this.register(
      new Pins(client.address, pinStore, () =>
        client.account.kind === "signedIn" ? client.account.account.userId : undefined,
      ),
    );
    this.register(
      client.onDidChangeAccount(({ kind }) => {
        if (kind === "rejected") return;
        this.groupFacts.clear();
        this.recent.clear();
      }),
    );
  }
}

/**
 * Keeps subscriptions to each registry's client while registries come and go, and says when the set of
 * registries changed.
 */
export class RegistryFollower extends Disposable {
  private subscriptions: readonly DisposableLike[] = [];

  constructor(
    private readonly registries: Registries,
    private readonly subscribe: (registry: Registry) => readonly DisposableLike[],
    private readonly onDidChangeRegistries: () => void,
  ) {
    super();
    this.register(
      registries.onDidChange(() => {
        this.follow();
        this.onDidChangeRegistries();
      }),
    );
    this.register({ dispose: () => this.unsubscribe() });
    this.follow();
  }

  private follow(): void {
    this.unsubscribe();
    this.subscriptions = this.registries.all.flatMap((registry) => this.subscribe(registry));
  }

  private unsubscribe(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}
