import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { createHash } from "node:crypto";
import { createServer as createPlainServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import type { Certificates } from "./certificates";

/** The parts of a request that the service reads. */
export interface RegistryRequest {
  readonly method: string;
  /** The request target as it stands in the request line (RFC 9112 section 3.2), undecoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether the request came over TLS. */
  readonly secure: boolean;
}

/** A whole answer. For a HEAD request it includes the body, which Node does not send. */
export interface RegistryAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Makes the answer to a request. Never throws. */
export type Responder = (request: RegistryRequest) => Promise<RegistryAnswer>;

/** @param value what `JSON.stringify` can write */
export function json(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): RegistryAnswer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(value), "utf8"),
  };
}

/** An error. The specification leaves its body open (section 7): here, the status and a sentence. */
export function failure(status: number, message: string, headers: OutgoingHttpHeaders = {}): RegistryAnswer {
  return json(status, { status, message }, headers);
}

/** An answer for every caller, with a validator for conditional requests (RFC 9110 section 8.8). */
export function publicJson(value: unknown): RegistryAnswer {
  const answer = json(200, value, { "Cache-Control": "no-cache" });
  const tag = createHash("sha256").update(answer.body).digest("base64url").slice(0, 22);
  return { ...answer, headers: { ...answer.headers, ETag: `"${tag}"` } };
}

/** An answer for one caller, which no cache may store. */
export function privateJson(value: unknown): RegistryAnswer {
  return json(200, value, { "Cache-Control": "no-store" });
}

/** Sends a whole answer. Node omits the body for a HEAD request. */
export function send(response: ServerResponse, { status, headers, body }: RegistryAnswer): void {
  response.writeHead(status, status === 304 ? headers : { ...headers, "Content-Length": body.length });
  response.end(body);
}

/** The TCP connection of a request. */
export interface Connection {
  /** Ends the connection by a TCP reset (RST). */
  reset(): void;
}

/** Answers one request. Called once for each; must not reject. */
export type Exchange = (
  request: RegistryRequest,
  response: ServerResponse,
  connection: Connection,
) => Promise<void>;

interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly certificates: Certificates;
  readonly exchange: Exchange;
  /** Called for every connection, before the server reads from it. */
  readonly connected: () => void;
}

interface Listening {
  readonly port: number;
  /** Ends every connection, whatever it is doing, and frees the port. */
  close(): Promise<void>;
}

/** The first byte of a TLS connection: the record type `handshake` (RFC 8446 section 5.1). */
const tlsHandshake = 0x16;

/** Milliseconds within which a client must send its first byte. */
const firstByteTimeout = 30_000;

/**
 * Listens on the loopback addresses of IPv4 and, if available, IPv6. One port serves both HTTPS and plain HTTP, so
 * that the service can refuse plain requests with an explanation (section 5, rule 1).
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { certificate, key } = options.certificates;
  const secure = createSecureServer({ cert: certificate, key }, (request, response) =>
    handle(request, response, true),
  );
  const plain = createPlainServer((request, response) => handle(request, response, false));

  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    options.connected();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // Ignores connections that the client has reset.
    socket.on("error", () => socket.destroy());
    socket.setTimeout(firstByteTimeout, () => socket.destroy());
    socket.once("readable", () => {
      const head: unknown = socket.read();
      socket.setTimeout(0);
      socket.removeAllListeners("timeout");
      if (!Buffer.isBuffer(head)) return;
      socket.unshift(head);
      (head[0] === tlsHandshake ? secure : plain).emit("connection", socket);
    });
  };

  function handle(message: IncomingMessage, response: ServerResponse, isSecure: boolean): void {
    const { method = "", url = "", headers } = message;
    message.resume();
    const { remoteAddress, remotePort } = message.socket;
    const connection = {
      reset: () => {
        for (const socket of sockets) {
          if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress) {
            socket.resetAndDestroy();
          }
        }
      },
    };
    void options.exchange({ method, target: url, headers, secure: isSecure }, response, connection);
  }

  const ofIpv4 = await open("127.0.0.1", options.port, accept);
  const { port } = ofIpv4.address() as AddressInfo;
  const listeners = [ofIpv4];
  try {
    listeners.push(await open("::1", port, accept));
  } catch {
    // This machine has no IPv6: clients reach "localhost" by IPv4.
  }
  return {
    port,
    close: async () => {
      const closed = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)));
      for (const socket of sockets) socket.destroy();
      secure.close();
      plain.close();
      await Promise.all(closed);
    },
  };
}

function open(host: string, port: number, accept: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(accept);
    server.once("error", reject);
    server.listen({ host, port, ipv6Only: host === "::1" }, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

/**
 * Lets pages of any origin read answers (WHATWG Fetch, section 3.3, CORS). No answer depends on the browser's own
 * sessions, because credentials come in the header `Authorization` only.
 */
export function openToPages(exchange: Exchange): Exchange {
  return async (request, response, connection) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
      response.setHeader("Access-Control-Allow-Headers", "Authorization, If-None-Match, If-Modified-Since");
      response.writeHead(204);
      response.end();
      return;
    }
    await exchange(request, response, connection);
  };
}
