import { hasStep } from "@analyses/protocol/references";
import type { RegistryAddress } from "./registryAddress";
import { type AnswerFault, type Failed, type RegistryError, failed } from "./registryError";
import { BusyPause, Slots, type Urgency } from "./requestTurns";
import type { Clock, ExchangeAnswer, ExchangeLimits, Transport } from "./transport";
import { type MostInBody, parseJson } from "./jsonBody";
import { type Challenge, readChallenges } from "./schemes/credential";

/** The log entry of a request: never a header, never a body. */
export interface RequestLogEntry {
  readonly address: RegistryAddress;
  readonly path: string;
  /** The HTTP status, or the kind of the error if there was no answer. */
  readonly result: number | RegistryError["kind"];
  readonly milliseconds: number;
}

/** A deviation in an answer, in English: names and counts of fields, no data of records. */
interface AnswerRemark {
  readonly address: RegistryAddress;
  readonly path: string;
  readonly remark: string;
}

export interface RequestLog {
  add(entry: RequestLogEntry): void;
  remark?(remark: AnswerRemark): void;
}

/** The validators of an answer, for conditional requests (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

export interface Authorizer {
  /**
   * Returns the value of the header `Authorization`; called before each send.
   *
   * @param insists see {@link GuardedRequest}
   * @returns undefined once the credential must not be sent any more; a failure if it cannot be sent now
   */
  authorize(signal: AbortSignal, insists: boolean): Promise<string | Failed | undefined>;
}

export interface GuardedRequest {
  /** Below the base URL, for example `/rest/groups`; identifiers in it are percent-encoded. */
  readonly path: string;
  readonly size: AnswerSize;
  /** Undefined for a request without a credential. */
  readonly authorizer: Authorizer | undefined;
  /** The validators of the cached answer, which the registry may confirm with status 304; undefined for none. */
  readonly validators: Validators | undefined;
  readonly urgency: Urgency;
  /**
   * Whether the user retries: the request then ignores the pause after a failed renewal, and a long pause of the
   * registry.
   */
  readonly insists: boolean;
  readonly signal: AbortSignal;
}

/** The size class of an answer: one record, or a list. */
export type AnswerSize = "record" | "list";

export type GuardedAnswer =
  | { readonly kind: "json"; readonly value: unknown; readonly validators: Validators }
  | { readonly kind: "unchanged" }
  | RefusedAnswer;

interface RefusedAnswer extends Failed {
  /** The registry's challenges, after a 401. */
  readonly challenges?: readonly Challenge[];
}

export type Send = (request: GuardedRequest) => Promise<GuardedAnswer>;

export const usualLimits: ExchangeLimits = {
  silenceMilliseconds: 20_000,
  totalMilliseconds: 120_000,
  bodyBytes: 64 * 2 ** 20,
};

const maxRecordBytes = 4 * 2 ** 20;
/** 64 MB are some 300,000 groups of nine values; a record may have thousands of references of five values. */
const mostInBody: Readonly<Record<AnswerSize, MostInBody>> = {
  record: { values: 30_000, items: 30_000 },
  list: { values: 3_000_000, items: 400_000 },
};

const requestsAtOnce = 6;
/** The limit for background checks: the remaining slots are free for the user's requests. */
const inBackgroundAtOnce = 4;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the only function that sends requests to a registry. GET only; https only; credentials and redirects to
 * addresses below the configured base URL only; at most three redirects; at most six requests at once, the user's
 * first. When the registry reports that it is busy, all requests pause together, and the function resends the refused
 * ones once.
 */
