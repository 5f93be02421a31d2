import type { Failed } from "./registryError";

/** One request on the wire. The caller has checked the address and chosen the headers. */
export interface ExchangeRequest {
  /** Always https. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  /** The body of a POST; without it, the request is a GET. Only authorization servers receive a POST. */
  readonly post?: { readonly type: string; readonly text: string };
}

export interface ExchangeLimits {
  /** Maximum time without data: while connecting, before the answer, or between two pieces of it. */
  readonly silenceMilliseconds: number;
  /** Maximum time for the whole exchange, for answers that trickle. */
  readonly totalMilliseconds: number;
  /** Maximum size of the decompressed body. */
  readonly bodyBytes: number;
}

export interface ExchangeAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Partial<Record<string, string>>>;
  /** The decompressed bytes in pieces; read for status 200 and after every POST, else empty. */
  readonly body: readonly Uint8Array[];
}

/** Sends requests: by Node's `https`, or in a browser by `fetch`. */
export interface Transport {
  /**
   * Sends one request, once, and follows no redirect. Fails with `notReachable`, `blockedByBrowser`,
   * `certificateNotTrusted`, `timeOut`, `tooLarge`, `notTheInterface` (no HTTP, or a body that cannot be decompressed)
   * or `cancelled`; never throws.
   */
  exchange(request: ExchangeRequest, signal: AbortSignal): Promise<ExchangeAnswer | Failed>;
  /** Resolves a host name to its IP addresses; absent in a browser, where pages cannot resolve names. */
  readonly addressesOf?: (hostname: string) => Promise<readonly string[]>;
}

/** The time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or as soon as the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    }),
};
