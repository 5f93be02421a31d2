import type { Account, RejectedCredential } from "./records";
import type { Credential, RenewedBy, StoredFields } from "./schemes/credential";
import type { Outcome } from "./registryError";
import { failed } from "./registryError";
import type { ClientPool } from "./clientPool";
import type { RegistryAddress } from "./registryAddress";
import { userId } from "./records";
import { readCredential } from "./schemes";
import type { KeptSignIn } from "./session";
import { isSameSignIn } from "./session";
import { textOf } from "./schemes/credential";

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

/** A credential that a registry accepted, and whom it belongs to. */
interface AccountToStore {
  readonly account: Account;
  readonly credential: Credential;
  /**
   * Whose settings held the registry when somebody signed in: all windows of the user share the secret store, but
   * each profile and each remote machine has settings of its own. Empty where it is not known.
   */
  readonly home: string;
}

export interface StoredAccount extends AccountToStore {
  readonly kept: KeptSignIn;
}

/** How long somebody who signs out waits for who issued the credential. */
const mostMilliseconds = 5000;

const keyPrefix = "analysesRegistry.account:";

/**
 * The stored sign-ins: one secret for each registry, so that windows that sign in at the same time lose nothing.
 * Every method throws what the secret store throws.
 */
export class StoredAccounts {
  readonly #secrets: SecretStore;
  readonly #renewal: RenewedBy | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param renewal how credentials that end are renewed; none are when absent */
  constructor(secrets: SecretStore, renewal?: RenewedBy) {
    this.#secrets = secrets;
    this.#renewal = renewal;
  }

  /** Undefined where nothing is stored, and for what this version did not write. */
  async read(address: RegistryAddress): Promise<StoredAccount | undefined> {
    const fields = await this.#fields(address);
    const stored = readStoredAccount(fields);
    if (stored === undefined) return undefined;
    this.#keep(address, stored.credential);
    const rejected = rejections.find((each) => each === fields.rejected);
    return { ...stored, kept: this.#keptAs(address, textOf(fields.id), rejected, stored.credential) };
  }

  /** Stores a new sign-in in the place of the one before. */
  async write(address: RegistryAddress, stored: AccountToStore): Promise<KeptSignIn> {
    const id = crypto.randomUUID();
    const text = writeStoredAccount(stored, id);
    await this.#inTurn(async () => this.#secrets.store(keyPrefix + address, text));
    this.#keep(address, stored.credential);
    return this.#keptAs(address, id, undefined, stored.credential);
  }

  /** @returns no field where nothing is stored, or nothing that can be read */
  async #fields(address: RegistryAddress): Promise<StoredFields> {
    return fieldsOf(parsed((await this.#secrets.get(keyPrefix + address)) ?? ""));
  }

  #keptAs(
    address: RegistryAddress,
    id: string,
    rejected: RejectedCredential | undefined,
    credential: Credential,
  ): KeptSignIn {
    const note = async (why: RejectedCredential) => {
      const fields = await this.#fields(address);
      const now = readStoredAccount(fields);
      // Somebody may have signed in anew meanwhile.
      const isSame =
        now !== undefined &&
        isSameSignIn({ id: textOf(fields.id), credential: now.credential }, { id, credential });
      if (isSame)
        await this.#secrets.store(keyPrefix + address, JSON.stringify({ ...fields, rejected: why }));
    };
    return {
      id,
      rejected,
      // Where the secret store does not answer, this window knows it all the same.
      noteRejected: (why) => this.#inTurn(() => note(why)).catch(() => undefined),
    };
  }

  async delete(address: RegistryAddress): Promise<void> {
    await this.#inTurn(async () => this.#secrets.delete(keyPrefix + address));
  }

  /** Tells whoever issued a credential that it is not used any more, as far as that can be done. */
  async revoke(credential: Credential): Promise<void> {
    if (this.#renewal === undefined) return;
    await credential.revoke?.(this.#renewal, AbortSignal.timeout(mostMilliseconds));
  }

  /** So that nobody signs out between what a renewal reads and what it writes. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Lets a credential renew what is stored of it. */
  #keep(address: RegistryAddress, credential: Credential): void {
    if (this.#renewal === undefined) return;
    const read = () => this.#fields(address);
    credential.keepIn?.({
      ...this.#renewal,
      read,
      write: (fields) =>
        this.#inTurn(async () => {
          const { account, home, scheme, grant, id } = await read();
          // Nothing is stored for somebody who has just signed out, or signed in as somebody else.
          if (grant !== fields.grant) return false;
          await this.#secrets.store(
            keyPrefix + address,
            JSON.stringify({ ...fields, scheme, account, home, id }),
          );
          return true;
        }),
    });
  }

  /** The registries that have a stored sign-in, also those of other windows' settings. Reads no secret. */
  async addresses(): Promise<readonly RegistryAddress[]> {
    return (await this.#secrets.keys()).flatMap((key) => addressOfStoredAccount(key) ?? []);
  }
}

/** The registry whose sign-in a secret is; undefined for other secrets. */
export function addressOfStoredAccount(key: string): RegistryAddress | undefined {
  // Such keys are made from addresses only, in `StoredAccounts.write`.
  return key.startsWith(keyPrefix) ? (key.slice(keyPrefix.length) as RegistryAddress) : undefined;
}

const rejections: readonly RejectedCredential[] = ["refused", "expired", "ended"];

function writeStoredAccount({ account, credential, home }: AccountToStore, id: string): string {
  return JSON.stringify({ ...credential.fieldsToStore(), scheme: credential.scheme, account, home, id });
}

function readStoredAccount(stored: StoredFields): AccountToStore | undefined {
  const account = fieldsOf(stored.account);
  const credential = readCredential(stored);
  if (credential === undefined) return undefined;
  return {
    credential,
    account: {
      userId: userId(textOf(account.userId)),
      userName: textOf(account.userName),
      name: textOf(account.name),
      scheme: credential.scheme,
    },
    home: textOf(stored.home),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): StoredFields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Where credentials are kept, by key: VS Code's SecretStorage behind one module of the client. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** The keys of all secrets that are known to be kept; reads none of them. */
  keys(): PromiseLike<readonly string[]>;
}