export function guardRequests(
  address: RegistryAddress,
  transport: Transport,
  clock: Clock,
  limits: ExchangeLimits,
  log: RequestLog,
): Send {
  const base = new URL(address);
  const basePath = base.pathname.replace(/\/$/, "");
  const slots = new Slots(requestsAtOnce, inBackgroundAtOnce);
  const pause = new BusyPause(clock);

  return async (request) => {
    let isRepeated = false;
    for (let hasWaited = false; ; hasWaited = true) {
      const failure = await pause.wait(request, hasWaited);
      if (failure !== undefined) return failure;
      // Undefined if a pause began before the request got a slot: the request gives the slot up, and waits again.
      const answer = await slots.run(
        request.signal,
        async () =>
          pause.lets(request) || request.signal.aborted ? await askOnce(request, isRepeated) : undefined,
        request.urgency,
      );
      if (answer === "repeat") isRepeated = true;
      else if (answer !== undefined) return answer;
    }
  };

  /** @returns `repeat` to send the request once more after the pause */
  async function askOnce(request: GuardedRequest, isRepeated: boolean): Promise<GuardedAnswer | "repeat"> {
    const sentAt = clock.now();
    const answer = await follow(request);
    if (answer.kind === "failed") return answer;
    const mayRepeat = pause.note(answer.status, answer.headers["retry-after"], sentAt);
    if (mayRepeat && !isRepeated) return "repeat";
    return pause.errorOf(answer.status) ?? (await read(answer, request));
  }

  async function follow(request: GuardedRequest): Promise<ExchangeAnswer | Failed> {
    let url = new URL(`${address}${request.path}`);
    for (let count = 0; ; count += 1) {
      const answer = await exchange(url, request);
      if (answer.kind === "failed" || !redirects.has(answer.status)) return answer;
      const { location } = answer.headers;
      // `read` reports this status as unexpected.
      if (location === undefined) return answer;
      const target = redirectTarget(location, url);
      if (target === undefined || !isBelowBase(target)) {
        const host = target === undefined || target.host === base.host ? "" : target.host;
        return notTheInterface({ kind: "redirectElsewhere", host });
      }
      if (count === maxRedirects) return notTheInterface({ kind: "redirectWithoutEnd" });
      url = target;
    }
  }

  /** Compares paths too: on a shared host, another path may belong to another party. */
  function isBelowBase(url: URL): boolean {
    return url.origin === base.origin && url.pathname.startsWith(`${basePath}/`);
  }

  async function exchange(url: URL, request: GuardedRequest): Promise<ExchangeAnswer | Failed> {
    const authorization = await request.authorizer?.authorize(request.signal, request.insists);
    if (request.signal.aborted) return failed({ kind: "cancelled" });
    if (typeof authorization === "object") return authorization;
    if (request.authorizer !== undefined && authorization === undefined) {
      return failed({ kind: "unauthenticated", credential: "refused" });
    }
    const started = clock.now();
    const answer = await transport.exchange(
      { url, headers: headersFor(authorization, request.validators), limits: limitsFor(request.size) },
      request.signal,
    );
    log.add({
      address,
      path: url.pathname.slice(basePath.length),
      result: answer.kind === "answer" ? answer.status : answer.error.kind,
      milliseconds: clock.now() - started,
    });
    return answer;
  }

  function limitsFor(size: AnswerSize): ExchangeLimits {
    return size === "list" ? limits : { ...limits, bodyBytes: Math.min(limits.bodyBytes, maxRecordBytes) };
  }
}

function notTheInterface(fault: AnswerFault): Failed {
  return failed({ kind: "notTheInterface", fault });
}

function headersFor(
  authorization: string | undefined,
  validators: Validators | undefined,
): Record<string, string> {
  return {
    accept: "application/json",
    ...(authorization === undefined ? {} : { authorization }),
    ...(validators?.etag === undefined ? {} : { "if-none-match": validators.etag }),
    ...(validators?.lastModified === undefined ? {} : { "if-modified-since": validators.lastModified }),
  };
}

function redirectTarget(location: string, from: URL): URL | undefined {
  if (!URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from.href);
  if (hasStep(target.pathname)) return undefined;
  // Node would send a URL's user name and password as a credential.
  target.username = "";
  target.password = "";
  return target;
}

async function read(answer: ExchangeAnswer, request: GuardedRequest): Promise<GuardedAnswer> {
  if (answer.status === 304) return { kind: "unchanged" };
  if (answer.status !== 200) return refusalOf(answer, request);
  const type = answer.headers["content-type"] ?? "";
  if (!/^application\/(json|[^;\s]+\+json)\s*(;|$)/i.test(type)) {
    return notTheInterface({ kind: "notJson" });
  }
  const { etag, "last-modified": lastModified } = answer.headers;
  const reading = await parseJson(answer.body, mostInBody[request.size], request.signal);
  switch (reading.kind) {
    case "value":
      return { kind: "json", value: reading.value, validators: { etag, lastModified } };
    case "fault":
      return notTheInterface({ kind: reading.fault });
    case "cancelled":
      return failed({ kind: "cancelled" });
  }
}

function refusalOf(answer: ExchangeAnswer, { authorizer }: GuardedRequest): RefusedAnswer {
  const { status, headers } = answer;
  const challenges = readChallenges(headers["www-authenticate"]);
  // Whether a challenge contains an error code of RFC 6750, section 3.1.
  const reports = (error: string) =>
    challenges.some(({ scheme, parameters }) => scheme === "bearer" && parameters.get("error") === error);
  if (status === 403 && reports("insufficient_scope")) return failed({ kind: "insufficientScope" });
  if (status !== 401) return failed(errorOf(status, authorizer !== undefined));
  const refusal = reports("invalid_token") ? "expired" : "refused";
  const credential = authorizer === undefined ? "missing" : refusal;
  return { ...failed({ kind: "unauthenticated", credential }), challenges };
}

function errorOf(status: number, withCredential: boolean): RegistryError {
  switch (status) {
    case 400:
      return { kind: "badRequest" };
    case 403:
      return { kind: "forbidden", withCredential };
    case 404:
      return { kind: "notFound" };
    default:
      return status === 429 || (status >= 500 && status <= 599)
        ? { kind: "serverError", status }
        : { kind: "notTheInterface", fault: { kind: "unexpectedStatus", status } };
  }
}
