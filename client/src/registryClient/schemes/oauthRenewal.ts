import type { Failed } from "../registryError";
import { failed } from "../registryError";
import { readLease, takeLease } from "../lease";
import type { Keeping, OAuthTokens, StoredFields } from "./credential";
import { readTokens } from "./credential";

// Renews tokens that all windows of a user share: servers that rotate refresh tokens treat a second use as theft
// (RFC 9700, section 4.14.2), so one window renews, and the others read the stored result.

/** `ended`: the server refuses, or the sign-in is no longer stored. */
type Renewal =
  { readonly kind: "renewed"; readonly tokens: OAuthTokens } | { readonly kind: "ended" } | Failed;

/** Temporary errors, which do not end the sign-in. */
const passing = new Set(["temporarily_unavailable", "server_error"]);
/** How long one window may take to renew before another one may. */
const leaseMilliseconds = 70_000;

/** The pause after a failed renewal: the first one, and the longest after repeated failures. */
const [shortestPause, longestPause] = [30_000, 240_000];

/**
 * The renewals of one sign-in. During the pause after a failure they return that failure without a request, unless the
 * user retries or another window has stored a result.
 */
export class Renewals {
  #pause: { readonly failure: Failed; readonly from: number; readonly length: number } | undefined;

  async renew(keeping: Keeping, tokens: OAuthTokens, insists: boolean): Promise<Renewal> {
    const { clock } = keeping;
    const pause = this.#pause;
    if (pause !== undefined && !insists) {
      const since = clock.now() - pause.from;
      // A clock that was set back ends the pause.
      if (since >= 0 && since < pause.length) {
        const stored = await keeping.read().catch(() => undefined);
        return (stored && doneElsewhere(stored, tokens)) ?? pause.failure;
      }
    }
    const outcome = await renewTokens(keeping, tokens);
    const length = Math.min((pause?.length ?? shortestPause / 2) * 2, longestPause);
    this.#pause = outcome.kind === "failed" ? { failure: outcome, from: clock.now(), length } : undefined;
    return outcome;
  }
}

/** Renews tokens, or returns those that another window has renewed meanwhile. */
async function renewTokens(keeping: Keeping, tokens: OAuthTokens): Promise<Renewal> {
  try {
    return await renewOnce(keeping, tokens);
  } catch {
    // The secret store failed.
    return failed({ kind: "notRenewed", host: new URL(tokens.tokenEndpoint).host });
  }
}

async function renewOnce(keeping: Keeping, tokens: OAuthTokens): Promise<Renewal> {
  const { clock } = keeping;
  const { signal } = new AbortController();
  const taking = await takeLease(
    clock,
    leaseMilliseconds,
    signal,
    async () => {
      const stored = await keeping.read();
      return { lease: stored.lease, done: doneElsewhere(stored, tokens) };
    },
    (lease) => keeping.write({ ...tokens, lease }),
  );
  if (taking.kind === "done") return taking.value;
  const wire = { transport: keeping.transport, now: () => clock.now(), signal };
  const { refresh, revoke } = await import("./oauthProtocol");
  const outcome = await refresh(wire, tokens);
  if (outcome.kind === "ok") {
    if (await isKept(keeping, outcome.value)) return { kind: "renewed", tokens: outcome.value };
    // Revokes only if the present sign-in is with another issuer: one server may revoke all grants of a person at once,
    // the new sign-in too (RFC 7009, section 2.1).
    if (readTokens(await keeping.read())?.issuer !== tokens.issuer) await revoke(wire, outcome.value);
    return { kind: "ended" };
  }
  // If the computer slept meanwhile, another window may have taken the lease: use its result.
  if (readLease((await keeping.read()).lease)?.by !== taking.by) return renewOnce(keeping, tokens);
  const code = outcome.kind === "refused" ? outcome.code : "";
  // Deletes a refused refresh token, so that no other window sends it again.
  const refreshNow = code === "invalid_grant" ? "" : tokens.refresh;
  await keeping.write({ ...tokens, refresh: refreshNow, lease: undefined });
  if (code !== "" && !passing.has(code)) return { kind: "ended" };
  return failed({ kind: "notRenewed", host: outcome.host });
}

/** The result of another window's renewal or sign-out; undefined if the stored tokens are unchanged. */
function doneElsewhere(stored: StoredFields, tokens: OAuthTokens): Renewal | undefined {
  const kept = readTokens(stored);
  // Another window signed out or signed in again: these tokens are obsolete.
  if (kept?.grant !== tokens.grant) return { kind: "ended" };
  if (kept.access !== tokens.access) return { kind: "renewed", tokens: kept };
  return kept.refresh === "" ? { kind: "ended" } : undefined;
}

/** Stores renewed tokens; false if the user has signed out or signed in again meanwhile. */
async function isKept(keeping: Keeping, tokens: OAuthTokens): Promise<boolean> {
  try {
    return await keeping.write({ ...tokens, lease: undefined });
  } catch {
    // The secret store failed. The old tokens may be invalid by now: this window uses the new ones, unstored.
    return true;
  }
}
