import * as oauth from "oauth4webapi";
import type { RegistryError } from "../registryError";
import type { ExchangeLimits, Transport } from "../transport";

// Sends requests to an authorization server and classifies failures. Imported only by the OAuth protocol modules.

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

/** A registry in the Internet leads to a host in an inner network: the client sent that host nothing. */
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
    const content = status === 204 ? null : bytesOf(answer.body);
    return new Response(content, { status, headers: { "content-type": contentType } });
  };
}

function bytesOf(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const piece of pieces) {
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes;
}

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

/** Compares normalised addresses: servers may write capital letters or `:443`. */
export function leadsTo(endpoint = ""): (url: URL) => boolean {
  return (url) => URL.canParse(endpoint) && url.href === new URL(endpoint).href;
}
