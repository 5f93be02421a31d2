import type { Failed } from "../registryError";
import { failed } from "../registryError";
import { readLease, takeLease } from "../lease";
import type { Keeping, OAuthTokens, StoredFields } from "./credential";
import { readTokens } from "./credential";

// Renewing tokens that all windows of a user share: servers that exchange refresh tokens at each use take a second use
// for theft (RFC 9700, section 4.14.2), so that one window renews, and the others read what it wrote.

/** `ended`: the server refuses. */
type Renewal =
  { readonly kind: "renewed"; readonly tokens: OAuthTokens } | { readonly kind: "ended" } | Failed;

/** Refusals that say nothing about the sign-in. */
const passing = new Set(["temporarily_unavailable", "server_error"]);
/** How long a window may take to renew before another one does. */
const leaseMilliseconds = 70_000;

/** How long a server that did not renew tokens is left in peace: at first, and after many times in a row. */
const [shortestPause, longestPause] = [30_000, 240_000];

/**
 * The renewals of one sign-in: after one that failed there is a pause, whoever asks, but for somebody who insists; what
 * another window does meanwhile counts at once.
 */
export class Renewals {
  #pause: { readonly failure: Failed; readonly from: number; readonly length: number } | undefined;

  async renew(keeping: Keeping, tokens: OAuthTokens, insists: boolean): Promise<Renewal> {
    const { clock } = keeping;
    const pause = this.#pause;
    if (pause !== undefined && !insists) {
      const since = clock.now() - pause.from;
      // A clock that was put back ends the pause.
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

/** Renews tokens, or takes those that another window has renewed meanwhile. */
async function renewTokens(keeping: Keeping, tokens: OAuthTokens): Promise<Renewal> {
  try {
    return await renewOnce(keeping, tokens);
  } catch {
    // The secret store does not answer.
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
    // Of one person a server may end all grants with one of them, also what took their place (RFC 7009, section 2.1).
    if (readTokens(await keeping.read())?.issuer !== tokens.issuer) await revoke(wire, outcome.value);
    return { kind: "ended" };
  }
  // Where the computer slept meanwhile, another window has taken the lease: what counts is what it finds out.
  if (readLease((await keeping.read()).lease)?.by !== taking.by) return renewOnce(keeping, tokens);
  const code = outcome.kind === "refused" ? outcome.code : "";
  // What was refused is not kept, so that no other window sends it again.
  const refreshNow = code === "invalid_grant" ? "" : tokens.refresh;
  await keeping.write({ ...tokens, refresh: refreshNow, lease: undefined });
  if (code !== "" && !passing.has(code)) return { kind: "ended" };
  return failed({ kind: "notRenewed", host: outcome.host });
}

/** What another window has made of tokens; undefined where they are as they were. */
function doneElsewhere(stored: StoredFields, tokens: OAuthTokens): Renewal | undefined {
  const kept = readTokens(stored);
  // Signed out, or signed in anew, in another window: these tokens are not used any more.
  if (kept?.grant !== tokens.grant) return { kind: "ended" };
  if (kept.access !== tokens.access) return { kind: "renewed", tokens: kept };
  return kept.refresh === "" ? { kind: "ended" } : undefined;
}

/** Whether renewed tokens may be used: not where somebody has signed out, or signed in anew, meanwhile. */
async function isKept(keeping: Keeping, tokens: OAuthTokens): Promise<boolean> {
  try {
    return await keeping.write({ ...tokens, lease: undefined });
  } catch {
    // The secret store does not answer. The tokens before are worth nothing any more: these last for this window.
    return true;
  }
}
