import { type RegistryReference, readReference } from "@analyses/protocol/references";
import { type UserId, groupId, personId } from "../registryClient/records";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { RegistryStore } from "../registryClient/registryStore";
import type { Accounts } from "../registryClient/accounts";

/**
 * The maximum number of pinned groups, and of pinned people, per registry: views list all pins above the other rows.
 */
export const pinLimit = 100;

const keyPrefix = "pins:";

/** The used part of VS Code's `Memento`; each profile has its own, also for remote windows. */
export interface NoteStore {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * The pinned groups and people of one registry. Stores kind, identifier, name and link of each, and nothing else. Pins
 * of people belong to the account: there are none while the user is signed out. The registry may have renamed a record
 * since: `all` returns the name in the registry's store, because the extension writes names into documents.
 */
export class Pins {
  /**
   * @param account returns the signed-in user; undefined while signed out
   * @param known the registry's store
   * @param onDidChange called after each change
   */
  constructor(
    private readonly address: RegistryAddress,
    private readonly store: NoteStore,
    private readonly account: () => UserId | undefined,
    private readonly known: Pick<RegistryStore, "group" | "person">,
    private readonly onDidChange: () => void = () => undefined,
  ) {}

  get all(): readonly RegistryReference[] {
    return [...this.pinned("person"), ...this.pinned("group")].map((pin) => {
      const { kind, id } = pin;
      const record = kind === "group" ? this.known.group(groupId(id)) : this.known.person(personId(id));
      // A missing name or link is read as "": falls back to the pinned name or link.
      return record === undefined
        ? pin
        : { ...pin, name: record.name || pin.name, link: record.link || pin.link };
    });
  }

  has({ kind, id }: Pick<RegistryReference, "kind" | "id">): boolean {
    return this.pinned(kind).some((pin) => pin.id === id);
  }

  /**
   * Pins a record as the first; a pinned record moves there with its new name and link. Drops the last pins beyond
   * {@link pinLimit}.
   */
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
      .flatMap((entry) => readReference(entry) ?? [])
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

  /** The key of the stored pins; undefined for people while the user is signed out. */
  private keyOf(kind: RegistryReference["kind"]): string | undefined {
    if (kind === "group") return keyPrefix + this.address;
    const account = this.account();
    return account === undefined ? undefined : `${keyPrefix}${this.address} ${account}`;
  }
}

/** The registries with pins, including registries that the settings do not name. */
export function addressesOfPins(store: NoteStore): readonly RegistryAddress[] {
  return [...new Set(keysOfPins(store).map(addressOf))];
}

/** Deletes the pins of a registry that the user removes, of all accounts. */
export async function forgetPins(store: NoteStore, address: RegistryAddress): Promise<void> {
  for (const key of keysOfPins(store)) if (addressOf(key) === address) await store.update(key, undefined);
}

function keysOfPins(store: NoteStore): readonly string[] {
  return store.keys().filter((key) => key.startsWith(keyPrefix));
}

/** The address in a key of `Pins.keyOf`: ends at a space, which addresses do not contain, or at the key's end. */
function addressOf(key: string): RegistryAddress {
  return (key.slice(keyPrefix.length).split(" ")[0] ?? "") as RegistryAddress;
}

/**
 * Deletes the user's stored data: the pins, the sign-ins of all registries, in the settings or not, and every key of
 * the memories, in this order. Throws the secret store's errors, and then keeps the memories.
 *
 * @param registries the registries of the settings; removing the pins one by one updates the rows of each
 */
export async function forgetAll(
  accounts: Pick<Accounts, "elsewhere" | "signOut">,
  registries: readonly {
    readonly client: { readonly address: RegistryAddress };
    readonly pins: Pick<Pins, "all" | "remove">;
  }[],
  memories: readonly Pick<NoteStore, "keys" | "update">[],
): Promise<void> {
  for (const { pins } of registries) for (const pin of pins.all) await pins.remove(pin);
  const addresses = [...registries.map(({ client }) => client.address), ...(await accounts.elsewhere())];
  await Promise.all(addresses.map((address) => accounts.signOut(address)));
  for (const memory of memories) for (const key of memory.keys()) await memory.update(key, undefined);
}
