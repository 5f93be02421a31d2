import type { Clock } from "./transport";
import type { Failed } from "./registryError";
import { failed } from "./registryError";

/** The registry says that it is busy by these (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const busyStatuses = new Set([429, 503]);

const shortestPause = 1_000;
/** How long a request waits before it fails. */
const longestWait = 10_000;
/** After this time the registry is asked again, however long it wants to be left in peace. */
const longestPause = 60 * 60_000;
/** So that not all clients come back in the same moment. */
const mostSpread = 0.1;
const mostPatience = longestWait * (1 + mostSpread);
/** So often in a row may the registry be busy before reads in the background are given up. */
const mostTries = 3;

/** A request while it waits for its turn. */
export interface Turn {
  readonly number: number;
  readonly inBackground: () => boolean;
  /** Somebody asked for it anew: a person's retry does not keep a registry busy. */
  readonly insists: boolean;
}

/** The one pause that all requests to a registry make when it says that it is busy. */
export class BusyPause {
  readonly #clock: Clock;
  #begunAt = 0;
  #until = 0;
  /** How many requests were sent, and how many before the present pause. */
  #sent = 0;
  #sentBefore = 0;
  #status = 503;
  /** How many pauses were made without another answer in between. */
  #inARow = 0;
  #turns = 0;
  /** Of the turns up to this number, those in the background are given up. */
  #givenUp = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nextTurn(inBackground: () => boolean, insists: boolean): Turn {
    this.#turns += 1;
    return { number: this.#turns, inBackground, insists };
  }

  /** Whether a request may be sent now. */
  lets({ insists }: Turn): boolean {
    const remaining = this.#remaining();
    return remaining <= 0 || (insists && remaining > mostPatience);
  }

  /**
   * Waits for the end of the pause.
   *
   * @returns the error with which the request ends without being sent, where it does not wait that long
   */
  async wait(turn: Turn, signal: AbortSignal): Promise<Failed | undefined> {
    for (;;) {
      if (turn.inBackground() && turn.number <= this.#givenUp) return this.#failed();
      const remaining = this.#remaining();
      if (this.lets(turn) || signal.aborted) return undefined;
      if (remaining > mostPatience) return this.#failed();
      await this.#clock.wait(remaining, signal);
    }
  }

  /** @returns the number of a request that is about to be sent */
  nextRequest(): number {
    this.#sent += 1;
    return this.#sent;
  }

  /**
   * Notes what the registry answered.
   *
   * @param request its number
   * @param retryAfter the header `Retry-After`: seconds or a date (RFC 9110, section 10.2.3)
   * @returns whether the request is to be sent again after the pause
   */
  note(status: number, retryAfter: string | undefined, request: number): boolean {
    const now = this.#clock.now();
    if (!busyStatuses.has(status)) {
      this.#inARow = 0;
      if (request > this.#sentBefore) this.#until = 0;
      return false;
    }
    const wanted = retryAfter === undefined ? shortestPause : millisecondsOf(retryAfter.trim(), now);
    const isShort = wanted <= longestWait;
    const length = Math.min(Math.max(wanted, shortestPause), longestPause);
    // What was sent before the pause says nothing new.
    if (request > this.#sentBefore) this.#inARow += 1;
    if (this.#inARow >= mostTries) this.#givenUp = this.#turns;
    this.#begunAt = now;
    this.#sentBefore = this.#sent;
    this.#until = Math.max(this.#until, now + length * (isShort ? 1 + Math.random() * mostSpread : 1));
    this.#status = status;
    return isShort;
  }

  /** In milliseconds; none where the computer's clock was put back meanwhile. */
  #remaining(): number {
    const now = this.#clock.now();
    return now < this.#begunAt ? 0 : this.#until - now;
  }

  #failed(): Failed {
    return failed(busyError(this.#status, this.#until, this.#clock.now()));
  }

  /** The error of a request that the registry answered so. */
  errorOf(status: number): Failed | undefined {
    return busyStatuses.has(status) ? failed(busyError(status, this.#until, this.#clock.now())) : undefined;
  }
}

/** The time is said where it is worth waiting for. */
function busyError(status: number, until: number, now: number) {
  const kind = "serverError" as const;
  return until - now > longestWait ? { kind, status, busyUntil: until } : { kind, status };
}

function millisecondsOf(retryAfter: string, now: number): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? shortestPause : date - now;
}

/** Whether somebody waits for an answer. A check in the background becomes urgent when somebody asks the same. */
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

  /** @param listener called once it is raised; there is one listener at a time */
  onRaise(listener: () => void): void {
    this.#onRaise = listener;
  }
}

interface Waiting {
  readonly urgency: Urgency;
  readonly start: () => void;
}

/** Lets a limited number of tasks run at once. Of the others, what somebody waits for has its turn first. */
export class Slots {
  readonly #count: number;
  readonly #mostInBackground: number;
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #runningInBackground = 0;

  /** @param mostInBackground how many of them tasks in the background may take */
  constructor(count: number, mostInBackground = count) {
    this.#count = count;
    this.#mostInBackground = mostInBackground;
  }

  /**
   * Runs the task when a slot is free. Once the signal is aborted, a task that still waits is given its turn
   * at once, without a slot: it looks at the signal and ends.
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>, urgency = new Urgency(false)): Promise<T> {
    const release = await this.#take(signal, urgency);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** @returns gives the slot back */
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
    if (this.#running === this.#count) return;
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
    return this.#runningInBackground < this.#mostInBackground ? first : undefined;
  }
}
