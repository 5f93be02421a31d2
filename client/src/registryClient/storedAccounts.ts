import type { Account, RejectedCredential } from "./records";
import type { Credential, RenewedBy, StoredFields } from "./schemes/credential";
import type { RegistryAddress } from "./registryAddress";
import { userId } from "./records";
import { readCredential } from "./schemes";
import type { KeptSignIn, Trial } from "./session";
import { freeTrial, isSameSignIn } from "./session";
import { readLease, takeLease } from "./lease";
import { textOf } from "./schemes/credential";

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
const leasePrefix = "analysesRegistry.trial:";
/** How long one window may take to try a credential before another one does: longer than a registry may be silent. */
const trialMilliseconds = 30_000;

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
    return {
      ...stored,
      kept: this.#keptAs(address, textOf(fields.id), rejectionIn(fields), stored.credential),
    };
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
    // Undefined where somebody has signed in anew meanwhile.
    const present = async () => {
      const fields = await this.#fields(address);
      const now = readStoredAccount(fields);
      const stored = now && { id: textOf(fields.id), credential: now.credential };
      return stored && isSameSignIn(stored, { id, credential }) ? fields : undefined;
    };
    const note = async (why: RejectedCredential) => {
      const fields = await present();
      if (fields !== undefined)
        await this.#secrets.store(keyPrefix + address, JSON.stringify({ ...fields, rejected: why }));
    };
    return {
      id,
      rejected,
      // Where the secret store does not answer, this window knows it all the same.
      noteRejected: (why) => this.#inTurn(() => note(why)).catch(() => undefined),
      beginTrial: (signal) =>
        this.#beginTrial(address, signal, async () => rejectionIn((await present()) ?? {})).catch(
          () => freeTrial,
        ),
    };
  }

  /**
   * The lease has a secret of its own, so that a window that takes it overwrites no sign-in of another.
   *
   * @param look why the registry has refused the credential meanwhile
   */
  async #beginTrial(
    address: RegistryAddress,
    signal: AbortSignal,
    look: () => Promise<RejectedCredential | undefined>,
  ): Promise<Trial> {
    if (this.#renewal === undefined) return freeTrial;
    const key = leasePrefix + address;
    const read = async () => parsed((await this.#secrets.get(key)) ?? "");
    const taking = await takeLease(
      this.#renewal.clock,
      trialMilliseconds,
      signal,
      async () => {
        // The lease first: who ends it has noted before what came of the trial.
        const lease = await read();
        const rejected = await look();
        const isOver = rejected !== undefined || signal.aborted;
        return { lease, done: isOver ? { rejected } : undefined };
      },
      async (lease) => this.#secrets.store(key, JSON.stringify(lease)),
    );
    if (taking.kind === "done") return { ...freeTrial, ...taking.value };
    const end = async () => {
      if (readLease(await read())?.by === taking.by) await this.#secrets.delete(key);
    };
    return { rejected: undefined, end: () => this.#inTurn(end).catch(() => undefined) };
  }

  async delete(address: RegistryAddress): Promise<void> {
    await this.#inTurn(async () => {
      await this.#secrets.delete(keyPrefix + address);
      await this.#secrets.delete(leasePrefix + address);
    });
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

function rejectionIn({ rejected }: StoredFields): RejectedCredential | undefined {
  return rejections.find((each) => each === rejected);
}

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
