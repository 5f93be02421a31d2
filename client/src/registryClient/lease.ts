import type { Clock } from "./transport";

// The windows of a user share the secret store. What may be done once only, one of them does, under a lease that it
// stores for as long; the others wait, and read what came of it.

export interface Lease {
  /** Made up by the window that has it. */
  readonly by: string;
  /** In milliseconds since 1970: from then on another window may take it. */
  readonly until: number;
}

/** What is stored, as one reading of it finds it. */
interface Found<T> {
  readonly lease: unknown;
  /** What another window has done meanwhile, so that no lease is needed; undefined for nothing. */
  readonly done: T | undefined;
}

/** How long what one window stores may take to be seen by the others. */
const settlingMilliseconds = 250;

/**
 * Waits until this window has the lease, or another one has done what it was for. Throws what the secret store throws.
 *
 * @param milliseconds for how long it is taken
 * @param look is asked again while another window has the lease; once the signal is aborted, it says so as `done`
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
    // One that lasts longer than any was taken before the clock was put back.
    if (lease === undefined || lease.until <= now || lease.until > now + milliseconds)
      await write({ by: own, until: now + milliseconds });
    await clock.wait(settlingMilliseconds, signal);
  }
}

/** Undefined for what is no lease. */
export function readLease(stored: unknown): Lease | undefined {
  if (typeof stored !== "object" || stored === null || !("by" in stored) || !("until" in stored))
    return undefined;
  const { by, until } = stored;
  return typeof by === "string" && typeof until === "number" ? { by, until } : undefined;
}
