import type { ServerResponse } from "node:http";
import type { Connection, Exchange, RegistryAnswer, RegistryRequest, Responder } from "./http";
import { failure, json, send } from "./http";
import { setTimeout as wait } from "node:timers/promises";
import { createGzip, gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What a fault has at hand when it takes the service's place in answering a request. */
interface FaultyExchange {
  readonly request: RegistryRequest;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** What the service would answer. */
  readonly answer: () => Promise<RegistryAnswer>;
}

/** Answers one request wrongly, late, in part or not at all. */
export type Fault = (exchange: FaultyExchange) => Promise<void> | void;

/** Which requests a fault is for. */
interface FaultScope {
  /** Matches the request target, for example `/^\/rest\/groups$/`; every target when absent. */
  readonly target?: RegExp;
  /** For how many requests, then never again; for all when absent. */
  readonly times?: number;
}

interface ActiveFault {
  readonly fault: Fault;
  readonly target: RegExp | undefined;
  remaining: number;
}

/** Puts faults in front of a service, and takes them away again, while it runs. */
export class FaultSwitch {
  readonly #active: ActiveFault[] = [];

  /**
   * From now on, requests in scope are answered by the fault. Where several apply, the latest does.
   *
   * @returns takes the fault away
   */
  use(fault: Fault, scope: FaultScope = {}): () => void {
    const active = { fault, target: scope.target, remaining: scope.times ?? Infinity };
    this.#active.unshift(active);
    return () => this.#remove(active);
  }

  /** Takes all faults away. */
  clear(): void {
    this.#active.length = 0;
  }

  /** For `startRegistry`'s option `wrap`. */
  wrap(respond: Responder): Exchange {
    return async (request, response, connection) => {
      const active = this.#active.find(({ target }) => target?.test(request.target) ?? true);
      if (active === undefined) {
        send(response, await respond(request));
        return;
      }
      active.remaining -= 1;
      if (active.remaining === 0) this.#remove(active);
      await active.fault({ request, response, connection, answer: () => respond(request) });
    };
  }

  #remove(active: ActiveFault): void {
    const index = this.#active.indexOf(active);
    if (index !== -1) this.#active.splice(index, 1);
  }
}

/**
 * Another status than the right one: 500, 403, 429, 503 …
 *
 * @param retryAfter the header `Retry-After`: seconds, or a date in HTTP's form (RFC 9110 section 10.2.3)
 */
export function failing(status: number, retryAfter?: string): Fault {
  return ({ response }) => {
    const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
    send(response, failure(status, "This is a fault that was asked for.", headers));
  };
}

