import * as oauth from "oauth4webapi";
import type { RegistryError } from "../registryError";
import type { ExchangeLimits, Transport } from "../transport";

// How requests go to an authorization server, and what can come of them. Loaded with the protocol only.

/** How requests go out, and until when. */
export interface Wire {
  readonly transport: Transport;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Why something did not come about. `host`: where. */
export type OAuthFailure =
  /** The server cannot be reached, or has a problem of its own. */
  | { readonly kind: "unavailable"; readonly host: string; readonly error: RegistryError }
  /** The server says no; `code` as RFC 6749 has it, for example `invalid_grant`. */
  | { readonly kind: "refused"; readonly host: string; readonly code: string }
  /** What it says is against the rules. */
  | { readonly kind: "unsound"; readonly host: string };

/** What a registry of the Internet leads to lies in an inner network: it was sent nothing. */
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

/** What the library needs for a request to an address that is pinned. */
export function optionsFor(wire: Wire, isPinned: (url: URL) => boolean) {
  return { [oauth.customFetch]: sending(wire, isPinned), signal: wire.signal };
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * The door to an authorization server: https, only what is pinned, no redirects, at most 64 KB, and nothing of it in
 * any log.
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

/** What a server says is against the rules. */
export class Unsound extends Error {}

/** A browser cannot be redirected with a status: these stand for 500 and 503 (RFC 6749, section 4.1.2.1). */
const ownProblems = new Set(["server_error", "temporarily_unavailable"]);

/** Work with a server, and why it did not come about. `host`: where the server is. */
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

/** Whether an address that a server names is https, and sends nobody a password. */
export function isSecure(address: unknown): address is string {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && username === "" && password === "";
}

/** Servers may write their addresses in other forms, as with capital letters or `:443`. */
export function leadsTo(endpoint = ""): (url: URL) => boolean {
  return (url) => URL.canParse(endpoint) && url.href === new URL(endpoint).href;
}
