import type { Account, AccountState } from "./account";
import type { Credential } from "./credential";
import type { Event } from "./event";
import { Emitter } from "./event";

/** How one registry and its user stand, and the credential that goes with it. */
export class Session {
  readonly #changed = new Emitter<AccountState>();
  #state: AccountState = { kind: "signedOut" };
  #credential: Credential | undefined;

  readonly onDidChange: Event<AccountState> = this.#changed.event;

  get state(): AccountState {
    return this.#state;
  }

  /** Undefined when nobody is signed in or the registry refused the credential. */
  get credential(): Credential | undefined {
    return this.#state.kind === "signedIn" ? this.#credential : undefined;
  }

  /** Whether this credential is the one of the state, also when it has been refused. */
  has(credential: Credential): boolean {
    return credential.equals(this.#credential);
  }

  signIn(account: Account, credential: Credential): void {
    this.#become({ kind: "signedIn", account }, credential);
  }

  signOut(): void {
    if (this.#state.kind !== "signedOut") this.#become({ kind: "signedOut" }, undefined);
  }

  /** The registry answered 401 to a credential. Only the first such answer to the present one counts. */
  refuse(credential: Credential): void {
    if (this.#state.kind !== "signedIn" || credential !== this.#credential) return;
    this.#become({ kind: "rejected", account: this.#state.account }, credential);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#become({ kind: "signedOut" }, undefined);
  }

  #become(state: AccountState, credential: Credential | undefined): void {
    this.#state = state;
    this.#credential = credential;
    this.#changed.fire(state);
  }
}
