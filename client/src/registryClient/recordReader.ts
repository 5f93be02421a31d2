import type { CheckedYielding } from "./answers";
import type { Clock } from "./transport";
import { describeFault, inEnglish, failed, type Failed, type ListGaps, type Outcome } from "./registryError";
import type { AnswerSize, Authorizer, GuardedAnswer, Send, Validators } from "./guardedRequest";
import type { Session } from "./session";
import { Urgency } from "./requestTurns";

const freshMilliseconds = 5 * 60_000;
const maxCached = 1000;

/** A cached answer. `readAt`: see {@link Outcome}. */
interface CachedAnswer<T> {
  readonly value: T;
  readonly readAt: number;
  readonly validators: Validators;
  readonly gaps: ListGaps | undefined;
}

export interface ReadOptions {
  /** Aborting it ends the wait at once, with the error `cancelled`. */
  readonly signal: AbortSignal;
  /** Sends a request even if a fresh answer is cached. */
  readonly refresh?: boolean;
  /**
   * The read is for a check or a hover, not because the user opened the record: the user's requests go first, and the
   * client does not add the people that the record names to the store.
   */
  readonly inBackground?: boolean;
}

interface RecordReaderOptions<T> {
  readonly send: Send;
  readonly clock: Clock;
  readonly session: Session;
  /**
   * Whether the specification requires authentication; else the client sends a credential only if the registry demands
   * one.
   */
  readonly isPrivate: boolean;
  readonly size: AnswerSize;
  /** Validates a body; returns the record, or its fault, or that the check was cancelled. */
  readonly accept: (body: unknown, signal: AbortSignal) => Promise<CheckedYielding<T>>;
  /** Logs a deviation in an answer, in English. */
  readonly remark: (path: string, remark: string) => void;
}

/** Reads the records of one endpoint: caches them, and sends one request for concurrent equal reads. */
export class RecordReader<T> {
  readonly #shared = new SharedReads<Outcome<T>>();
  readonly #cache = new Map<string, CachedAnswer<T>>();

  constructor(private readonly options: RecordReaderOptions<T>) {}

  /** @param path below the base URL; undefined for an identifier that no path can hold */
  async read(
    path: string | undefined,
    { signal, refresh = false, inBackground = false }: ReadOptions,
  ): Promise<Outcome<T>> {
    const { session, isPrivate, clock } = this.options;
    if (isPrivate) await session.ready();
    if (signal.aborted) return failed({ kind: "cancelled" });
    if (path === undefined) return failed({ kind: "badRequest" });
    if (isPrivate && session.refusal !== undefined) return session.refusal;
    const cached = this.#cache.get(path);
    if (!refresh && cached !== undefined && isFresh(clock.now() - cached.readAt)) return ok(cached);
    const insists = refresh && !inBackground;
    return this.#shared.join(path, signal, { inBackground, anew: insists }, (ended, urgency) =>
      this.#ask(path, urgency, insists, ended),
    );
  }

  end(): void {
    this.#shared.abortAll();
  }

  clear(): void {
    this.#shared.abortAll();
    this.#cache.clear();
  }

  async #ask(path: string, urgency: Urgency, insists: boolean, signal: AbortSignal): Promise<Outcome<T>> {
    const { send, session, isPrivate, size } = this.options;
    const cached = this.#cache.get(path);
    const ask = (authorizer: Authorizer | undefined) =>
      send({ path, size, authorizer, validators: cached?.validators, urgency, insists, signal });
    const answer = await (isPrivate ? session.ask(signal, ask) : session.askForList(signal, ask));
    // When the registry refuses a credential, all pending reads with it are aborted, and return the same refusal.
    if (signal.aborted)
      return (
        (isPrivate || session.guardsLists ? session.refusal : undefined) ?? failed({ kind: "cancelled" })
      );
    const outcome = await this.#readAnswer(path, answer, cached, signal);
    if (outcome.kind === "failed" && outcome.error.kind === "notTheInterface") {
      this.options.remark(path, describeFault(outcome.error.fault, inEnglish));
    }
    return outcome;
  }

  async #readAnswer(
    path: string,
    answer: GuardedAnswer,
    cached: CachedAnswer<T> | undefined,
    signal: AbortSignal,
  ): Promise<Outcome<T>> {
    const readAt = this.options.clock.now();
    switch (answer.kind) {
      case "failed":
        return failed(answer.error);
      case "unchanged":
        return cached === undefined
          ? failed({ kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 304 } })
          : this.#addToCache(path, { ...cached, readAt });
      case "json": {
        const checked = await this.options.accept(answer.value, signal);
        if (signal.aborted || checked.kind === "cancelled") return failed({ kind: "cancelled" });
        if (checked.kind === "wrong") return failed({ kind: "notTheInterface", fault: checked.fault });
        for (const remark of checked.remarks) this.options.remark(path, remark);
        const { value, gaps } = checked;
        return this.#addToCache(path, { value, readAt, validators: answer.validators, gaps });
      }
    }
  }

  #addToCache(path: string, cached: CachedAnswer<T>): Outcome<T> {
    // Deletes the path first, so that the order of the map is by age.
    this.#cache.delete(path);
    this.#cache.set(path, cached);
    if (this.#cache.size > maxCached) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    return ok(cached);
  }
}