/** Says that the sign-in is good, and was not given access to this (RFC 6750, section 3.1). */
export function outOfScope(): Fault {
  return ({ response }) => {
    const headers = { "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="records"' };
    send(response, failure(403, "This is a fault that was asked for.", headers));
  };
}

/**
 * Sends the client elsewhere.
 *
 * @param location makes the header `Location` from the request target
 */
export function redirect(
  location: (target: string) => string,
  status: 301 | 302 | 303 | 307 | 308 = 302,
): Fault {
  return ({ request, response }) => {
    response.writeHead(status, { Location: location(request.target), "Content-Length": 0 });
    response.end();
  };
}

/**
 * Lets nobody read anything without a sign-in, as a host that is wholly behind a password.
 *
 * @param challenge the header `WWW-Authenticate` (RFC 9110 section 11.6.1)
 */
export function closed(challenge: string): Fault {
  return async ({ request, response, answer }) => {
    const isSignedIn = request.headers.authorization !== undefined;
    const headers = { "WWW-Authenticate": challenge };
    send(response, isSignedIn ? await answer() : failure(401, "Authentication is required.", headers));
  };
}

/** What an authorization server answers instead; undefined where it answers as always. */
type AuthorizationFault = (request: RegistryRequest) => RegistryAnswer | undefined;

/** Refuses what is asked at an endpoint (RFC 6749, section 5.2). */
function refusing(endpoint: string, error: string): AuthorizationFault {
  return ({ target }) => (target === endpoint ? json(400, { error }) : undefined);
}

/** What an authorization server can do wrong, beside what it does at each second use of a refresh token. */
export const authorizationFaults = {
  downtime: () => failure(503, "This is a fault that was asked for."),
  metadataOfAnother: ({ target }) =>
    target.startsWith("/.well-known/") ? json(200, { issuer: "https://other.example" }) : undefined,
  unknownClient: refusing("/device/auth", "invalid_client"),
  denied: refusing("/token", "access_denied"),
  slowDown: refusing("/token", "slow_down"),
  codeRunOut: refusing("/token", "expired_token"),
  renewalRefused: refusing("/token", "invalid_grant"),
} as const satisfies Readonly<Record<string, AuthorizationFault>>;

/**
 * A hostile server: it has people sign in at another one, as a client that is known there, so that what comes of it is
 * sent to itself (RFC 9700, section 4.4; RFC 8628, section 5.4).
 *
 * @param issuer of the other server
 * @param by its metadata, or by its own page, which redirects
 */
export function stealing(issuer: string, clientId: string, by: "metadata" | "page"): AuthorizationFault {
  return ({ target, headers }) => {
    const own = `https://${headers.host ?? ""}`;
    const [path = "", query = ""] = target.split("?");
    if (path.startsWith("/.well-known/"))
      return json(200, {
        issuer: own,
        authorization_endpoint: `${by === "metadata" ? issuer : own}/auth`,
        token_endpoint: `${own}/token`,
        registration_endpoint: `${own}/reg`,
        device_authorization_endpoint: `${own}/device/auth`,
        code_challenge_methods_supported: ["S256"],
      });
    if (path === "/auth") {
      const asked = new URLSearchParams(query);
      asked.set("client_id", clientId);
      const elsewhere = `${issuer}/auth?${asked.toString()}`;
      return { status: 302, headers: { Location: elsewhere }, body: Buffer.alloc(0) };
    }
    if (path === "/reg") return json(201, { client_id: clientId });
    const code = { device_code: "stolen", user_code: "STOL-ENXX", verification_uri: `${issuer}/device` };
    return path === "/device/auth" ? json(200, { ...code, expires_in: 600 }) : undefined;
  };
}

/** The right answer, late. */
export function latency(milliseconds: number): Fault {
  return async ({ response, answer }) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      await wait(milliseconds, undefined, { signal: gone.signal });
    } catch {
      return;
    }
    send(response, await answer());
  };
}

/** The usual answer, once something has happened. */
export function heldUntil(happened: Promise<unknown>): Fault {
  return async ({ response, answer }) => {
    await happened;
    send(response, await answer());
  };
}

/** No answer, ever; the connection stays open. */
export function silence(): Fault {
  return () => undefined;
}

/** The connection is reset before a byte of the answer. */
export function reset(): Fault {
  return ({ connection }) => connection.reset();
}

/** Status 200 with a body that is not the interface's. */
export function otherBody(contentType: string, body: string | Uint8Array): Fault {
  return ({ response }) =>
    send(response, { status: 200, headers: { "Content-Type": contentType }, body: Buffer.from(body) });
}

/** A web page where JSON is expected, as from a proxy that wants a log-in. */
export function html(): Fault {
  return otherBody(
    "text/html; charset=utf-8",
    "<!DOCTYPE html><html><head><title>Log in</title></head><body><h1>Please log in</h1></body></html>",
  );
}

/** The right answer, compressed, whether the client said that it can read that or not. */
export function gzip(): Fault {
  return async ({ response, answer }) => {
    const { status, headers, body } = await answer();
    send(response, { status, headers: { ...headers, "Content-Encoding": "gzip" }, body: gzipSync(body) });
  };
}

/**
 * The first half of the right answer's body, whose length was announced in full; then the connection is
 * closed, or stays open and says no more.
 */
