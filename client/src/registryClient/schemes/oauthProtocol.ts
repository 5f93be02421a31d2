// The OAuth 2.0 messages between this client and an authorization server, by the library `oauth4webapi`, which sends
// through `oauthWire`. Imported only for a sign-in in the browser, or to renew or revoke a token.

import * as oauth from "oauth4webapi";
import { type OAuthTokens, type Keeping, type StoredFields, readTokens } from "./credential";
import type { AuthorizationServer, OAuthOutcome, Wire } from "./oauthWire";
import { attempt, isSecure, leadsTo, optionsFor, Unsound } from "./oauthWire";
import { type Failed, failed } from "../registryError";
import { readLease, takeLease } from "../requestTurns";

export type { AuthorizationServer };
export { readResource, readServer, redirectPath } from "./oauthWire";

export interface SignInRequest {
  readonly server: AuthorizationServer;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The registry's base URL (RFC 8707). */
  readonly resource: string;
}

/** Registers this client (RFC 7591). @returns its identifier */
export async function register(
  wire: Wire,
  { metadata, host }: AuthorizationServer,
  redirectUris: readonly string[],
): Promise<OAuthOutcome<string>> {
  return attempt(host, async () => {
    const options = optionsFor(wire, leadsTo(metadata.registration_endpoint));
    const response = await oauth.dynamicClientRegistrationRequest(
      metadata,
      {
        client_name: "Analyses & Registry",
        application_type: "native",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token", deviceGrant],
        response_types: ["code"],
        redirect_uris: [...redirectUris],
      },
      options,
    );
    const client = await oauth.processDynamicClientRegistrationResponse(response);
    return client.client_id;
  });
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** An authorization request, and how to redeem its answer. */
export interface Authorization {
  /** The address to open in the browser. */
  readonly url: string;
  /** 256 random bits; the client ignores answers without this state. */
  readonly state: string;
  /** Exchanges the answer's parameters for tokens, once. */
  readonly redeem: (wire: Wire, answer: URLSearchParams) => Promise<OAuthOutcome<OAuthTokens>>;
}

/** Makes an authorization request with PKCE (RFC 7636, S256), `state` and `resource`. */
export async function authorizationRequest(
  request: SignInRequest,
  redirectUri: string,
): Promise<Authorization> {
  const { server, clientId, scopes, resource } = request;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.metadata.authorization_endpoint ?? "");
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  let isUsed = false;
  return {
    url: url.href,
    state,
    redeem: (wire, answer) =>
      attempt(server.host, async () => {
        if (isUsed) throw new Unsound();
        isUsed = true;
        const client = clientOf(clientId);
        // Checks `iss` if present or announced (RFC 9207).
        const checked = oauth.validateAuthResponse(server.metadata, client, answer, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server.metadata,
          client,
          oauth.None(),
          checked,
          redirectUri,
          verifier,
          grantOptions(wire, server.metadata.token_endpoint, resource),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server.metadata, client, response);
        return tokensOf(tokens, request, wire);
      }),
  };
}

/** A code that the user enters in a browser (RFC 8628). */
export interface DeviceCode {
  readonly userCode: string;
  /** The page to open; its address contains the code if the server offers such an address. */
  readonly address: string;
  /** Whether the page is at the issuer's own origin. */
  readonly isOwn: boolean;
  /** Polls until the user has entered the code, at the interval that the server requests. */
  readonly wait: (
    wire: Wire,
    pause: (milliseconds: number) => Promise<void>,
  ) => Promise<OAuthOutcome<OAuthTokens>>;
}

/** Bounds of the polling interval, in seconds: servers may request any number. */
const [shortestInterval, longestInterval] = [1, 300];

export async function deviceCode(wire: Wire, request: SignInRequest): Promise<OAuthOutcome<DeviceCode>> {
  const { server, clientId, scopes, resource } = request;
  const client = clientOf(clientId);
  return attempt(server.host, async () => {
    const codeResponse = await oauth.deviceAuthorizationRequest(
      server.metadata,
      client,
      oauth.None(),
      { resource, ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }) },
      optionsFor(wire, leadsTo(server.metadata.device_authorization_endpoint)),
    );
    const code = await oauth.processDeviceAuthorizationResponse(server.metadata, client, codeResponse);
    const address = code.verification_uri_complete ?? code.verification_uri;
    // The extension displays and copies the code, so the code must not contain control characters.
    if (!isSecure(address) || !/^[^\p{C}]{1,60}$/u.test(code.user_code)) throw new Unsound();
    const end = wire.now() + code.expires_in * 1000;
    return {
      userCode: code.user_code,
      address: new URL(address).href,
      isOwn: new URL(address).origin === new URL(server.issuer).origin,
      wait: async (waiting, pause) => {
        let interval = Math.max(code.interval ?? 5, shortestInterval);
        for (;;) {
          await pause(Math.min(interval, longestInterval) * 1000);
          const outcome = await attempt(server.host, async () => {
            const response = await oauth.deviceCodeGrantRequest(
              server.metadata,
              client,
              oauth.None(),
              code.device_code,
              grantOptions(waiting, server.metadata.token_endpoint, resource),
            );
            const tokens = await oauth.processDeviceCodeResponse(server.metadata, client, response);
            return tokensOf(tokens, request, waiting);
          });
          const isOver = waiting.signal.aborted || waiting.now() >= end;
          if (isOver || outcome.kind === "ok" || outcome.kind === "unsound") return outcome;
          // The interval after each error is that of RFC 8628, section 3.5.
          if (outcome.kind === "unavailable") interval *= 2;
          else if (outcome.code === "slow_down") interval += 5;
          else if (outcome.code !== "authorization_pending") return outcome;
        }
      },
    };
  });
}

