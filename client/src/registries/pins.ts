import type { RegistryReference } from "../../../protocol/src/references";
import { isRegistryReference } from "../../../protocol/src/references";
import { Emitter } from "../registry/event";
import type { RegistryAddress } from "../registry/registryAddress";

/** How many groups and people of one registry can be pinned: they stand above all others. */
export const pinLimit = 100;

const keyPrefix = "pins:";

/** Where pins are stored: the part of VS Code's `Memento` that they need. */
export interface PinStore {
  get(key: string): unknown;
  keys(): readonly string[];
  update(key: string, value: unknown): Thenable<void>;
}

/**
 * The groups and people of one registry that the user keeps at hand. What is stored of each is kind,
 * identifier, name and link, and nothing else.
 */
export class Pins {
  private readonly key: string;
  private readonly changed = new Emitter<undefined>();
  readonly onDidChange = this.changed.event;

  constructor(
    address: RegistryAddress,
    private readonly store: PinStore,
  ) {
    this.key = `${keyPrefix}${address}`;
  }

  get all(): readonly RegistryReference[] {
    const stored = this.store.get(this.key);
    return Array.isArray(stored) ? stored.filter(isRegistryReference).slice(0, pinLimit) : [];
  }

  has({ kind, id }: Pick<RegistryReference, "kind" | "id">): boolean {
    return this.all.some((pin) => pin.kind === kind && pin.id === id);
  }

  /** Pins a record, or renews the name and link of one that is pinned. Over {@link pinLimit} the oldest go. */
  async add({ kind, id, name, link }: RegistryReference): Promise<void> {
    await this.keep([{ kind, id, name, link }, ...this.without({ kind, id })].slice(0, pinLimit));
  }

  async remove(pin: Pick<RegistryReference, "kind" | "id">): Promise<void> {
    await this.keep(this.without(pin));
  }

  dispose(): void {
    this.changed.dispose();
  }

  private without({ kind, id }: Pick<RegistryReference, "kind" | "id">): readonly RegistryReference[] {
    return this.all.filter((pin) => pin.kind !== kind || pin.id !== id);
  }

  private async keep(pins: readonly RegistryReference[]): Promise<void> {
    await this.store.update(this.key, pins.length === 0 ? undefined : pins);
    this.changed.fire(undefined);
  }
}

/** Deletes the pins of registries that are gone from the settings. For the start. */
export async function forgetRemovedPins(store: PinStore, kept: readonly RegistryAddress[]): Promise<void> {
  const keptKeys = new Set(kept.map((address) => `${keyPrefix}${address}`));
  for (const key of store.keys()) {
    if (key.startsWith(keyPrefix) && !keptKeys.has(key)) await store.update(key, undefined);
  }
}
