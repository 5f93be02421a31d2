import type { Account, AccountState, RejectedCredential } from "./records";
import type { Authorizer, GuardedAnswer } from "./guardedRequest";
import type { Failed, RegistryError, Translate } from "./registryError";
import { failed } from "./registryError";
import type { WritableRegistryStore } from "./registryStore";
import type { Credential } from "./schemes/credential";
import { Slots } from "./requestTurns";

/** What the secret store has of a sign-in, beside who it is of. */
export interface KeptSignIn {
  /** Of this sign-in alone: signing in anew makes another, also with the same letters. "" where none was stored. */
  readonly id: string;
  /** Why the registry refused it, to whichever window; undefined where it did not. */
  readonly rejected: RejectedCredential | undefined;
  /** Notes that the registry refuses it, so that no other window sends it. Never rejects. */
  noteRejected(why: RejectedCredential): Promise<void>;
  /** Waits until no other window tries it. Never rejects. */
  beginTrial(signal: AbortSignal): Promise<Trial>;
}

/** A window's turn to try a credential that the registry has not accepted in it yet. */
export interface Trial {
  /** Why the registry refused it meanwhile, to another window; undefined where it did not. */
  readonly rejected: RejectedCredential | undefined;
  /** Gives the turn to the next window. Never rejects. */
  end(): Promise<void>;
}

/** Where no other window tries it. */
export const freeTrial: Trial = { rejected: undefined, end: () => Promise.resolve() };

/** Of a sign-in that is for this window only. */
export const notKept: KeptSignIn = {
  id: "",
  rejected: undefined,
  noteRejected: () => Promise.resolve(),
  beginTrial: () => Promise.resolve(freeTrial),
};

/** Whether what is stored is a sign-in that is known already. */
export function isSameSignIn(
  stored: { readonly id: string; readonly credential: Credential },
  known: { readonly id: string; readonly credential: Credential },
): boolean {
  // Versions before this one stored none.
  return stored.id === "" ? stored.credential.equals(known.credential) : stored.id === known.id;
}

/** A credential in use. Registries lock accounts after a few wrong passwords, so that one is tried alone first. */
interface CredentialInUse {
  readonly credential: Credential;
  readonly kept: KeptSignIn;
  /** Lets one request at a time go, as long as the registry has not accepted the credential. */
  readonly trials: Slots;
  accepted: boolean;
  /** Whether the registry refused it for lists, and took it at that time for something else. */
  refusedForLists: boolean;
}

/** Sends a request, without a credential where there is no authorizer. */
type Ask = (authorizer: Authorizer | undefined) => Promise<GuardedAnswer>;

/** Asks whom a credential belongs to, which a registry tells everybody whose credential it takes. */
type AskForMe = (authorizer: Authorizer | undefined, signal: AbortSignal) => Promise<GuardedAnswer>;

/** How one registry and its user stand, and the credential that goes with it. */
export class Session {
  readonly #store: WritableRegistryStore;
  #inUse: CredentialInUse | undefined;
  readonly #restore: () => Promise<void>;
  readonly #askForMe: AskForMe;
  #restored: Promise<void> | undefined;
  /**
   * Whether the registry wants a sign-in also for the lists that are public by the specification, as test hosts do that
   * are wholly behind a password.
   */
  guardsLists = false;

  /**
   * @param store where it is kept who is signed in
   * @param restore takes a stored sign-in into use
   */
  constructor(store: WritableRegistryStore, restore: () => Promise<void>, askForMe: AskForMe) {
    this.#store = store;
    this.#restore = restore;
    this.#askForMe = askForMe;
  }

