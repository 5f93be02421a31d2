import type { Account, AccountState, RejectedCredential } from "./records";
import type { Authorizer, GuardedAnswer } from "./guardedRequest";
import { type Failed, type RegistryError, type Translate } from "./registryError";
import type { RegistryStore } from "./registryStore";
import type { Credential } from "./schemes/credential";
import { Slots } from "./requestTurns";

/** The stored state of a sign-in, apart from account and credential. */
export interface KeptSignIn {
  /** Unique per sign-in: signing in again makes a new ID, even with the same credential. "" if no sign-in is stored. */
  readonly id: string;
  /** Why the registry refused the credential, in any window; undefined if it did not. */
  readonly rejected: RejectedCredential | undefined;
  /** Stores that the registry refused the credential, so that no other window sends it. Never rejects. */
  noteRejected(why: RejectedCredential): Promise<void>;
  /** Waits until no other window tries the credential. Never rejects. */
  beginTrial(signal: AbortSignal): Promise<Trial>;
}

/** One window's exclusive trial of a credential that the registry has not yet accepted in that window. */
export interface Trial {
  /** Why the registry has meanwhile refused the credential in another window; undefined if it has not. */
  readonly rejected: RejectedCredential | undefined;
  /** Lets the next window try. Never rejects. */
  end(): Promise<void>;
}

/** A trial that does not exclude other windows. */
export const freeTrial: Trial = { rejected: undefined, end: () => Promise.resolve() };

/** For a sign-in that is not stored, so that only this window uses it. */
export const notKept: KeptSignIn = {
  id: "",
  rejected: undefined,
  noteRejected: () => Promise.resolve(),
  beginTrial: () => Promise.resolve(freeTrial),
};

/** A credential in use. Registries lock accounts after a few wrong passwords, so the first request is sent alone. */
interface CredentialInUse {
  readonly credential: Credential;
  readonly kept: KeptSignIn;
  /** Runs one request at a time until the registry has accepted the credential. */
  readonly trials: Slots;
  accepted: boolean;
}

/** Sends a request; without a credential if there is no authorizer. */
type Ask = (authorizer: Authorizer | undefined) => Promise<GuardedAnswer>;

/** The sign-in to one registry: sends requests with its credential, and follows whether the registry accepts it. */
export class Session {
  #inUse: CredentialInUse | undefined;
  #restored: Promise<void> | undefined;
  /**
   * Whether the registry requires a sign-in even for the lists that the specification makes public, for example a test
   * host that protects everything with a password.
   */
  guardsLists = false;

  /**
   * @param store holds the account state
   * @param restore reads and uses the stored sign-in
   */
  constructor(
    private readonly store: RegistryStore,
    private readonly restore: () => Promise<void>,
  ) {}

