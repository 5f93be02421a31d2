import type { Account } from "./records";
import type { Credential } from "./schemes/credential";
import type { Outcome } from "./registryError";
import { failed } from "./registryError";
import type { ClientPool } from "./clientPool";
import type { RegistryAddress } from "./registryAddress";
import type { StoredAccounts } from "./storedAccounts";

/** Where a window runs, as far as sign-ins are concerned. */
export interface SignInPlace {
  /** Whose settings the window reads: kept with a sign-in, see `StoredAccount.home`. */
  home(): string;
  /** Whether a stored sign-in may be read here. */
  mayUse(address: RegistryAddress): Promise<boolean>;
  /** Signing in here is the user's yes to using the sign-in here. */
  allow(address: RegistryAddress): Promise<void>;
  /** Signing out takes that back, wherever it was said. */
  forget(address: RegistryAddress): Promise<void>;
}

/**
 * Signing in and out, per registry; who is signed in stands in its store. Every method throws what the secret
 * store throws, and then has changed nothing that it could not store.
 *
 * A stored sign-in is never deleted because a registry is absent from the settings: other windows of the user share
 * the store, and have other settings.
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

  /** Takes the stored sign-ins of the configured registries into use, without a request. */
  async ready(): Promise<void> {
    await Promise.all(this.#registries.all.map((client) => client.ready()));
  }

  /** Follows what another window has stored or deleted. */
  async followStore(address: RegistryAddress): Promise<void> {
    await this.#registries.get(address)?.followStore();
  }

  /**
   * Asks the registry's `users/me` with the credential and keeps it only if the registry accepts it. When that
   * fails or is cancelled, everything stays as it was, and the credential is withdrawn; else the one before.
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
   * Tells who issued a credential that nobody uses it, unless that may end the stored sign-in too: of one person a server
   * may end all grants with one of them (RFC 7009, section 2.1). Never rejects.
   */
  async withdraw(address: RegistryAddress, credential: Credential): Promise<void> {
    if (await this.#mayEndStored(address, credential)) return;
    await this.#stored.revoke(credential);
  }

  async #mayEndStored(address: RegistryAddress, credential: Credential): Promise<boolean> {
    if (credential.mayShareGrant === undefined) return false;
    try {
      // What may not be read here is a sign-in of other windows.
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
    // The user may have taken the registry out meanwhile.
    const isOver = () => signal.aborted || this.#registries.get(address) !== client;
    if (!isOver()) await this.#place.allow(address);
    const before = isOver() ? undefined : await this.#stored.read(address);
    // Nothing is awaited from here on before it is stored.
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
   * Deletes the stored credential, of a registry that is configured or not, and forgets what only it could read. Who
   * issued it is told, as far as that can be done.
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

  /** Whether a stored sign-in is of this window's settings, so that it may go when the registry leaves them. */
  async isOfThisHome(address: RegistryAddress): Promise<boolean> {
    if (!(await this.#place.mayUse(address))) return false;
    return (await this.#stored.read(address))?.home === this.#place.home();
  }

  /** Whether a sign-in is stored; does not read it. */
  async isStored(address: RegistryAddress): Promise<boolean> {
    return (await this.#stored.addresses()).includes(address);
  }
}
