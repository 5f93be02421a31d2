import type { Account } from "./registryClient";
import { userId } from "./records";
import type { RegistryAddress } from "./registryAddress";
import { readCredential } from "./schemes";
import type { Credential, StoredFields } from "./schemes/credential";
import { textOf } from "./schemes/credential";
import type { RenewedBy } from "./schemes/oauthTokens";

/** A credential that a registry accepted, and whom it belongs to. */
export interface StoredAccount {
  readonly account: Account;
  readonly credential: Credential;
  /**
   * Whose settings held the registry when somebody signed in: all windows of the user share the secret store, but
   * each profile and each remote machine has settings of its own. Empty where it is not known.
   */
  readonly home: string;
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
    const text = await this.#secrets.get(keyPrefix + address);
    const stored = text === undefined ? undefined : readStoredAccount(text);
    if (stored !== undefined) this.#keep(address, stored.credential);
    return stored;
  }

  async write(address: RegistryAddress, stored: StoredAccount): Promise<void> {
    await this.#inTurn(async () => this.#secrets.store(keyPrefix + address, writeStoredAccount(stored)));
    this.#keep(address, stored.credential);
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
    const read = async () => fieldsOf(parsed((await this.#secrets.get(keyPrefix + address)) ?? ""));
    credential.keepIn?.({
      ...this.#renewal,
      read,
      write: (fields) =>
        this.#inTurn(async () => {
          const { account, home, scheme, grant } = await read();
          // Nothing is stored for somebody who has just signed out, or signed in as somebody else.
          if (grant !== fields.grant) return false;
          await this.#secrets.store(
            keyPrefix + address,
            JSON.stringify({ ...fields, scheme, account, home }),
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

function writeStoredAccount({ account, credential, home }: StoredAccount): string {
  return JSON.stringify({ ...credential.fieldsToStore(), scheme: credential.scheme, account, home });
}

function readStoredAccount(text: string): StoredAccount | undefined {
  const stored = fieldsOf(parsed(text));
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
