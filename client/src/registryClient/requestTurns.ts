import type { Clock } from "./transport";
import { type Failed, failed } from "./registryError";
import { type ReadBy, objectOf, readNumber, readText } from "@analyses/protocol/message";

/** The statuses of a busy registry (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const busyStatuses = new Set([429, 503]);

/** The length of a pause, in milliseconds, if the registry announces a shorter one or none. */
const shortestPause = 1_000;
/** The longest pause, in milliseconds, for which requests wait; during a longer pause, requests fail. */
const maxWait = 10_000;
/** The maximum length of a pause, in milliseconds, even if `Retry-After` is longer. */
const maxPause = 60 * 60_000;
/**
 * The maximum proportion by which a pause is randomly lengthened, so that not all clients send requests at the same
 * time.
 */
const maxSpread = 0.1;
const maxSpreadWait = maxWait * (1 + maxSpread);
/** After so many pauses in a row, background requests that have waited fail. */
const maxTries = 3;

/** The fields of a guarded request that decide whether it waits. */
interface PausedRequest {
  readonly urgency: Urgency;
  /** The user retries: skips long pauses, since a person's retries do not keep a registry busy. */
  readonly insists: boolean;
  readonly signal: AbortSignal;
}

/** The pause that all requests to a registry share when it reports that it is busy. */
export class BusyPause {
  #begunAt = 0;
  #until = 0;
  #status = 503;
  /** The number of pauses in a row, without an answer of another status in between. */
  #inARow = 0;

  constructor(private readonly clock: Clock) {}

  /** Whether a request may be sent now. */
  lets({ insists }: Pick<PausedRequest, "insists">): boolean {
    const remaining = this.#remaining();
    return remaining <= 0 || (insists && remaining > maxSpreadWait);
  }

  /**
   * Waits for the end of the pause.
   *
   * @param hasWaited whether the request has waited for an earlier pause
   * @returns the error if the request fails without being sent
   */
  async wait(request: PausedRequest, hasWaited: boolean): Promise<Failed | undefined> {
    const { urgency, signal } = request;
    let waitedFor: number | undefined;
    for (;;) {
      if (this.lets(request) || signal.aborted) return undefined;
      const remaining = this.#remaining();
      // A timer can end a moment early. The rest of a pause is no further pause.
      const isFurther = hasWaited || (waitedFor !== undefined && waitedFor !== this.#begunAt);
      const isGivenUp = isFurther && urgency.inBackground && this.#inARow >= maxTries;
      if (isGivenUp || remaining > maxSpreadWait) return this.#failed(this.#status);
      waitedFor = this.#begunAt;
      await this.clock.wait(Math.max(0, remaining), signal);
    }
  }

  /**
   * Records the status of an answer.
   *
   * @param retryAfter the header `Retry-After`: seconds or a date (RFC 9110, section 10.2.3)
   * @param sentAt when the request was sent
   * @returns whether to send the request again after the pause
   */
  note(status: number, retryAfter: string | undefined, sentAt: number): boolean {
    const now = this.clock.now();
    // If the request was sent before the pause began, its answer does not show whether the pause has helped.
    const isSentAfter = sentAt >= this.#begunAt;
    if (!busyStatuses.has(status)) {
      this.#inARow = 0;
      if (isSentAfter) this.#until = 0;
      return false;
    }
    const requested = retryAfter === undefined ? shortestPause : millisecondsOf(retryAfter.trim(), now);
    const isShort = requested <= maxWait;
    const length = Math.min(Math.max(requested, shortestPause), maxPause);
    if (isSentAfter) this.#inARow += 1;
    this.#begunAt = now;
    this.#until = Math.max(this.#until, now + length * (isShort ? 1 + Math.random() * maxSpread : 1));
    this.#status = status;
    return isShort;
  }

  /** The rest of the pause in milliseconds: 0 or less if it is over, 0 if the computer's clock was set back. */
  #remaining(): number {
    const now = this.clock.now();
    return now < this.#begunAt ? 0 : this.#until - now;
  }

  /** The error for a busy status; undefined for other statuses. */
  errorOf(status: number): Failed | undefined {
    return busyStatuses.has(status) ? this.#failed(status) : undefined;
  }

