import * as vscode from "vscode";
import { Disposable } from "../platform/lifetime";
import { settingsSection } from "@analyses/protocol/settings";
import type { ClientPool, RegistryClient } from "../registryClient/registryClient";
import { type RegistryAddress, namesApart, readRegistryAddress } from "../registryClient/registryAddress";
import type { RegistryChange, RegistryStore } from "../registryClient/registryStore";
import type { ConfiguredRegistry, RefusalReason } from "./configuredRegistries";
import { areConfiguredRegistriesSound, configuredRegistries } from "./configuredRegistries";
import { type NoteStore, Pins } from "./pins";

/**
 * A registry of the settings: its name, its client, its store, and the user's pins. One object stands for the registry
 * for as long as its address stays in the settings.
 */
export class Registry {
  readonly store: RegistryStore;
  readonly pins: Pins;

  /** @param onDidChangePins called when the user has added or removed a pin */
  constructor(
    readonly client: RegistryClient,
    private entry: RegistryEntry,
    pinStore: NoteStore,
    onDidChangePins: () => void,
  ) {
    this.store = client.store;
    const userId = () => {
      const { account } = this.store;
      return account.kind === "signedIn" ? account.account.userId : undefined;
    };
    this.pins = new Pins(client.address, pinStore, userId, client.store, onDidChangePins);
  }

  /** The user's name for the registry, with its address if another registry has the same name. */
  get name(): string {
    return this.entry.shownName;
  }

  /** The user's name for the registry, without the address. */
  get nameInSettings(): string {
    return this.entry.name;
  }

  get oauth(): ConfiguredRegistry["oauth"] {
    return this.entry.oauth;
  }

  /** Applies a change of the settings, for example of the name. */
  follow(entry: RegistryEntry): void {
    this.entry = entry;
  }
}

type RegistryEntry = Pick<ConfiguredRegistry, "name" | "oauth"> & { readonly shownName: string };

/** An entry of the settings that is left out: see {@link RefusalReason}. */
export interface RefusedRegistry {
  readonly name: string;
  readonly problem: RefusalReason;
}

/**
 * `registries`: entries were added, removed or renamed; `removed` lists the registries that left the settings while
 * all entries were sound (see {@link areConfiguredRegistriesSound}). `pins`: this window has changed pins. All other
 * changes come from the store of one registry.
 */
export type RegistriesChange =
  | { readonly kind: "registries"; readonly removed: readonly Registry[] }
  | { readonly kind: "pins"; readonly registry: Registry }
  | (RegistryChange & { readonly registry: Registry });

/**
 * The registries of the user's settings; follows changes of the settings. Views read the stores of registries and
 * listen only to `onDidChange`.
 */
export class Registries extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<RegistriesChange>());
  readonly onDidChange = this.changed.event;
  private readonly registries = new Map<RegistryAddress, Registry>();
  private refusedEntries: readonly RefusedRegistry[] = [];

  constructor(
    private readonly clients: ClientPool,
    private readonly pinStore: NoteStore,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(clients);
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.registries`)) this.followSettings();
      }),
    );
    this.configure();
  }

  /** The registries, in the order of the settings. */
  get all(): readonly Registry[] {
    return this.clients.all.flatMap(({ address }) => this.registries.get(address) ?? []);
  }

  /** The entries that are left out, in the order of the settings. */
  get refused(): readonly RefusedRegistry[] {
    return this.refusedEntries;
  }

  private followSettings(): void {
    const gone = this.configure();
    const removed = areConfiguredRegistriesSound() ? gone : [];
    this.changed.fire({ kind: "registries", removed });
  }

  /** @returns the registries that the settings no longer name */
  private configure(): readonly Registry[] {
    const entries = this.entries();
    const gone = this.all.filter(({ client }) => !entries.has(client.address));
    for (const { client } of gone) this.registries.delete(client.address);
    // Disposes the clients and stores of registries that are gone, and so ends the subscriptions to these stores.
    this.clients.configure([...entries.keys()]);
    for (const client of this.clients.all) {
      const entry = entries.get(client.address);
      if (entry === undefined) continue;
      const known = this.registries.get(client.address);
      if (known === undefined) this.add(client, entry);
      else known.follow(entry);
    }
    return gone;
  }

  private add(client: RegistryClient, entry: RegistryEntry): void {
    const registry = new Registry(client, entry, this.pinStore, () =>
      this.changed.fire({ kind: "pins", registry }),
    );
    client.store.onDidChange((change) => this.changed.fire({ ...change, registry }));
    this.registries.set(client.address, registry);
  }

  private entries(): ReadonlyMap<RegistryAddress, RegistryEntry> {
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
    const names = namesApart(new Map([...entries].map(([address, { name }]) => [address, name])));
    return new Map(
      [...entries].map(([address, entry]) => [
        address,
        { ...entry, shownName: names.get(address) ?? entry.name },
      ]),
    );
  }
}
