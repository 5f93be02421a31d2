import type { CheckedAnswer } from "./answers";
import type { Clock } from "./clock";
import type { Credential } from "./credential";
import type { GuardedAnswer, Send, Validators } from "./guardedRequest";
import type { Failed, Outcome } from "./outcome";
import { failed } from "./outcome";
import type { ReadOptions } from "./registryClient";
import type { Session } from "./session";
import { SharedReads } from "./sharedReads";

const freshMilliseconds = 5 * 60_000;
const mostKept = 1000;

interface Kept<T> {
  readonly value: T;
  readonly readAt: number;
  readonly validators: Validators;
}

export interface RecordReaderOptions<T> {
  readonly send: Send;
  readonly clock: Clock;
  /** The caller's session where the endpoint needs authentication; others are asked without a credential. */
  readonly session: Session | undefined;
  /** Turns a body into the record, or says what is wrong with it. */
  readonly accept: (body: unknown) => CheckedAnswer<T>;
}

/** Reads the records of one endpoint: keeps them for a while, and asks the registry once for equal questions. */
export class RecordReader<T> {
  readonly #options: RecordReaderOptions<T>;
  readonly #shared = new SharedReads<Outcome<T>>();
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: RecordReaderOptions<T>) {
    this.#options = options;
  }

  /** @param path below the base URL; undefined for an identifier that no path can hold */
  async read(path: string | undefined, { signal, refresh = false }: ReadOptions): Promise<Outcome<T>> {
    const { session, clock } = this.#options;
    if (signal.aborted) return failed({ kind: "cancelled" });
    if (path === undefined) return failed({ kind: "badRequest" });
    if (session !== undefined && session.credential === undefined) return notSignedIn(session);
    const kept = this.#kept.get(path);
    if (!refresh && kept !== undefined && isFresh(clock.now() - kept.readAt)) return ok(kept);
    const credential = session?.credential;
    return this.#shared.join(path, signal, (ended) => this.#ask(path, credential, ended));
  }

  /** Forgets everything read and ends what is under way. */
  clear(): void {
    this.#shared.abortAll();
    this.#kept.clear();
  }

  async #ask(path: string, credential: Credential | undefined, signal: AbortSignal): Promise<Outcome<T>> {
    const { send, session } = this.#options;
    const kept = this.#kept.get(path);
    const answer = await send({ path, credential, validators: kept?.validators, signal });
    if (signal.aborted) return failed({ kind: "cancelled" });
    if (credential !== undefined && isRefusal(answer)) session?.refuse(credential);
    return this.#take(path, answer, kept);
  }

  #take(path: string, answer: GuardedAnswer, kept: Kept<T> | undefined): Outcome<T> {
    const readAt = this.#options.clock.now();
    switch (answer.kind) {
      case "failed":
        return answer;
      case "unchanged":
        return kept === undefined
          ? failed({ kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 304 } })
          : this.#keep(path, { ...kept, readAt });
      case "json": {
        const checked = this.#options.accept(answer.value);
        return checked.kind === "wrong"
          ? failed({ kind: "notTheInterface", fault: checked.fault })
          : this.#keep(path, { value: checked.value, readAt, validators: answer.validators });
      }
    }
  }

  #keep(path: string, kept: Kept<T>): Outcome<T> {
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    if (this.#kept.size > mostKept) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return ok(kept);
  }
}

/** @param age in milliseconds; negative where the computer's clock was put back meanwhile */
function isFresh(age: number): boolean {
  return age >= 0 && age < freshMilliseconds;
}

function ok<T>({ value, readAt }: Kept<T>): Outcome<T> {
  return { kind: "ok", value, readAt };
}

function notSignedIn(session: Session): Failed {
  const credential = session.state.kind === "rejected" ? "refused" : "missing";
  return failed({ kind: "unauthenticated", credential });
}

function isRefusal(answer: GuardedAnswer): boolean {
  return answer.kind === "failed" && answer.error.kind === "unauthenticated";
}
