import { type Server, createServer } from "node:http";

/** The texts that the browser shows after the redirect: for the expected request, and for any other. */
export interface LoopbackPages {
  readonly done: string;
  readonly unknown: string;
}

/** Receives a browser's redirect on this machine (RFC 8252, section 7.3). */
export interface Loopback {
  /** `http://127.0.0.1:PORT/PATH`. */
  readonly redirectUri: string;
  /**
   * The parameters of the first request with the given `state`; other requests get 404 and change nothing. Undefined if
   * the signal is aborted first.
   */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  dispose(): void;
}

/**
 * Listens on the loopback address only, at any free port, until it is disposed.
 *
 * @param redirectPath the only accepted path, without its leading slash
 */
export async function openLoopback(pages: LoopbackPages, redirectPath: string): Promise<Loopback> {
  let expected = "";
  let answer: (parameters: URLSearchParams | undefined) => void = () => undefined;
  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) => {
    request.resume();
    // Any program on this machine can send any request, even with an invalid address.
    const [path, ...query] = (request.url ?? "").split("?");
    const searchParams = new URLSearchParams(query.join("?"));
    const isIntended =
      request.method === "GET" &&
      request.headers.host === hostOf(server) &&
      path === `/${redirectPath}` &&
      expected !== "" &&
      searchParams.get("state") === expected;
    response.writeHead(isIntended ? 200 : 404, {
      "Content-Type": "text/plain;charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      Connection: "close",
    });
    if (isIntended) {
      expected = "";
      // Resolves on close: the caller then closes all connections, and the browser must have its page first.
      response.once("close", () => answer(searchParams));
    }
    response.end(isIntended ? pages.done : pages.unknown);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    redirectUri: `http://${hostOf(server)}/${redirectPath}`,
    receive: (state, signal) =>
      new Promise((resolve) => {
        expected = state;
        answer = resolve;
        if (signal.aborted) resolve(undefined);
        signal.addEventListener("abort", () => resolve(undefined), { once: true });
      }),
    dispose() {
      server.close();
      // Also closes connections that have sent no request.
      server.closeAllConnections();
    },
  };
}

function hostOf(server: Server): string {
  const address = server.address();
  return typeof address === "object" && address !== null ? `127.0.0.1:${address.port}` : "";
}
