import { objectOf, readNumber, readText } from "@analyses/protocol/message";
import type { Clock } from "./transport";

// The windows of a user share the secret store. Work that must be done only once is done by the window that stores a
// lease for its duration; the others wait, and read the result.

export interface Lease {
  /** The random ID of the holder. */
  readonly by: string;
  /** In milliseconds since 1970: from then on another window may take it. */
  readonly until: number;
}

/** The stored state, as of one read. */
interface Found<T> {
  readonly lease: unknown;
  /** A result that makes the lease unnecessary, usually another window's; undefined for none. */
  readonly done: T | undefined;
}

/** How long it may take until other windows read what one window has stored. */
const settlingMilliseconds = 250;

/**
 * Waits until this window has the lease, or another one has done the work. Throws the secret store's errors.
 *
 * @param milliseconds the duration of the lease
 * @param look called repeatedly while another window has the lease; to stop on abort, it must return `done`
 */
export async function takeLease<T>(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
  look: () => Promise<Found<T>>,
  write: (lease: Lease) => Promise<unknown>,
): Promise<{ readonly kind: "taken"; readonly by: string } | { readonly kind: "done"; readonly value: T }> {
  const own = crypto.randomUUID();
  for (;;) {
    const found = await look();
    if (found.done !== undefined) return { kind: "done", value: found.done };
    const lease = readLease(found.lease);
    if (lease?.by === own) return { kind: "taken", by: own };
    const now = clock.now();
    // A lease that outlasts a new one dates from before the clock was set back.
    if (lease === undefined || lease.until <= now || lease.until > now + milliseconds)
      await write({ by: own, until: now + milliseconds });
    await clock.wait(settlingMilliseconds, signal);
  }
}

/** Undefined if the value is not a lease. */
export const readLease = objectOf<Lease>({ by: readText, until: readNumber });