  /** Includes the end of the pause if requests do not wait for it. */
  #failed(status: number): Failed {
    const end = this.#remaining() > maxWait ? { busyUntil: this.#until } : {};
    return failed({ kind: "serverError", status, ...end });
  }
}

function millisecondsOf(retryAfter: string, now: number): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? shortestPause : date - now;
}

/** Whether the user waits for an answer. A background check becomes urgent when the user requests the same record. */
export class Urgency {
  #inBackground: boolean;
  #onRaise: (() => void) | undefined;

  constructor(inBackground: boolean) {
    this.#inBackground = inBackground;
  }

  get inBackground(): boolean {
    return this.#inBackground;
  }

  raise(): void {
    if (!this.#inBackground) return;
    this.#inBackground = false;
    this.#onRaise?.();
  }

  /** @param listener called when the urgency is raised; replaces an earlier listener */
  onRaise(listener: () => void): void {
    this.#onRaise = listener;
  }
}

interface Waiting {
  readonly urgency: Urgency;
  readonly start: () => void;
}

/** Limits how many tasks run at once. Background tasks start only when no other task waits. */
export class Slots {
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #runningInBackground = 0;

  /** @param mostInBackground how many slots background tasks may take */
  constructor(
    private readonly count: number,
    private readonly mostInBackground = count,
  ) {}

  /**
   * Runs the task when a slot is free. On abort, a waiting task starts at once, without a slot: it checks the signal
   * and ends.
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>, urgency = new Urgency(false)): Promise<T> {
    const release = await this.#take(signal, urgency);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** @returns a function that releases the slot */
  #take(signal: AbortSignal, urgency: Urgency): Promise<() => void> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(waiting);
        resolve(() => undefined);
      };
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        const { inBackground } = urgency;
        this.#running += 1;
        if (inBackground) this.#runningInBackground += 1;
        resolve(() => {
          this.#running -= 1;
          if (inBackground) this.#runningInBackground -= 1;
          this.#startNext();
        });
      };
      const waiting = { urgency, start };
      if (signal.aborted) {
        giveUp();
        return;
      }
      this.#waiting.add(waiting);
      signal.addEventListener("abort", giveUp, { once: true });
      urgency.onRaise(() => this.#startNext());
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#running === this.count) return;
    const next = this.#next();
    if (next === undefined) return;
    this.#waiting.delete(next);
    next.start();
  }

  #next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!waiting.urgency.inBackground) return waiting;
      first ??= waiting;
    }
    return this.#runningInBackground < this.mostInBackground ? first : undefined;
  }
}

// All windows of a user share the secret store. A window stores a lease there before it does work that only one window
// may do at a time; the other windows wait, and then read the result.

export const readLease = objectOf({
  /** A random ID of the window that has the lease. */
  by: readText,
  /** When another window may take the lease, in milliseconds since 1970. */
  until: readNumber,
});
type Lease = ReadBy<typeof readLease>;

/** The stored state, as of one read. */
interface StoredState<T> {
  readonly lease: unknown;
  /** A result that makes the lease unnecessary, usually another window's; undefined for none. */
  readonly done: T | undefined;
}

/** How long it may take until other windows read what one window has stored. */
const settlingMilliseconds = 250;

/**
 * Waits until this window has the lease, or another window has done the work. Throws the secret store's errors.
 *
 * @param milliseconds the duration of the lease
 * @param look reads the secret store, repeatedly; must return `done` after an abort
 */
export async function takeLease<T>(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
  look: () => Promise<StoredState<T>>,
  write: (lease: Lease) => Promise<unknown>,
): Promise<{ readonly kind: "taken"; readonly by: string } | { readonly kind: "done"; readonly value: T }> {
  const ownId = crypto.randomUUID();
  for (;;) {
    const found = await look();
    if (found.done !== undefined) return { kind: "done", value: found.done };
    const lease = readLease(found.lease);
    if (lease?.by === ownId) return { kind: "taken", by: ownId };
    const now = clock.now();
    // If a stored lease ends later than a new lease would, the clock was set back after a window stored it.
    if (lease === undefined || lease.until <= now || lease.until > now + milliseconds)
      await write({ by: ownId, until: now + milliseconds });
    await clock.wait(settlingMilliseconds, signal);
  }
}
