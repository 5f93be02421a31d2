import { type Account, type RejectedCredential, userId } from "./records";
import type { Credential, RenewedBy, StoredFields } from "./schemes/credential";
import { type Outcome, failed } from "./registryError";
import type { ClientPool } from "./registryClient";
import type { RegistryAddress } from "./registryAddress";
import { fieldsOf, parsedJson, textOf } from "@analyses/protocol/message";
import { readCredential } from "./schemes";
import { type KeptSignIn, type Trial, freeTrial } from "./session";
import { readLease, takeLease } from "./requestTurns";

/** The machine and settings of a window, which decide whether it may use a sign-in. */
export interface SignInPlace {
  /** Identifies the settings that the window reads; stored with a sign-in, see `StoredAccount.home`. */
  home(): string;
  /** Whether this window may read the stored sign-in. */
  mayUse(address: RegistryAddress): Promise<boolean>;
  /** Records, at sign-in, the user's consent to using the sign-in on this machine with these settings. */
  allow(address: RegistryAddress): Promise<void>;
  /** Withdraws the consent on every machine; called at sign-out. */
  forget(address: RegistryAddress): Promise<void>;
}

/**
 * Signs in and out, per registry; the registry's store holds the account. Every method except `withdraw` throws the
 * secret store's errors, and then has changed nothing that it could not store. Never deletes a stored sign-in because a
 * registry is absent from the settings: the user's other windows share the secret store, and have other settings.
 */
export class Accounts {
  constructor(
    private readonly clients: ClientPool,
    private readonly stored: StoredAccounts,
    private readonly place: SignInPlace,
  ) {}

  /** Uses the stored sign-ins of the configured registries, without a request. */
  async ready(): Promise<void> {
    await Promise.all(this.clients.all.map((client) => client.ready()));
  }

  /** Rereads a sign-in that another window has stored or deleted. */
  async followStore(address: RegistryAddress): Promise<void> {
    await this.clients.get(address)?.followStore();
  }

  /**
   * Requests `users/me` with the credential. If the registry accepts it, stores it and revokes the previous credential;
   * on failure or cancellation, revokes the new credential and keeps the previous one.
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
    await this.stored.revoke(credential);
  }

  async #mayEndStored(address: RegistryAddress, credential: Credential): Promise<boolean> {
    if (credential.mayShareGrant === undefined) return false;
    try {
      // This window must not read the sign-in of other windows, so it assumes the same grant if there is one.
      if (!(await this.place.mayUse(address))) return await this.isStored(address);
      const stored = await this.stored.read(address);
      return stored !== undefined && credential.mayShareGrant(stored.credential);
    } catch {
      // The secret store failed, so this window cannot rule out a stored sign-in of the same grant.
      return true;
    }
  }

  async #signIn(
    address: RegistryAddress,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<Outcome<Account>> {
    const client = this.clients.get(address);
    if (client === undefined) return failed({ kind: "cancelled" });
    const verified = await client.verify(credential, signal);
    if (verified.kind === "failed") return verified;
    const account = verified.value;
    // The user may have removed the registry from the settings during an await.
    const isOver = () => signal.aborted || this.clients.get(address) !== client;
    if (!isOver()) await this.place.allow(address);
    const before = isOver() ? undefined : await this.stored.read(address);
    // No await may come between this check and the write: the user could cancel during it.
    if (isOver()) return failed({ kind: "cancelled" });
    const kept = await this.stored.write(address, { account, credential, home: this.place.home() });
    client.signIn(account, credential, kept);
    // Revoking the previous credential could end the new sign-in too, see `withdraw`.
    const mayBeOneGrant =
      before?.account.userId === account.userId && credential.mayShareGrant?.(before.credential) === true;
    if (before !== undefined && !mayBeOneGrant) await this.stored.revoke(before.credential);
    return verified;
  }

  /**
   * Deletes the stored credential of a registry, configured or not, and the records read with it. Revokes the
   * credential at its issuer if possible.
   */
  async signOut(address: RegistryAddress): Promise<void> {
    const stored = (await this.place.mayUse(address)) ? await this.stored.read(address) : undefined;
    await this.stored.delete(address);
    this.clients.get(address)?.signOut();
    await this.place.forget(address);
    if (stored !== undefined) await this.stored.revoke(stored.credential);
  }