/** @param age in milliseconds; negative if the computer's clock was set back */
function isFresh(age: number): boolean {
  return age >= 0 && age < freshMilliseconds;
}

function ok<T>({ value, readAt, gaps }: CachedAnswer<T>): Outcome<T> {
  return { kind: "ok", value, readAt, gaps };
}

interface SharedRead<T> {
  readonly result: Promise<T>;
  readonly resolveWith: (answer: Promise<T>) => void;
  readonly urgency: Urgency;
  /** Aborts the latest request. */
  controller: AbortController;
  /** The number of callers that wait for the result. */
  waiting: number;
}

interface JoinOptions {
  /** Whether requests for which the user waits go first. */
  readonly inBackground: boolean;
  /** Whether to replace a pending request, which may hang. */
  readonly anew: boolean;
}

/** Lets callers of the same read share one request, and aborts it when the last caller is gone. */
class SharedReads<T> {
  readonly #reads = new Map<string, SharedRead<T>>();

  /**
   * @param key equal for equal reads
   * @param signal of this caller, not aborted yet: aborting it ends this caller's wait only
   * @param start sends the request; called if none is pending, or for `anew`
   */
  async join(
    key: string,
    signal: AbortSignal,
    { inBackground, anew }: JoinOptions,
    start: (signal: AbortSignal, urgency: Urgency) => Promise<T>,
  ): Promise<T | Failed> {
    const underWay = this.#reads.get(key);
    const read = underWay ?? this.#begin(key, new Urgency(inBackground));
    if (!inBackground) read.urgency.raise();
    if (underWay === undefined || anew) this.#ask(read, start);
    read.waiting += 1;
    try {
      return await unlessAborted(read.result, signal);
    } finally {
      read.waiting -= 1;
      if (read.waiting === 0) this.#end(key, read);
    }
  }

  abortAll(): void {
    for (const [key, read] of this.#reads) this.#end(key, read);
  }

  #begin(key: string, urgency: Urgency): SharedRead<T> {
    let resolveWith: (answer: Promise<T>) => void = () => undefined;
    const result = new Promise<T>((resolve) => (resolveWith = resolve));
    const read = { result, resolveWith, urgency, controller: new AbortController(), waiting: 0 };
    this.#reads.set(key, read);
    return read;
  }

  /** Sends a request in place of the pending one, whose callers get the new answer. */
  #ask(read: SharedRead<T>, start: (signal: AbortSignal, urgency: Urgency) => Promise<T>): void {
    read.controller.abort();
    const controller = new AbortController();
    read.controller = controller;
    const answer = start(controller.signal, read.urgency);
    const take = () => {
      // Ignores the answer if a later request has replaced this one.
      if (read.controller === controller) read.resolveWith(answer);
    };
    answer.then(take, take);
  }

  #end(key: string, read: SharedRead<T>): void {
    if (this.#reads.get(key) === read) this.#reads.delete(key);
    read.controller.abort();
  }
}

function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | Failed> {
  return new Promise((resolve, reject) => {
    // Listens to a new signal: Node warns of a leak if a signal has more than ten listeners.
    const own = AbortSignal.any([signal]);
    const cancel = () => resolve(failed({ kind: "cancelled" }));
    own.addEventListener("abort", cancel);
    result.then(resolve, reject).finally(() => own.removeEventListener("abort", cancel));
  });
}
