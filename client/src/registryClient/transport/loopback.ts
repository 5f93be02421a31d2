import type { Server } from "node:http";
import { createServer } from "node:http";

/** What the browser shows once it has come back: a text for an answer that was waited for, and one for any other. */
export interface LoopbackPages {
  readonly done: string;
  readonly unknown: string;
}

/** Waits on this machine for what a browser brings back (RFC 8252, section 7.3). */
export interface Loopback {
  /** `http://127.0.0.1:PORT/PATH`. */
  readonly redirectUri: string;
  /**
   * The parameters of the first answer that has this `state`; others are told that they are none, and change nothing.
   * Undefined where the signal is aborted before.
   */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  dispose(): void;
}

/**
 * Listens on the loopback address only, at any free port, until it is disposed.
 *
 * @param redirectPath the one path that counts, without the slash before it
 */
export async function openLoopback(pages: LoopbackPages, redirectPath: string): Promise<Loopback> {
  let expected = "";
  let answer: (parameters: URLSearchParams | undefined) => void = () => undefined;
  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) => {
    request.resume();
    // Whatever runs on this machine can ask for anything here, also for what is no address.
    const [path, ...query] = (request.url ?? "").split("?");
    const searchParams = new URLSearchParams(query.join("?"));
    const isMeant =
      request.method === "GET" &&
      request.headers.host === hostOf(server) &&
      path === `/${redirectPath}` &&
      expected !== "" &&
      searchParams.get("state") === expected;
    response.writeHead(isMeant ? 200 : 404, {
      "Content-Type": "text/plain;charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      Connection: "close",
    });
    if (isMeant) {
      expected = "";
      // Who waits for it ends all connections then: the browser has its page by that time, or is gone.
      response.once("close", () => answer(searchParams));
    }
    response.end(isMeant ? pages.done : pages.unknown);
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
      // Also of those that connected and asked nothing.
      server.closeAllConnections();
    },
  };
}

function hostOf(server: Server): string {
  const address = server.address();
  return typeof address === "object" && address !== null ? `127.0.0.1:${address.port}` : "";
}