  /** The registries with a stored sign-in that this window's settings do not name. */
  async elsewhere(): Promise<readonly RegistryAddress[]> {
    const stored = await this.stored.addresses();
    return stored.filter((address) => this.clients.get(address) === undefined);
  }

  /** Whether the sign-in was made with this window's settings, so that removing the registry may delete it. */
  async isOfThisHome(address: RegistryAddress): Promise<boolean> {
    if (!(await this.place.mayUse(address))) return false;
    return (await this.stored.read(address))?.home === this.place.home();
  }

  /** Whether a sign-in is stored; does not read it. */
  async isStored(address: RegistryAddress): Promise<boolean> {
    return (await this.stored.addresses()).includes(address);
  }
}

interface AccountToStore {
  readonly account: Account;
  readonly credential: Credential;
  /**
   * Identifies the settings that held the registry at sign-in: all windows of the user share the secret store, but
   * each profile and each remote machine has its own settings. Empty if unknown.
   */
  readonly home: string;
}

interface StoredAccount extends AccountToStore {
  readonly kept: KeptSignIn;
}

/** How long a revocation waits for the issuer. */
const maxRevocationMilliseconds = 5000;

const keyPrefix = "analysesRegistry.account:";
const leasePrefix = "analysesRegistry.trial:";
/** How long a window may be the only one to try a credential: longer than the limit for a silent registry. */
const trialMilliseconds = 30_000;

/**
 * The stored sign-ins: one secret per registry, so that concurrent sign-ins in several windows lose nothing.
 * Every method throws the secret store's errors.
 */
export class StoredAccounts {
  #last: Promise<unknown> = Promise.resolve();

  /** @param renewal the transport and clock with which credentials renew and revoke themselves */
  constructor(
    private readonly secrets: SecretStore,
    private readonly renewal: RenewedBy,
  ) {}

  /** Undefined if nothing is stored, or nothing that this version can read. */
  async read(address: RegistryAddress): Promise<StoredAccount | undefined> {
    const fields = await this.#fields(address);
    const stored = readStoredAccount(fields);
    if (stored === undefined) return undefined;
    this.#keep(address, stored.credential);
    return { ...stored, kept: this.#keptSignIn(address, textOf(fields.id), rejectionIn(fields)) };
  }

  async write(address: RegistryAddress, stored: AccountToStore): Promise<KeptSignIn> {
    const id = crypto.randomUUID();
    const { account, credential, home } = stored;
    const { scheme } = credential;
    const text = JSON.stringify({ ...credential.fieldsToStore(), scheme, account, home, id });
    await this.#inTurn(async () => this.secrets.store(keyPrefix + address, text));
    this.#keep(address, credential);
    return this.#keptSignIn(address, id, undefined);
  }

  /** @returns an empty object if nothing readable is stored */
  async #fields(address: RegistryAddress): Promise<StoredFields> {
    return fieldsOf(parsedJson((await this.secrets.get(keyPrefix + address)) ?? ""));
  }