export function halfBody(then: "close" | "stall"): Fault {
  return async ({ response, answer }) => {
    const { status, headers, body } = await answer();
    response.writeHead(status, { ...headers, "Content-Length": body.length });
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
      if (then === "close") response.destroy();
    });
  };
}

/**
 * A list of groups that goes on for as long as the client reads.
 *
 * @param encoding `gzip`: a few bytes on the wire are many for the client
 */
export function endless(encoding: "gzip" | "identity" = "identity"): Fault {
  return async ({ response }) => {
    response.setHeader("Content-Type", "application/json");
    if (encoding === "gzip") response.setHeader("Content-Encoding", "gzip");
    try {
      if (encoding === "gzip") await pipeline(Readable.from(groups()), createGzip(), response);
      else await pipeline(Readable.from(groups()), response);
    } catch {
      // The client, or the end of the registry, has closed the connection.
    }
  };
}

function* groups(): Iterable<string> {
  yield '{"numberOfEntries":"0","groups":[';
  const some = '{"groupId":"1","name":"A group without end","link":""},'.repeat(1000);
  for (;;) yield some;
}

/**
 * The right answer, with its JSON changed.
 *
 * @param change takes what `JSON.parse` makes of the body, and returns what is sent instead
 */
export function changedJson(change: (value: unknown) => unknown): Fault {
  return async ({ response, answer }) => {
    const right = await answer();
    if (right.status !== 200) {
      send(response, right);
      return;
    }
    const value: unknown = JSON.parse(right.body.toString("utf8"));
    send(response, { ...right, body: Buffer.from(JSON.stringify(change(value))) });
  };
}

/** The right answer with fields that no description has in every object, some with names that are traps. */
export function extraFields(): Fault {
  return changedJson(withExtras);
}

function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== "object" || value === null) return value;
  // `fromEntries` makes a plain field of `__proto__`, as `JSON.parse` does at the other end.
  return Object.fromEntries([
    ...Object.entries(value).map(([name, field]: [string, unknown]) => [name, withExtras(field)] as const),
    ["futureField", { nested: [1, null, "text"] }],
    ["constructor", "trap"],
    ["toString", 0],
    ["__proto__", { polluted: true }],
  ]);
}

/** The right answer with nothing but identifiers, and the lists and objects that hold them. */
export function missingFields(): Fault {
  return changedJson(onlyIdentifiers);
}

function onlyIdentifiers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onlyIdentifiers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]: [string, unknown]) => isIdentifierName(name) || typeof field === "object")
      .map(([name, field]: [string, unknown]) => [name, onlyIdentifiers(field)]),
  );
}

/**
 * The right answer with null where a field may be null, for all that the specification says: `deep` has it in
 * the fields of inner objects, too, and else those objects and lists are null themselves.
 */
export function nulls(depth: "deep" | "shallow"): Fault {
  return changedJson((value) => withNulls(value, depth));
}

function withNulls(value: unknown, depth: "deep" | "shallow"): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, depth));
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => {
      if (isIdentifierName(name)) return [name, field];
      return [name, depth === "deep" ? withNulls(field, depth) : null];
    }),
  );
}

/**
 * The right answer with another value in one place.
 *
 * @param pointer JSON Pointer (RFC 6901) of a field or element that is there, such as `/groups/17/groupId`
 */
export function wrongType(pointer: string, replacement: unknown): Fault {
  const segments = pointer.split("/").slice(1);
  return changedJson((value) => replaced(value, segments, replacement));
}

function replaced(value: unknown, [segment, ...rest]: readonly string[], replacement: unknown): unknown {
  if (segment === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) === segment ? replaced(item, rest, replacement) : item,
    );
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      name === segment ? replaced(field, rest, replacement) : field,
    ]),
  );
}

const names = ["personId", "userId", "groupId", "groupTypeId"];

/** Whether a field of this name identifies a record (section 2): without it a record is none. */
function isIdentifierName(name: string): boolean {
  return names.includes(name);
}
