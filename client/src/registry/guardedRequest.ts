import type { Clock } from "./clock";
import type { Credential } from "./credential";
import { parseJson } from "./jsonBody";
import type { Failed } from "./outcome";
import { failed } from "./outcome";
import type { RegistryAddress } from "./registryAddress";
import type { AnswerFault, RegistryError } from "./registryError";
import type { RequestLog } from "./requestLog";
import { retryDelay } from "./retryAfter";
import { Slots } from "./slots";
import type { ExchangeAnswer, ExchangeLimits, Transport } from "./transport/transport";

/** What a server gives to ask later whether an answer still holds (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

export interface GuardedRequest {
  /** Below the base URL, for example `/rest/groups`; identifiers in it are percent-encoded. */
  readonly path: string;
  readonly credential: Credential | undefined;
  /** Of an answer at hand: the registry may say that it still holds. */
  readonly validators: Validators | undefined;
  readonly signal: AbortSignal;
}

export type GuardedAnswer =
  | { readonly kind: "json"; readonly value: unknown; readonly validators: Validators }
  | { readonly kind: "unchanged" }
  | Failed;

export type Send = (request: GuardedRequest) => Promise<GuardedAnswer>;

export const usualLimits: ExchangeLimits = {
  silenceMilliseconds: 20_000,
  totalMilliseconds: 120_000,
  bodyBytes: 128 * 1024 * 1024,
};

const requestsAtOnce = 6;
const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const busy = new Set([429, 503]);

/**
 * The one way in which a registry is asked. GET only; https only; a credential goes to the configured origin
 * only; at most three redirects, all within that origin; one retry, for a registry that says that it is busy;
 * at most six requests at once.
 */
export function guardRequests(
  address: RegistryAddress,
  transport: Transport,
  clock: Clock,
  limits: ExchangeLimits,
  log: RequestLog,
): Send {
  const { origin } = new URL(address);
  const slots = new Slots(requestsAtOnce);

  return (request) =>
    slots.run(request.signal, async () => {
      let answer = await follow(request);
      const delay = answer.kind === "answer" && busy.has(answer.status) ? delayBefore(answer) : undefined;
      if (delay !== undefined) {
        await clock.wait(delay, request.signal);
        answer = await follow(request);
      }
      return answer.kind === "failed" ? answer : read(answer, request);
    });

  function delayBefore(answer: ExchangeAnswer): number | undefined {
    return retryDelay(answer.headers["retry-after"], clock.now());
  }

  async function follow(request: GuardedRequest): Promise<ExchangeAnswer | Failed> {
    let url = new URL(`${address}${request.path}`);
    for (let steps = 0; ; steps += 1) {
      const answer = await exchange(url, request);
      if (answer.kind === "failed" || !redirects.has(answer.status)) return answer;
      const target = redirectTarget(answer.headers.location, url);
      if (target?.protocol !== "https:" || target.origin !== origin) {
        return notTheInterface({ kind: "redirectElsewhere" });
      }
      if (steps === mostRedirects) return notTheInterface({ kind: "redirectWithoutEnd" });
      url = target;
    }
  }

  async function exchange(url: URL, request: GuardedRequest): Promise<ExchangeAnswer | Failed> {
    if (request.signal.aborted) return failed({ kind: "cancelled" });
    const started = clock.now();
    const answer = await transport.exchange({ url, headers: headersFor(request), limits }, request.signal);
    log.add({
      address,
      path: url.pathname,
      result: answer.kind === "answer" ? answer.status : answer.error.kind,
      milliseconds: clock.now() - started,
    });
    return answer;
  }
}

function notTheInterface(fault: AnswerFault): Failed {
  return failed({ kind: "notTheInterface", fault });
}

function headersFor({ credential, validators }: GuardedRequest): Record<string, string> {
  return {
    accept: "application/json",
    ...(credential === undefined ? {} : { authorization: credential.authorization() }),
    ...(validators?.etag === undefined ? {} : { "if-none-match": validators.etag }),
    ...(validators?.lastModified === undefined ? {} : { "if-modified-since": validators.lastModified }),
  };
}

function redirectTarget(location: string | undefined, from: URL): URL | undefined {
  return location !== undefined && URL.canParse(location, from.href)
    ? new URL(location, from.href)
    : undefined;
}

function read(answer: ExchangeAnswer, request: GuardedRequest): GuardedAnswer {
  if (answer.status === 304) return { kind: "unchanged" };
  if (answer.status !== 200) return failed(errorOf(answer.status, request));
  const type = answer.headers["content-type"] ?? "";
  if (!/^application\/(json|[^;\s]+\+json)\s*(;|$)/i.test(type)) {
    return notTheInterface({ kind: "notJson" });
  }
  try {
    const value = parseJson(answer.body);
    const { etag, "last-modified": lastModified } = answer.headers;
    return { kind: "json", value, validators: { etag, lastModified } };
  } catch {
    // The parser's own message quotes from the body, which may hold what must not be logged.
    return notTheInterface({ kind: "malformedJson" });
  }
}

function errorOf(status: number, request: GuardedRequest): RegistryError {
  switch (status) {
    case 400:
      return { kind: "badRequest" };
    case 401:
      return {
        kind: "unauthenticated",
        credential: request.credential === undefined ? "missing" : "refused",
      };
    case 403:
      return { kind: "forbidden", withCredential: request.credential !== undefined };
    case 404:
      return { kind: "notFound" };
    default:
      return status === 429 || (status >= 500 && status <= 599)
        ? { kind: "serverError", status }
        : { kind: "notTheInterface", fault: { kind: "unexpectedStatus", status } };
  }
}
