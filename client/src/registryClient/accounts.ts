import type { Account } from "./records";
import type { Credential } from "./schemes/credential";
import type { Outcome } from "./registryError";
import { failed } from "./registryError";
import type { ClientPool } from "./clientPool";
import type { RegistryAddress } from "./registryAddress";
import type { StoredAccounts } from "./storedAccounts";

/** The machine and settings of a window, which decide whether it may use a sign-in. */
export interface SignInPlace {
  /** Identifies the settings that the window reads; stored with a sign-in, see `StoredAccount.home`. */
  home(): string;
  /** Whether a stored sign-in may be read here. */
  mayUse(address: RegistryAddress): Promise<boolean>;
  /** Records the user's consent to using the sign-in here; signing in here gives it. */
  allow(address: RegistryAddress): Promise<void>;
  /** Withdraws the consent on every machine; called at sign-out. */
  forget(address: RegistryAddress): Promise<void>;
}

/**
 * Signs in and out, per registry; the registry's store holds the account. Every method throws the secret store's
 * errors, and then has changed nothing that it could not store.
 *
 * Never deletes a stored sign-in because a registry is absent from the settings: the user's other windows share the
 * secret store, and have other settings.
 */
export class Accounts {
  readonly #registries: ClientPool;
  readonly #stored: StoredAccounts;
  readonly #place: SignInPlace;

  constructor(registries: ClientPool, stored: StoredAccounts, place: SignInPlace) {
    this.#registries = registries;
    this.#stored = stored;
    this.#place = place;
  }

  /** Uses the stored sign-ins of the configured registries, without a request. */
  async ready(): Promise<void> {
    await Promise.all(this.#registries.all.map((client) => client.ready()));
  }

  /** Rereads a sign-in that another window has stored or deleted. */
  async followStore(address: RegistryAddress): Promise<void> {
    await this.#registries.get(address)?.followStore();
  }

  /**
   * Requests `users/me` with the credential. If the registry accepts it, stores it and revokes the previous one; on
   * failure or cancellation, revokes the new one and changes nothing else.
   */
  async signIn(
    address: RegistryAddress,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<Outcome<Account>> {
    let isKept = false;
    try {
      const outcome = await this.#signIn(address, credential, signal);
      isKept = outcome.kind === "ok";
      return outcome;
    } finally {
      if (!isKept) await this.withdraw(address, credential);
    }
  }

  /**
   * Revokes a credential at its issuer, unless that may end the stored sign-in too: a server may revoke all of a
   * person's grants together (RFC 7009, section 2.1). Never rejects.
   */
  async withdraw(address: RegistryAddress, credential: Credential): Promise<void> {
    if (await this.#mayEndStored(address, credential)) return;
    await this.#stored.revoke(credential);
  }

  async #mayEndStored(address: RegistryAddress, credential: Credential): Promise<boolean> {
    if (credential.mayShareGrant === undefined) return false;
    try {
      // A sign-in that this window must not read belongs to other windows.
      if (!(await this.#place.mayUse(address))) return await this.isStored(address);
      const stored = await this.#stored.read(address);
      return stored !== undefined && credential.mayShareGrant(stored.credential);
    } catch {
      return true;
    }
  }

  async #signIn(
    address: RegistryAddress,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<Outcome<Account>> {
    const client = this.#registries.get(address);
    if (client === undefined) return failed({ kind: "cancelled" });
    const verified = await client.verify(credential, signal);
    if (verified.kind === "failed") return verified;
    const account = verified.value;
    // The user may have removed the registry meanwhile.
    const isOver = () => signal.aborted || this.#registries.get(address) !== client;
    if (!isOver()) await this.#place.allow(address);
    const before = isOver() ? undefined : await this.#stored.read(address);
    // No await between this check and the write.
    if (isOver()) return failed({ kind: "cancelled" });
    const kept = await this.#stored.write(address, { account, credential, home: this.#place.home() });
    client.signIn(account, credential, kept);
    // See `withdraw`.
    const mayBeOneGrant =
      before?.account.userId === account.userId && credential.mayShareGrant?.(before.credential) === true;
    if (before !== undefined && !mayBeOneGrant) await this.#stored.revoke(before.credential);
    return verified;
  }

  /**
   * Deletes the stored credential of a registry, configured or not, and the records read with it. Revokes the
   * credential at its issuer if possible.
   */
  async signOut(address: RegistryAddress): Promise<void> {
    const stored = (await this.#place.mayUse(address)) ? await this.#stored.read(address) : undefined;
    await this.#stored.delete(address);
    this.#registries.get(address)?.signOut();
    await this.#place.forget(address);
    if (stored !== undefined) await this.#stored.revoke(stored.credential);
  }

  /** The registries with a stored sign-in that this window's settings do not name. */
  async elsewhere(): Promise<readonly RegistryAddress[]> {
    const stored = await this.#stored.addresses();
    return stored.filter((address) => this.#registries.get(address) === undefined);
  }

  /** Whether the sign-in was made with this window's settings, so that removing the registry may delete it. */
  async isOfThisHome(address: RegistryAddress): Promise<boolean> {
    if (!(await this.#place.mayUse(address))) return false;
    return (await this.#stored.read(address))?.home === this.#place.home();
  }

  /** Whether a sign-in is stored; does not read it. */
  async isStored(address: RegistryAddress): Promise<boolean> {
    return (await this.#stored.addresses()).includes(address);
  }
}