  get #state(): AccountState {
    return this.#store.account;
  }

  /** Whether a stored sign-in was needed before. */
  get isReady(): boolean {
    return this.#restored !== undefined;
  }

  /** Resolves once a stored sign-in has been taken into use: the secret store is read at the first call only. */
  ready(): Promise<void> {
    return (this.#restored ??= this.#restore());
  }

  /** Whether a stored sign-in is the one of the state, also when it has been refused. */
  has(credential: Credential, { id }: KeptSignIn): boolean {
    const inUse = this.#inUse;
    if (inUse === undefined) return false;
    return isSameSignIn({ id, credential }, { id: inUse.kept.id, credential: inUse.credential });
  }

  /** Follows what another window has noted of the present sign-in. */
  follow({ rejected }: Pick<KeptSignIn, "rejected">): void {
    if (rejected !== undefined && this.#state.kind === "signedIn") {
      this.#become({ ...this.#state, kind: "rejected", credential: rejected }, this.#inUse);
    }
  }

  /** By which way somebody is signed in; undefined while nobody is. */
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
      { credential, kept, accepted, refusedForLists: false, trials: new Slots(1) },
    );
  }

  signOut(): void {
    if (this.#state.kind !== "signedOut") this.#become({ kind: "signedOut" }, undefined);
  }

  /** Why nothing can be asked that needs authentication; undefined where it can. */
  get refusal(): Failed | undefined {
    if (this.#state.kind === "signedIn") return undefined;
    return unauthenticated(this.#state.kind === "rejected" ? this.#state.credential : "missing");
  }

  /**
   * Asks with the credential of the moment. As long as the registry has not accepted it, requests go one after
   * the other, in all windows. A credential that is refused, or exchanged for another, is not sent again, also not by requests
   * that wait or are repeated: they fail with `unauthenticated`.
   *
   * @param ask sends the request; it gets the credential's header by the authorizer each time anew
   */
  async ask(signal: AbortSignal, ask: Ask): Promise<GuardedAnswer> {
    const inUse = this.#inUse;
    if (inUse === undefined) return unauthenticated("missing");
    return this.#inTurn(inUse, signal, async () => {
      const answer = await this.#send(inUse, signal, ask);
      if (isUnauthenticated(answer)) this.#refuse(inUse, answer);
      return answer;
    });
  }

  /**
   * Asks for what is public by the specification: with the credential only where the registry wants one, and not
   * again where it refuses one for this that it takes for the rest.
   *
   * @param insists whether somebody asks anew, and is not to be told what was found out before
   */
  async askForList(signal: AbortSignal, insists: boolean, ask: Ask): Promise<GuardedAnswer> {
    if (!this.guardsLists || this.refusal !== undefined) {
      const answer = await ask(undefined);
      if (answer.kind !== "failed") this.guardsLists = false;
      if (!isUnauthenticated(answer) || signal.aborted) return answer;
      // First, for a sign-in that is taken into use ends what is read only by users.
      await this.ready();
      this.guardsLists = true;
    }
    const inUse = this.#inUse;
    if (inUse === undefined || this.refusal !== undefined) {
      return this.refusal ?? unauthenticated("missing");
    }
    if (insists) inUse.refusedForLists = false;
    // What was taken before may be taken still for all but this.
    const isDoubtful = ({ error }: Unauthenticated) => inUse.accepted && error.credential === "refused";
    const answer = await this.#inTurn(inUse, signal, async () => {
      if (inUse.refusedForLists) return forbidden;
      const answer = await this.#send(inUse, signal, ask);
      if (isUnauthenticated(answer) && !isDoubtful(answer)) this.#refuse(inUse, answer);
      return answer;
    });
    return isUnauthenticated(answer) && isDoubtful(answer) ? this.#findOut(inUse, signal) : answer;
  }

  /**
   * A list was refused. Asks whether the registry takes the credential at all; once for lists that are refused at the
   * same time, for it may count wrong passwords.
   */
  async #findOut(inUse: CredentialInUse, signal: AbortSignal): Promise<GuardedAnswer> {
    const found = await inUse.trials.run(signal, async () => {
      if (inUse.refusedForLists) return forbidden;
      if (!this.#isCurrent(inUse)) return undefined;
      const answer = await this.#send(inUse, signal, (authorizer) => this.#askForMe(authorizer, signal));
      if (isUnauthenticated(answer)) this.#refuse(inUse, answer);
      inUse.refusedForLists = saysAccepted(answer);
      return inUse.refusedForLists ? forbidden : answer;
    });
    return found ?? this.refusal ?? unauthenticated("refused");
  }

  /** One after the other, in all windows, as long as the registry has not accepted the credential. */
  async #inTurn(
    inUse: CredentialInUse,
    signal: AbortSignal,
    askNow: () => Promise<GuardedAnswer>,
  ): Promise<GuardedAnswer> {
    const isTrial = () => !inUse.accepted && this.#isCurrent(inUse);
    const tried = await inUse.trials.run(signal, () =>
      isTrial() ? this.#tryAlone(inUse, signal, askNow) : Promise.resolve(undefined),
    );
    return tried ?? askNow();
  }

  /** Tries a credential while no other window does. */
  async #tryAlone(
    inUse: CredentialInUse,
    signal: AbortSignal,
    askNow: () => Promise<GuardedAnswer>,
  ): Promise<GuardedAnswer> {
    // Nobody is locked out by tokens that are renewed.
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
    let isInsisted = false;
    const authorizer: Authorizer = {
      authorize: async (ended, insists) => {
        isInsisted = insists;
        const header = this.#isCurrent(inUse) ? await credential.authorize(ended, insists) : undefined;
        // It may have taken its time.
        const now = this.#isCurrent(inUse) ? header : undefined;
        sent = typeof now === "string" ? now : undefined;
        return now;
      },
    };
    let answer = await ask(authorizer);
    // Where it was not sent, it could not be renewed.
    if (isUnauthenticated(answer) && sent !== undefined) {
      // What is no token does not expire, whatever the registry says of tokens.
      if (!sent.startsWith("Bearer ")) return unauthenticated("refused");
      // Registries need not say that a token is at its end: 401 is all that the specification has (section 5.3).
      const isRenewed = await credential.renew?.(sent, signal, isInsisted);
      if (typeof isRenewed === "object") return isRenewed;
      if (isRenewed === true) answer = await ask(authorizer);
    }
    if (saysAccepted(answer)) inUse.accepted = true;
    return answer;
  }

  #isCurrent(inUse: CredentialInUse): boolean {
    return this.#inUse === inUse && this.#state.kind === "signedIn";
  }

  dispose(): void {
    this.#become({ kind: "signedOut" }, undefined);
  }

  /** The registry answered 401. Only the first such answer to the present credential counts. */
  #refuse(inUse: CredentialInUse, { error }: Unauthenticated): void {
    if (this.#state.kind !== "signedIn" || inUse !== this.#inUse) return;
    const { account } = this.#state;
    const isEnd = error.credential === "expired" || error.credential === "ended";
    const why = isEnd ? error.credential : "refused";
    this.#become({ kind: "rejected", account, credential: why }, inUse);
    // What is renewed may be taken once more: nobody is locked out by tokens.
    if (inUse.credential.renew === undefined) void inUse.kept.noteRejected(why);
  }

  #become(state: AccountState, inUse: CredentialInUse | undefined): void {
    // What is decided now is not overridden by what was stored before.
    this.#restored ??= Promise.resolve();
    this.#inUse = inUse;
    this.#store.setAccount(state);
  }
}

/** A server that has troubles of its own, or an answer that is none, says nothing about the credential. */
function saysAccepted(answer: GuardedAnswer): boolean {
  if (answer.kind !== "failed") return true;
  const { kind } = answer.error;
  return kind === "notFound" || kind === "forbidden" || kind === "insufficientScope" || kind === "badRequest";
}

const forbidden = failed({ kind: "forbidden", withCredential: true });

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
