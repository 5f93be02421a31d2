import type { Account } from "./account";
import type { Credential } from "./credential";
import type { Outcome } from "./outcome";
import { failed } from "./outcome";
import type { Registries } from "./registries";
import type { RegistryAddress } from "./registryAddress";
import type { SecretStore } from "./secretStore";
import { readStoredAccount, writeStoredAccount } from "./storedAccount";

/** The addresses of all registries that have a stored credential: the store cannot be asked for its keys. */
const indexKey = "analysesRegistry.accounts";

/**
 * Signing in and out, per registry; the state itself is on each client. Every method throws what the secret
 * store throws, and then has changed nothing that it could not store.
 */
export class Accounts {
  readonly #registries: Registries;
  readonly #secrets: SecretStore;
  /** Changes of the store one after the other: each reads the index and writes it back. */
  #changes: Promise<void> = Promise.resolve();

  constructor(registries: Registries, secrets: SecretStore) {
    this.#registries = registries;
    this.#secrets = secrets;
  }

  /**
   * Brings the configured registries in line with the store, without a request: for the start, for registries
   * that were added, and for when another window has signed in or out.
   */
  async restore(): Promise<void> {
    for (const client of this.#registries.all) {
      const text = await this.#secrets.get(keyOf(client.address));
      const stored = text === undefined ? undefined : readStoredAccount(text);
      if (stored === undefined) client.signOut();
      else client.resume(stored.account, stored.credential);
    }
  }

  /** Deletes the credentials of registries that are not configured any more. For the start. */
  async forgetRemoved(): Promise<void> {
    await this.#inTurn(async () => {
      const stored = await this.#readIndex();
      const configured = new Set<string>(this.#registries.all.map(({ address }) => address));
      for (const address of stored.filter((one) => !configured.has(one))) {
        await this.#secrets.delete(keyOf(address));
      }
      await this.#writeIndex(stored.filter((one) => configured.has(one)));
    });
  }

  /**
   * Asks the registry's `users/me` with the credential and keeps it only if the registry accepts it. When that
   * fails or is cancelled, everything stays as it was.
   */
  async signIn(
    address: RegistryAddress,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<Outcome<Account>> {
    const client = this.#registries.get(address);
    if (client === undefined) return failed({ kind: "cancelled" });
    const verified = await client.verify(credential, signal);
    if (verified.kind === "failed") return verified;
    if (signal.aborted) return failed({ kind: "cancelled" });
    const account = verified.value;
    await this.#inTurn(async () => {
      // First, so that no credential is ever kept that nobody would find again.
      await this.#writeIndex([...new Set([...(await this.#readIndex()), address])]);
      await this.#secrets.store(keyOf(address), writeStoredAccount({ account, credential }));
    });
    client.signIn(account, credential);
    return verified;
  }

  /** Deletes the stored credential and forgets what only it could read. */
  async signOut(address: RegistryAddress): Promise<void> {
    await this.#inTurn(async () => {
      await this.#secrets.delete(keyOf(address));
      await this.#writeIndex((await this.#readIndex()).filter((one) => one !== address));
    });
    this.#registries.get(address)?.signOut();
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#changes.then(change);
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  async #readIndex(): Promise<readonly string[]> {
    const text = await this.#secrets.get(indexKey);
    return (text ?? "").split("\n").filter((address) => address !== "");
  }

  async #writeIndex(addresses: readonly string[]): Promise<void> {
    await this.#secrets.store(indexKey, addresses.join("\n"));
  }
}

function keyOf(address: string): string {
  return `analysesRegistry.account:${address}`;
}
