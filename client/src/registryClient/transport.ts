import type { Failed } from "./registryError";

/** One request as it goes over the wire. Whoever sends it has checked the address and chosen the headers. */
export interface ExchangeRequest {
  /** Always https. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  /** What is posted; without it, the request is a GET. Only authorization servers are posted to. */
  readonly post?: { readonly type: string; readonly text: string };
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
  /** The bytes in pieces, unpacked; read for status 200, and for any status of what was posted, else none. */
  readonly body: readonly Uint8Array[];
}

/** Sends requests: by Node's `https`, or in a browser by `fetch`. */
export interface Transport {
  /**
   * Sends one request, once, and follows no redirect. Fails with `notReachable`, `certificateNotTrusted`,
   * `timeOut`, `tooLarge`, `notTheInterface` (a body that cannot be unpacked) or `cancelled`; never throws.
   */
  exchange(request: ExchangeRequest, signal: AbortSignal): Promise<ExchangeAnswer | Failed>;
  /** The addresses in the network that a name stands for; absent in a browser, which does not let pages look. */
  readonly addressesOf?: (hostname: string) => Promise<readonly string[]>;
}

/** Time, passed in. */
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
