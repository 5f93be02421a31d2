import type { Failed } from "./registryError";

/** One GET as it goes over the wire. The guarded request has checked the address and chosen the headers. */
export interface ExchangeRequest {
  /** Always https. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
}

export interface ExchangeLimits {
  /** How long nothing may arrive: while connecting, before the answer, or between two pieces of it. */
  readonly silenceMilliseconds: number;
  /** How long the whole exchange may take, for answers that trickle. */
  readonly totalMilliseconds: number;
  /** How large a body may be, once unpacked. */
  readonly bodyBytes: number;
}

export interface ExchangeAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Partial<Record<string, string>>>;
  /** The bytes in pieces, unpacked; read for status 200 only, else none. */
  readonly body: readonly Uint8Array[];
}

/** Sends requests: by Node's `https`, or in a browser by `fetch`. */
export interface Transport {
  /**
   * Sends one request, once, and follows no redirect. Fails with `notReachable`, `certificateNotTrusted`,
   * `timeOut`, `tooLarge`, `notTheInterface` (a body that cannot be unpacked) or `cancelled`; never throws.
   */
  exchange(request: ExchangeRequest, signal: AbortSignal): Promise<ExchangeAnswer | Failed>;
}