  get #state(): AccountState {
    return this.store.account;
  }

  /**
   * Whether the secret store has been read or is being read, or a sign-in or sign-out has made this read unnecessary.
   */
  get isReady(): boolean {
    return this.#restored !== undefined;
  }

  /** Resolves once the session uses the stored sign-in; only the first call reads the secret store. */
  ready(): Promise<void> {
    return (this.#restored ??= this.restore());
  }

  /** Whether a stored sign-in is the current one, even if the registry has refused it. */
  has({ id }: KeptSignIn): boolean {
    return this.#inUse?.kept.id === id;
  }

  /** Applies a refusal of the current sign-in that another window has stored. */
  follow({ rejected }: Pick<KeptSignIn, "rejected">): void {
    if (rejected !== undefined && this.#state.kind === "signedIn") {
      this.#become({ ...this.#state, kind: "rejected", credential: rejected }, this.#inUse);
    }
  }

  /** A sentence with the sign-in method; undefined while the user is not signed in. */
  describe(translate: Translate, language: string): string | undefined {
    return this.#state.kind === "signedIn"
      ? this.#inUse?.credential.describe(translate, language)
      : undefined;
  }

  /** @param accepted whether the registry has just accepted the credential; else the first request tries it */
  signIn(account: Account, credential: Credential, accepted: boolean, kept: KeptSignIn): void {
    const { rejected } = kept;
    this.#become(
      rejected === undefined
        ? { kind: "signedIn", account }
        : { kind: "rejected", account, credential: rejected },
      { credential, kept, accepted, trials: new Slots(1) },
    );
  }

  signOut(): void {
    if (this.#state.kind !== "signedOut") this.#become({ kind: "signedOut" }, undefined);
  }

  /** The error for requests that need authentication; undefined if they can be sent. */
  get refusal(): Failed | undefined {
    if (this.#state.kind === "signedIn") return undefined;
    return unauthenticated(this.#state.kind === "rejected" ? this.#state.credential : "missing");
  }

  /**
   * Sends a request with the current credential. Until the registry has accepted the credential, sends one request at a
   * time, across windows unless the credential can be renewed. Never resends a credential that the registry refused or
   * the user replaced: waiting and repeated requests fail with `unauthenticated`.
   *
   * @param ask sends the request; reads the header from the authorizer each time
   */
  async ask(signal: AbortSignal, ask: Ask): Promise<GuardedAnswer> {
    const inUse = this.#inUse;
    if (inUse === undefined) return unauthenticated("missing");
    const askNow = async () => {
      const answer = await this.#send(inUse, signal, ask);
      if (isUnauthenticated(answer)) this.#refuse(inUse, answer);
      return answer;
    };
    const isTrial = () => !inUse.accepted && this.#isCurrent(inUse);
    const tried = await inUse.trials.run(signal, async () =>
      isTrial() ? this.#tryAlone(inUse, signal, askNow) : undefined,
    );
    return tried ?? askNow();
  }

  /**
   * Requests a list, which the specification makes public: without a credential, or as {@link ask} does if the registry
   * requires a sign-in.
   */
  async askForList(signal: AbortSignal, ask: Ask): Promise<GuardedAnswer> {
    if (!this.guardsLists || this.refusal !== undefined) {
      const answer = await ask(undefined);
      if (answer.kind !== "failed") this.guardsLists = false;
      if (!isUnauthenticated(answer) || signal.aborted) return answer;
      // Awaits this before it sets `guardsLists`: restoring the sign-in aborts reads of guarded lists, also this one.
      await this.ready();
      this.guardsLists = true;
    }
    return this.refusal ?? this.ask(signal, ask);
  }

  /** Tries a credential while no other window does. */
  async #tryAlone(
    inUse: CredentialInUse,
    signal: AbortSignal,
    askNow: () => Promise<GuardedAnswer>,
  ): Promise<GuardedAnswer> {
    // Registries do not lock accounts over renewable tokens, so windows may try these at the same time.
    const trial = inUse.credential.renew === undefined ? await inUse.kept.beginTrial(signal) : freeTrial;
    try {
      if (this.#inUse === inUse) this.follow(trial);
      return await askNow();
    } finally {
      await trial.end();
    }
  }

  async #send(inUse: CredentialInUse, signal: AbortSignal, ask: Ask): Promise<GuardedAnswer> {
    const { credential } = inUse;
    let sent: string | undefined;
    let userInsists = false;
    const authorizer: Authorizer = {
      authorize: async (aborted, insists) => {
        userInsists = insists;
        const header = this.#isCurrent(inUse) ? await credential.authorize(aborted, insists) : undefined;
        // Checks again: the user may have signed out during the await.
        const current = this.#isCurrent(inUse) ? header : undefined;
        sent = typeof current === "string" ? current : undefined;
        return current;
      },
    };
    let answer = await ask(authorizer);
    // No header was sent if the credential was replaced or could not be renewed.
    if (isUnauthenticated(answer) && sent !== undefined) {
      // Only tokens expire: a refused password is wrong, whatever the registry's challenge claims.
      if (!sent.startsWith("Bearer ")) return unauthenticated("refused");
      // The specification defines only status 401 (section 5.3), without a reason: any refused token may have expired.
      const renewal = await credential.renew?.(sent, signal, userInsists);
      if (typeof renewal === "object") return renewal;
      if (renewal === true) answer = await ask(authorizer);
    }
    if (provesAcceptance(answer)) inUse.accepted = true;
    return answer;
  }

  #isCurrent(inUse: CredentialInUse): boolean {
    return this.#inUse === inUse && this.#state.kind === "signedIn";
  }

  dispose(): void {
    this.#become({ kind: "signedOut" }, undefined);
  }

  /** Marks the credential as rejected after a 401; later 401 answers to it have no effect. */
  #refuse(inUse: CredentialInUse, { error }: Unauthenticated): void {
    if (this.#state.kind !== "signedIn" || inUse !== this.#inUse) return;
    const { account } = this.#state;
    const isEnd = error.credential === "expired" || error.credential === "ended";
    const why = isEnd ? error.credential : "refused";
    this.#become({ kind: "rejected", account, credential: why }, inUse);
    // A refusal of a renewable token is not stored: the registry may accept it again, and locks no account over it.
    if (inUse.credential.renew === undefined) void inUse.kept.noteRejected(why);
  }

  #become(state: AccountState, inUse: CredentialInUse | undefined): void {
    // A later `ready` must not override this state with the stored sign-in.
    this.#restored ??= Promise.resolve();
    this.#inUse = inUse;
    this.store.setAccount(state);
  }
}

/** Whether the answer proves that the registry accepted the credential; a server error or a bad body does not. */
function provesAcceptance(answer: GuardedAnswer): boolean {
  if (answer.kind !== "failed") return true;
  const { kind } = answer.error;
  return kind === "notFound" || kind === "forbidden" || kind === "insufficientScope" || kind === "badRequest";
}

type UnauthenticatedError = Extract<RegistryError, { readonly kind: "unauthenticated" }>;

interface Unauthenticated extends Failed {
  readonly error: UnauthenticatedError;
}

function unauthenticated(credential: UnauthenticatedError["credential"]): Unauthenticated {
  return { kind: "failed", error: { kind: "unauthenticated", credential } };
}

function isUnauthenticated(answer: GuardedAnswer): answer is Unauthenticated {
  return answer.kind === "failed" && answer.error.kind === "unauthenticated";
}