/** Exchanges the refresh token (RFC 6749, section 6) at the endpoint that was pinned at sign-in. */
export async function refresh(wire: Wire, tokens: OAuthTokens): Promise<OAuthOutcome<OAuthTokens>> {
  const { issuer, tokenEndpoint, clientId, resource } = tokens;
  const metadata = { issuer, token_endpoint: tokenEndpoint };
  const client = clientOf(clientId);
  return attempt(new URL(tokenEndpoint).host, async () => {
    const options = grantOptions(wire, tokenEndpoint, resource);
    const response = await oauth.refreshTokenGrantRequest(
      metadata,
      client,
      oauth.None(),
      tokens.refresh,
      options,
    );
    const answer = await oauth.processRefreshTokenResponse(metadata, client, response);
    return { ...tokens, ...grantedBy(answer, wire, tokens) };
  });
}

/** Revokes the sign-in (RFC 7009), if the server has an endpoint for that. */
export async function revoke(
  wire: Wire,
  { issuer, revocationEndpoint, clientId, refresh: token, access }: OAuthTokens,
): Promise<void> {
  if (revocationEndpoint === "") return;
  const metadata = { issuer, revocation_endpoint: revocationEndpoint };
  const options = optionsFor(wire, leadsTo(revocationEndpoint));
  await attempt(new URL(revocationEndpoint).host, async () => {
    const given = token === "" ? access : token;
    await oauth.revocationRequest(metadata, clientOf(clientId), oauth.None(), given, options);
  });
}

/** The options of a request for tokens, which are for the registry (RFC 8707). */
function grantOptions(wire: Wire, endpoint: string | undefined, resource: string) {
  return { ...optionsFor(wire, leadsTo(endpoint)), additionalParameters: { resource } };
}

/** Tolerates any age of an ID token: the client uses none, and this computer's clock may be wrong. */
function clientOf(clientId: string): oauth.Client {
  return { client_id: clientId, [oauth.clockTolerance]: 100 * 365 * 24 * 3600 };
}

function tokensOf(
  answer: oauth.TokenEndpointResponse,
  { server, clientId, scopes, resource }: SignInRequest,
  wire: Wire,
): OAuthTokens {
  return {
    ...grantedBy(answer, wire, { refresh: "", scopes }),
    issuer: server.issuer,
    tokenEndpoint: server.metadata.token_endpoint ?? "",
    revocationEndpoint: server.metadata.revocation_endpoint ?? "",
    clientId,
    resource,
    grant: crypto.randomUUID(),
  };
}

/** The maximum time before its expiry at which a token is renewed, in milliseconds. */
const maxAhead = 60_000;

function grantedBy(
  { access_token: access, token_type, refresh_token, expires_in, scope }: oauth.TokenEndpointResponse,
  { now }: Wire,
  before: Pick<OAuthTokens, "refresh" | "scopes">,
): Pick<OAuthTokens, "access" | "refresh" | "expiresAt" | "renewAhead" | "scopes"> {
  // Registries accept only bearer tokens (specification, section 5.2); the header holds only visible ASCII.
  if (token_type !== "bearer" || !/^[\x21-\x7e]{1,8192}$/.test(access)) throw new Unsound();
  return {
    access,
    refresh: refresh_token ?? before.refresh,
    expiresAt: expires_in === undefined ? 0 : now() + expires_in * 1000,
    // At most half of the token's lifetime: a token of one minute must not be renewed for each request.
    renewAhead: Math.min(maxAhead, (expires_in ?? 0) * 500),
    scopes: scope === undefined ? before.scopes : scope.split(" ").filter((text) => text !== ""),
  };
}

// Renews tokens that all windows of a user share: servers that rotate refresh tokens treat a second use as theft
// (RFC 9700, section 4.14.2), so one window renews, and the others read the stored result.

/** `ended`: the server refuses, or the sign-in is no longer stored. */
type Renewal =
  { readonly kind: "renewed"; readonly tokens: OAuthTokens } | { readonly kind: "ended" } | Failed;

/** Temporary errors, which do not end the sign-in. */
const temporaryErrors = new Set(["temporarily_unavailable", "server_error"]);
/** How long one window may take to renew before another window may. */
const leaseMilliseconds = 70_000;

/**
 * The milliseconds of the pause after a first failed renewal; each further failure doubles the pause, up to the
 * longest.
 */
const [shortestPause, longestPause] = [30_000, 240_000];

/**
 * The renewals of one sign-in. During the pause after a failure, `renew` returns that failure without a request, unless
 * the user retries or another window has stored a result.
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

/** Renews tokens, or returns the tokens that another window has renewed meanwhile. */
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
  // Never aborted: several requests wait for one renewal.
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
  const outcome = await refresh(wire, tokens);
  if (outcome.kind === "ok") {
    if (await storeRenewed(keeping, outcome.value)) return { kind: "renewed", tokens: outcome.value };
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
  if (code !== "" && !temporaryErrors.has(code)) return { kind: "ended" };
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
async function storeRenewed(keeping: Keeping, tokens: OAuthTokens): Promise<boolean> {
  try {
    return await keeping.write({ ...tokens, lease: undefined });
  } catch {
    // The secret store failed. The old tokens may be invalid by now: this window uses the new ones, unstored.
    return true;
  }
}
