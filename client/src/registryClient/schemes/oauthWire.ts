// Sends requests to an authorization server and classifies failures. Imported only by the OAuth protocol modules.

import * as oauth from "oauth4webapi";
import type { RegistryError } from "../registryError";
import type { ExchangeLimits, Transport } from "../transport";
import { type Challenge, isScope, resourceMetadataIn } from "./credential";

/** The transport, clock and abort signal of requests. */
export interface Wire {
  readonly transport: Transport;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Why a request failed. `host`: the server's. */
export type OAuthFailure =
  /** The server cannot be reached, or reports an internal error. */
  | { readonly kind: "unavailable"; readonly host: string; readonly error: RegistryError }
  /** The server refuses; `code` is that of RFC 6749, for example `invalid_grant`. */
  | { readonly kind: "refused"; readonly host: string; readonly code: string }
  /** The server's answer violates the protocol. */
  | { readonly kind: "unsound"; readonly host: string };

/** A registry in the Internet names a host in an inner network; the client has sent that host nothing. */
export interface InnerNetwork {
  readonly kind: "inner";
  readonly host: string;
}

export type OAuthOutcome<T> = { readonly kind: "ok"; readonly value: T } | OAuthFailure;

const limits: ExchangeLimits = {
  silenceMilliseconds: 20_000,
  totalMilliseconds: 60_000,
  bodyBytes: 64 * 1024,
};

/** The library's options for a request to a pinned address. */
export function optionsFor(wire: Wire, isPinned: (url: URL) => boolean) {
  return { [oauth.customFetch]: sending(wire, isPinned), signal: wire.signal };
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Sends requests to an authorization server: https only, pinned addresses only, no redirects, at most 64 KB, no
 * logging.
 */
export function sending({ transport, signal }: Wire, isPinned: (url: URL) => boolean) {
  return async (address: string, { method, headers, body }: Sent): Promise<Response> => {
    const url = new URL(address);
    if (url.protocol !== "https:" || !isPinned(url)) throw new Unsound();
    const type = headers["content-type"] ?? "application/x-www-form-urlencoded";
    const text = typeof body === "string" ? body : body instanceof URLSearchParams ? body.toString() : "";
    const answer = await transport.exchange(
      {
        url,
        headers: { accept: "application/json" },
        limits,
        ...(method === "POST" ? { post: { type, text } } : {}),
      },
      signal,
    );
    if (answer.kind === "failed") throw new Unsent(answer.error);
    const { status } = answer;
    if (status >= 500 || status === 429) throw new Unsent({ kind: "serverError", status });
    if (status < 200 || (status >= 300 && status < 400)) throw new Unsound();
    const contentType = answer.headers["content-type"] ?? "";
    // Copies: for the types, a `Uint8Array` may be shared memory, which `Blob` does not take.
    const content = status === 204 ? null : new Blob(answer.body.map((piece) => new Uint8Array(piece)));
    return new Response(content, { status, headers: { "content-type": contentType } });
  };
}

/** The server cannot be reached, or reports an internal error. */
class Unsent extends Error {
  constructor(readonly error: RegistryError) {
    super(error.kind);
  }
}

/** A server's answer violates the protocol. */
export class Unsound extends Error {}

/** Codes that replace the statuses 500 and 503 in a redirect (RFC 6749, section 4.1.2.1). */
const ownProblems = new Set(["server_error", "temporarily_unavailable"]);

/** Runs a request and converts its errors. `host`: the server's. */
export async function attempt<T>(host: string, work: () => Promise<T>): Promise<OAuthOutcome<T>> {
  try {
    return { kind: "ok", value: await work() };
  } catch (error) {
    if (error instanceof Unsent) return { kind: "unavailable", host, error: error.error };
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
      const code = error.error;
      if (!ownProblems.has(code)) return { kind: "refused", host, code };
      return { kind: "unavailable", host, error: { kind: "serverError", status: 503 } };
    }
    return { kind: "unsound", host };
  }
}

/** Whether an address that a server names is https, without user name and password. */
export function isSecure(address: unknown): address is string {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && username === "" && password === "";
}

/**
 * Returns a test whether a URL is the endpoint's. Compares normalised: servers may write capital letters or `:443`.
 */
export function leadsTo(endpoint = ""): (url: URL) => boolean {
  return (url) => URL.canParse(endpoint) && url.href === new URL(endpoint).href;
}

// Discovers a registry's authorization server, and that server's endpoints.

/** The issuer and the scopes of a registry's tokens (RFC 9728). */
interface ProtectedResource {
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/** An authorization server, from its metadata (RFC 8414). */
export interface AuthorizationServer {
  readonly metadata: oauth.AuthorizationServer;
  readonly issuer: string;
  readonly host: string;
  readonly canRegister: boolean;
  readonly hasDeviceCode: boolean;
  readonly scopes: readonly string[];
  /** The host of the page that the browser opens. */
  readonly pageHost: string;
  /** The hosts of its endpoints outside of the issuer's origin. */
  readonly otherHosts: readonly string[];
  /** Whether the server's answers name the issuer (RFC 9207), so that the client detects answers of another server. */
  readonly namesItself: boolean;
}

/** The metadata fields whose addresses the browser or this client opens. */
const endpoints = [
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
  "device_authorization_endpoint",
] as const;

/**
 * Reads the metadata that the registry's challenge links to. Accepts metadata only from the registry's own origin, and
 * only for this very registry (RFC 9728, section 3.3).
 *
 * @param address the registry's base URL
 * @returns undefined if no challenge has a link
 */
export async function readResource(
  wire: Wire,
  address: string,
  challenges: readonly Challenge[],
): Promise<OAuthOutcome<ProtectedResource> | undefined> {
  const [link] = challenges.flatMap((challenge) => resourceMetadataIn(challenge) ?? []);
  if (link === undefined) return undefined;
  const { origin, host } = new URL(address);
  if (!URL.canParse(link) || new URL(link).origin !== origin) return { kind: "unsound", host };
  return attempt(host, async () => {
    const send = sending(wire, leadsTo(link));
    const response = await send(link, { method: "GET", headers: {} });
    const read = await oauth.processResourceDiscoveryResponse(new URL(address), response);
    const [issuer] = read.authorization_servers ?? [];
    if (issuer === undefined || !isSecure(issuer)) throw new Unsound();
    return { issuer, scopes: scopesIn(read.scopes_supported) };
  });
}

/**
 * Reads the metadata of an authorization server: by RFC 8414, else by OpenID Connect Discovery. The metadata must name
 * the given issuer, offer S256 (RFC 7636), and have https endpoints only.
 *
 * @param registry the base URL of the registry that names the issuer; absent if the user named it. A registry in the
 * Internet must not lead into an inner network.
 */
export async function readServer(
  wire: Wire,
  issuer: string,
  registry?: string,
): Promise<OAuthOutcome<AuthorizationServer> | InnerNetwork> {
  const { host, origin } = new URL(issuer);
  const innerAmong = async (urls: readonly URL[]): Promise<InnerNetwork | undefined> => {
    if (registry === undefined) return undefined;
    const { hostname } = new URL(registry);
    for (const url of urls) {
      if (!(await mayLeadTo(url.hostname, hostname, wire.transport)))
        return { kind: "inner", host: url.host };
    }
    return undefined;
  };
  const read = (algorithm: "oauth2" | "oidc") =>
    attempt(host, async () => {
      const [options, identifier] = [optionsFor(wire, (url) => url.origin === origin), new URL(issuer)];
      const response = await oauth.discoveryRequest(identifier, { ...options, algorithm });
      const metadata = await oauth.processDiscoveryResponse(identifier, response);
      const { authorization_endpoint, token_endpoint, code_challenge_methods_supported } = metadata;
      const named = endpoints.flatMap((name) => metadata[name] ?? []);
      const isSound =
        authorization_endpoint !== undefined &&
        token_endpoint !== undefined &&
        named.every(isSecure) &&
        code_challenge_methods_supported?.includes("S256") === true;
      if (!isSound) throw new Unsound();
      const others = named.map((each) => new URL(each)).filter((url) => url.origin !== origin);
      return {
        metadata,
        issuer: metadata.issuer,
        host,
        canRegister: metadata.registration_endpoint !== undefined,
        hasDeviceCode: metadata.device_authorization_endpoint !== undefined,
        scopes: scopesIn(metadata.scopes_supported),
        pageHost: new URL(authorization_endpoint).host,
        otherHosts: [...new Set(others.map((url) => url.host))],
        namesItself: metadata.authorization_response_iss_parameter_supported === true,
      };
    });
  const inner = await innerAmong([new URL(issuer)]);
  if (inner !== undefined) return inner;
  const first = await read("oauth2");
  const server = first.kind === "unsound" ? await read("oidc") : first;
  if (server.kind !== "ok") return server;
  return (await innerAmong(server.value.otherHosts.map((each) => new URL(`https://${each}`)))) ?? server;
}

/**
 * The redirect path for an issuer. It is unique per issuer: if a hostile server sends the browser on to an honest
 * server, the honest server rejects the hostile issuer's path (RFC 9700, section 4.4.2.2).
 *
 * @returns the first 32 hexadecimal digits of the SHA-256 of the issuer identifier
 */
export async function redirectPath(issuer: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(issuer));
  const bytes = [...new Uint8Array(digest).subarray(0, 16)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Filters the valid scopes: a server may send any JSON value. */
function scopesIn(named: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(named) ? named : [];
  return all.filter((each): each is string => typeof each === "string" && isScope(each));
}

/**
 * Whether a host may be in the Internet, not in an inner network, by its name or address alone.
 *
 * @param host a `URL.hostname`, or an address from a resolver
 */
export function isPublic(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  // Of the Internet's unicast addresses, only 2000::/3 is assigned (RFC 4291, section 2.4); 2002::/16 embeds an IPv4
  // address.
  if (name.includes(":")) return /^[23][0-9a-f]{3}:/.test(name) && !name.startsWith("2002:");
  const isIPv4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(name);
  return isIPv4 ? !innerIPv4Ranges.some((range) => range.test(name)) : !innerNames.test(name);
}

/** Names that the public DNS does not resolve (RFC 6761, 6762, 8375), or of one label only. */
const innerNames = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa)$/;

/** IPv4 ranges that the Internet does not route (RFC 6890), and multicast. */
const innerIPv4Ranges: readonly RegExp[] = [
  /^(0|10|127)\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.(168|0\.0)\./,
  /^198\.1[89]\./,
  /^(22[4-9]|2[3-5]\d)\./,
];

/**
 * Whether the client may send requests to a host that a registry names: to any host in the Internet, and to every host
 * if the registry is in an inner network. So no registry in the Internet reaches into the user's inner network.
 *
 * @param registry the host of the registry
 */
async function mayLeadTo(
  hostname: string,
  registry: string,
  { addressesOf }: Pick<Transport, "addressesOf">,
): Promise<boolean> {
  const isInTheInternet = async (host: string) =>
    isPublic(host) && ((await addressesOf?.(host)) ?? []).every(isPublic);
  return hostname === registry || (await isInTheInternet(hostname)) || !(await isInTheInternet(registry));
}
