import type { ServerResponse } from "node:http";
import type {
  Connection,
  Exchange,
  RegistryAnswer,
  RegistryRequest,
  Responder,
} from "@analyses/registry/http";
import { failure, json, send } from "@analyses/registry/http";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The request that a fault handles in place of the service. */
interface FaultyExchange {
  readonly request: RegistryRequest;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** Makes the service's own answer. */
  readonly answer: () => Promise<RegistryAnswer>;
}

/** Answers one request wrongly, late, in part or not at all. */
export type Fault = (exchange: FaultyExchange) => Promise<void> | void;

/** Which requests a fault applies to. */
interface FaultScope {
  /** Matches the request target, for example `/^\/rest\/groups$/`; every target when absent. */
  readonly target?: RegExp;
  /** How many requests the fault applies to; all if absent. */
  readonly times?: number;
}

interface ActiveFault {
  readonly fault: Fault;
  readonly target: RegExp | undefined;
  remaining: number;
}

/** Adds faults to a running service, and removes them again. */
export class FaultSwitch {
  readonly #active: ActiveFault[] = [];

  /**
   * Lets the fault answer all further requests in scope. If several apply, the latest one answers.
   *
   * @returns a function that removes the fault
   */
  use(fault: Fault, scope: FaultScope = {}): () => void {
    const active = { fault, target: scope.target, remaining: scope.times ?? Infinity };
    this.#active.unshift(active);
    return () => this.#remove(active);
  }

  /** Removes all faults. */
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
 * Answers with a wrong status: 500, 403, 429, 503 …
 *
 * @param retryAfter the header `Retry-After`: seconds, or a date in HTTP's form (RFC 9110 section 10.2.3)
 */
export function failing(status: number, retryAfter?: string): Fault {
  return ({ response }) => {
    const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
    send(response, failure(status, "This is a fault that was asked for.", headers));
  };
}

/** Answers 403: the token is valid, but lacks the scope (RFC 6750, section 3.1). */
export function outOfScope(): Fault {
  return ({ response }) => {
    const headers = { "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="records"' };
    send(response, failure(403, "This is a fault that was asked for.", headers));
  };
}

/**
 * Redirects the client.
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
 * Answers 401 to every request without credentials, like a host that protects everything with a password.
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

/**
 * A hostile server: it makes people sign in at another server, as a client that is known there, so that the client
 * sends the resulting code to the hostile one (RFC 9700, section 4.4; RFC 8628, section 5.4).
 *
 * @param issuer of the other server
 * @param by which of the two leads there: its metadata, or its own page, by a redirect
 */
export function stealing(
  issuer: string,
  clientId: string,
  by: "metadata" | "page",
): (request: RegistryRequest) => RegistryAnswer | undefined {
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

/** The right answer, once the promise has resolved. */
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

/** A web page instead of JSON, as from a proxy that requires a log-in. */
export function html(): Fault {
  return otherBody(
    "text/html; charset=utf-8",
    "<!DOCTYPE html><html><head><title>Log in</title></head><body><h1>Please log in</h1></body></html>",
  );
}

/** The right answer, compressed even if the client does not accept that. */
export function gzip(): Fault {
  return async ({ response, answer }) => {
    const { status, headers, body } = await answer();
    send(response, { status, headers: { ...headers, "Content-Encoding": "gzip" }, body: gzipSync(body) });
  };
}

/**
 * The first half of the right answer's body, with the `Content-Length` of the whole; then closes the
 * connection, or leaves it open without sending more.
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

/** A list of groups that goes on for as long as the client reads. */
export function endless(): Fault {
  return async ({ response }) => {
    response.setHeader("Content-Type", "application/json");
    try {
      await pipeline(Readable.from(groups()), response);
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
 * @param change receives the parsed body, and returns the value to send instead
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

/** The right answer with fields in every object that the schema does not define, some with dangerous names. */
export function extraFields(): Fault {
  return changedJson(withExtras);
}

function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== "object" || value === null) return value;
  // `fromEntries` defines `__proto__` as a plain field, as `JSON.parse` does in the client.
  return Object.fromEntries([
    ...Object.entries(value).map(([name, field]: [string, unknown]) => [name, withExtras(field)] as const),
    ["futureField", { nested: [1, null, "text"] }],
    ["constructor", "trap"],
    ["toString", 0],
    ["__proto__", { polluted: true }],
  ]);
}

/** The right answer, reduced to identifiers and the lists and objects that contain them. */
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
 * The right answer with null in every field that the specification allows to be null: `deep` keeps inner objects
 * and lists, and sets the fields within them to null; `shallow` replaces them by null.
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
 * The right answer with another value at one path.
 *
 * @param pointer JSON Pointer (RFC 6901) of an existing field or element, such as `/groups/17/groupId`
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

/** Whether a field of this name identifies a record (section 2): every record must have it. */
function isIdentifierName(name: string): boolean {
  return names.includes(name);
}