  #keptSignIn(address: RegistryAddress, id: string, rejected: RejectedCredential | undefined): KeptSignIn {
    // The stored fields of this sign-in; undefined if the user has signed out or signed in again meanwhile.
    const readFields = async () => {
      const fields = await this.#fields(address);
      return fields.id === id ? fields : undefined;
    };
    const storeRejection = async (why: RejectedCredential) => {
      const fields = await readFields();
      if (fields !== undefined)
        await this.secrets.store(keyPrefix + address, JSON.stringify({ ...fields, rejected: why }));
    };
    return {
      id,
      rejected,
      // Ignores an error of the secret store: this window knows of the refusal in any case.
      noteRejected: (why) => this.#inTurn(() => storeRejection(why)).catch(() => undefined),
      // If the secret store fails, windows cannot take turns: this window tries at once.
      beginTrial: (signal) =>
        this.#beginTrial(address, signal, async () => rejectionIn((await readFields()) ?? {})).catch(
          () => freeTrial,
        ),
    };
  }

  /**
   * The lease is a separate secret, so that taking it overwrites no sign-in of another window.
   *
   * @param readRejection reads why the registry has refused the credential in another window; undefined if it has not
   */
  async #beginTrial(
    address: RegistryAddress,
    signal: AbortSignal,
    readRejection: () => Promise<RejectedCredential | undefined>,
  ): Promise<Trial> {
    const key = leasePrefix + address;
    const read = async () => parsedJson((await this.secrets.get(key)) ?? "");
    const taking = await takeLease(
      this.renewal.clock,
      trialMilliseconds,
      signal,
      async () => {
        // Reads the lease first: a window stores the result of its trial before it deletes the lease.
        const lease = await read();
        const rejected = await readRejection();
        const isOver = rejected !== undefined || signal.aborted;
        return { lease, done: isOver ? { rejected } : undefined };
      },
      async (lease) => this.secrets.store(key, JSON.stringify(lease)),
    );
    if (taking.kind === "done") return { ...freeTrial, ...taking.value };
    const end = async () => {
      if (readLease(await read())?.by === taking.by) await this.secrets.delete(key);
    };
    return { rejected: undefined, end: () => this.#inTurn(end).catch(() => undefined) };
  }

  async delete(address: RegistryAddress): Promise<void> {
    await this.#inTurn(async () => {
      await this.secrets.delete(keyPrefix + address);
      await this.secrets.delete(leasePrefix + address);
    });
  }

  async revoke(credential: Credential): Promise<void> {
    await credential.revoke?.(this.renewal, AbortSignal.timeout(maxRevocationMilliseconds));
  }

  /** Runs tasks one after the other, so that no sign-out falls between a renewal's read and write. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Lets a credential update its stored fields. */
  #keep(address: RegistryAddress, credential: Credential): void {
    const read = () => this.#fields(address);
    credential.keepIn?.({
      ...this.renewal,
      read,
      write: (fields) =>
        this.#inTurn(async () => {
          const { account, home, scheme, grant, id } = await read();
          // Stores nothing if the user has signed out or signed in again.
          if (grant !== fields.grant) return false;
          await this.secrets.store(
            keyPrefix + address,
            JSON.stringify({ ...fields, scheme, account, home, id }),
          );
          return true;
        }),
    });
  }

  /** The registries with a stored sign-in, including those of other windows' settings. Reads no secret. */
  async addresses(): Promise<readonly RegistryAddress[]> {
    return (await this.secrets.keys()).flatMap((key) => addressOfStoredAccount(key) ?? []);
  }
}

/** The registry of a stored sign-in, by its key; undefined for keys of other secrets. */
export function addressOfStoredAccount(key: string): RegistryAddress | undefined {
  // The cast is safe: `StoredAccounts` makes keys with this prefix from addresses only.
  return key.startsWith(keyPrefix) ? (key.slice(keyPrefix.length) as RegistryAddress) : undefined;
}

const rejections: readonly RejectedCredential[] = ["refused", "expired", "ended"];

function rejectionIn({ rejected }: StoredFields): RejectedCredential | undefined {
  return rejections.find((each) => each === rejected);
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

/** Stores credentials by key: VS Code's SecretStorage, which only one module of the client calls. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** The keys of all known secrets; reads no secret. */
  keys(): PromiseLike<readonly string[]>;
}
