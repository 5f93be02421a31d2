// Without the prefix "node:", and called through the module object: this is how VS Code puts its proxy
// support (settings `http.proxy…`) into an extension's requests.
import * as https from "https";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { ConnectionOptions, SecureContext } from "node:tls";
import type { Failed } from "../outcome";
import { failed } from "../outcome";
import type { RegistryError } from "../registryError";
import { bodyOf, BodyTooLarge } from "./body";
import { connectionError } from "./connectionError";
import { watchPeer } from "./peer";
import type { ExchangeAnswer, ExchangeRequest, Transport } from "./transport";

/** Whose certificates count; undefined for those that the platform trusts by itself. */
export interface Trust {
  current(): Promise<SecureContext | undefined>;
  /** Reads the authorities anew for the next request: someone may have just added the missing one. */
  forget(): void;
}

/**
 * Sends requests with Node's `https`, with certificate checks always on.
 *
 * There is no agent of its own: VS Code replaces or sets the agent to honour the user's proxy settings, and
 * with `http.proxySupport: on` does so only for requests that name none. Each request has its own connection,
 * so that none is ever sent on one that died while the computer slept.
 */
export function createNodeTransport(trust: Trust): Transport {
  return {
    async exchange(request, signal) {
      const secureContext = await trust.current();
      if (signal.aborted) return failed({ kind: "cancelled" });
      const result = await exchange(request, secureContext, signal);
      if (result.kind === "failed" && result.error.kind === "certificateNotTrusted") trust.forget();
      return result;
    },
  };
}

function exchange(
  { url, headers, limits }: ExchangeRequest,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<ExchangeAnswer | Failed> {
  return new Promise((resolve) => {
    const request = https.request(url, optionsFor(headers, secureContext));
    // The header alone does not do: Node goes by the answer, and not every registry takes notice of the header.
    request.shouldKeepAlive = false;
    const peer = watchPeer(request);

    // Let go of once it is called: it leads to the answer, and the connection takes its time to close.
    let answerWith: typeof resolve | undefined = resolve;
    const settle = (result: ExchangeAnswer | Failed) => {
      clearTimeout(silence);
      clearTimeout(total);
      signal.removeEventListener("abort", onAbort);
      request.destroy();
      answerWith?.(result);
      answerWith = undefined;
    };
    const fail = (error: RegistryError) => settle(failed(error));
    const silence = setTimeout(() => fail({ kind: "timeOut" }), limits.silenceMilliseconds);
    const total = setTimeout(() => fail({ kind: "timeOut" }), limits.totalMilliseconds);
    const onAbort = () => fail({ kind: "cancelled" });
    signal.addEventListener("abort", onAbort);

    const receive = async (response: IncomingMessage) => {
      silence.refresh();
      const status = response.statusCode ?? 0;
      const body =
        status === 200 ? await bodyOf(response, limits.bodyBytes, () => void silence.refresh()) : [];
      settle({ kind: "answer", status, headers: singleValues(response.headers), body });
    };
    const onError = (error: unknown) => {
      fail(
        error instanceof BodyTooLarge
          ? { kind: "tooLarge", limitBytes: limits.bodyBytes }
          : connectionError(error, peer()),
      );
    };
    request.on("response", (response) => void receive(response).catch(onError));
    request.on("error", onError);
    request.end();
  });
}

function optionsFor(
  headers: ExchangeRequest["headers"],
  secureContext: SecureContext | undefined,
): https.RequestOptions & ConnectionOptions {
  return {
    method: "GET",
    headers: { ...headers, "accept-encoding": "gzip, deflate, br", connection: "close" },
    // Said although it is the default, for an environment variable can change the default.
    rejectUnauthorized: true,
    // Else Node goes on with the session of an earlier connection, without looking at the certificate.
    session: undefined,
    ...(secureContext === undefined ? {} : { secureContext }),
  };
}

function singleValues(headers: IncomingHttpHeaders): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}
