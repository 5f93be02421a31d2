import type { RegistryReference } from "@analyses/protocol/references";
import { readReference } from "@analyses/protocol/references";
import { groupId, personId } from "../registryClient/records";
import type { UserId } from "../registryClient/records";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { RegistryStore } from "../registryClient/registryStore";

/** How many groups, and how many people, of one registry can be pinned: they stand above all others. */
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
 * identifier, name and link, and nothing else. People are for who is signed in: their pins are the account's, and none
 * are there while nobody is signed in. The registry may have given a record another name since: what is known of it now
 * counts, for names are written into documents.
 */
export class Pins {
  /**
   * @param account identifies who is signed in; undefined while nobody is
   * @param known what is known of the registry now
   * @param onDidChange is called after each change
   */
  constructor(
    private readonly address: RegistryAddress,
    private readonly store: PinStore,
    private readonly account: () => UserId | undefined,
    private readonly known: Pick<RegistryStore, "group" | "person">,
    private readonly onDidChange: () => void = () => undefined,
  ) {}

  get all(): readonly RegistryReference[] {
    return [...this.pinned("person"), ...this.pinned("group")].map((pin) => {
      const { kind, id } = pin;
      const now = kind === "group" ? this.known.group(groupId(id)) : this.known.person(personId(id));
      // Texts that are missing come as empty ones, also in a reference to what has a name elsewhere.
      return now === undefined ? pin : { ...pin, name: now.name || pin.name, link: now.link || pin.link };
    });
  }

  has({ kind, id }: Pick<RegistryReference, "kind" | "id">): boolean {
    return this.pinned(kind).some((pin) => pin.id === id);
  }

  /** Pins a record, or renews the name and link of one that is pinned. Over {@link pinLimit} the oldest go. */
  async add({ kind, id, name, link }: RegistryReference): Promise<void> {
    await this.keep(kind, [{ kind, id, name, link }, ...this.without({ kind, id })].slice(0, pinLimit));
  }

  async remove(pin: Pick<RegistryReference, "kind" | "id">): Promise<void> {
    await this.keep(pin.kind, this.without(pin));
  }

  private pinned(kind: RegistryReference["kind"]): readonly RegistryReference[] {
    const key = this.keyOf(kind);
    const stored = key === undefined ? undefined : this.store.get(key);
    if (!Array.isArray(stored)) return [];
    return stored
      .flatMap((one) => readReference(one) ?? [])
      .filter((pin) => pin.kind === kind)
      .slice(0, pinLimit);
  }

  private without({ kind, id }: Pick<RegistryReference, "kind" | "id">): readonly RegistryReference[] {
    return this.pinned(kind).filter((pin) => pin.id !== id);
  }

  private async keep(kind: RegistryReference["kind"], pins: readonly RegistryReference[]): Promise<void> {
    const key = this.keyOf(kind);
    if (key === undefined) return;
    await this.store.update(key, pins.length === 0 ? undefined : pins);
    this.onDidChange();
  }

  private keyOf(kind: RegistryReference["kind"]): string | undefined {
    if (kind === "group") return keyPrefix + this.address;
    const account = this.account();
    return account === undefined ? undefined : `${keyPrefix}${this.address} ${account}`;
  }
}

/** The registries that something is pinned of, also those that the settings do not name now. */
export function addressesOfPins(store: PinStore): readonly RegistryAddress[] {
  return [...new Set(keysOfPins(store).map(addressOf))];
}

/** Deletes the pins of a registry that the user removes, of all accounts. */
export async function forgetPins(store: PinStore, address: RegistryAddress): Promise<void> {
  for (const key of keysOfPins(store)) if (addressOf(key) === address) await store.update(key, undefined);
}

function keysOfPins(store: PinStore): readonly string[] {
  return store.keys().filter((key) => key.startsWith(keyPrefix));
}

/** Keys are made from addresses, which hold no space, in `Pins.keyOf`. */
function addressOf(key: string): RegistryAddress {
  return (key.slice(keyPrefix.length).split(" ")[0] ?? "") as RegistryAddress;
}
