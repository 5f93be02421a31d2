import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { createHash } from "node:crypto";
import { STATUS_CODES, ServerResponse, createServer as createPlainServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { Socket, createServer } from "node:net";
import type { Duplex } from "node:stream";
import type { Certificates } from "./certificates";

/** A request, as far as the service looks at it. */
export interface RegistryRequest {
  readonly method: string;
  /** The request target as it stands in the request line (RFC 9112 section 3.2), undecoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether it came over TLS. */
  readonly secure: boolean;
}

/** A whole answer. To a HEAD request it has its body too, which is not sent. */
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

/** The shape of an error's body is open (section 7): here, its status and a sentence. */
export function failure(status: number, message: string, headers: OutgoingHttpHeaders = {}): RegistryAnswer {
  return json(status, { status, message }, headers);
}

/** An answer that anyone may have, with a validator by which it can be asked for again (RFC 9110 section 8.8). */
export function publicJson(value: unknown): RegistryAnswer {
  const answer = json(200, value, { "Cache-Control": "no-cache" });
  const tag = createHash("sha256").update(answer.body).digest("base64url").slice(0, 22);
  return { ...answer, headers: { ...answer.headers, ETag: `"${tag}"` } };
}

/** An answer for one caller, which no cache in between may keep. */
export function privateJson(value: unknown): RegistryAnswer {
  return json(200, value, { "Cache-Control": "no-store" });
}

/** Sends a whole answer. Node leaves the body out where the request is a HEAD. */
export function send(response: ServerResponse, { status, headers, body }: RegistryAnswer): void {
  response.writeHead(status, status === 304 ? headers : { ...headers, "Content-Length": body.length });
  response.end(body);
}

/** The TCP connection that a request came by. */
export interface Connection {
  /** Ends it by a TCP reset (RST). */
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
  /** Is told of every connection, before anything is read from it. */
  readonly connected: () => void;
}

interface Listening {
  readonly port: number;
  /** Ends every connection, whatever it is doing, and frees the port. */
  close(): Promise<void>;
}

/** The first byte of a TLS connection: the record type `handshake` (RFC 8446 section 5.1). */
const tlsHandshake = 0x16;

const firstByteTimeout = 30_000;

/**
 * Listens on the loopback addresses of IPv4 and, where there is one, IPv6. One port takes both HTTPS and plain
 * HTTP, so that a plain attempt can be told that it is one (section 5, rule 1).
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { certificate, key } = options.certificates;
  const secure = createSecureServer({ cert: certificate, key }, (request, response) =>
    handle(request, response, true),
  );
  const plain = createPlainServer((request, response) => handle(request, response, false));
  for (const server of [secure, plain]) server.on("clientError", refuseMalformed);
  secure.on("connect", (request, socket) => handleConnect(request, socket, true));
  plain.on("connect", (request, socket) => handleConnect(request, socket, false));

  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    options.connected();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A connection that its client resets is no matter of ours.
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

  /** Node makes no response to a CONNECT request (RFC 9110, section 9.3.6), which is as good as any other. */
  function handleConnect(message: IncomingMessage, socket: Duplex, isSecure: boolean): void {
    if (!(socket instanceof Socket)) return;
    const response = new ServerResponse(message);
    response.assignSocket(socket);
    response.shouldKeepAlive = false;
    response.once("finish", () => socket.end());
    handle(message, response, isSecure);
  }

  const listeners = [await open("127.0.0.1", options.port, accept)];
  const port = portOf(listeners[0]);
  try {
    listeners.push(await open("::1", port, accept));
  } catch {
    // No IPv6 here; "localhost" is reached by IPv4.
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

function portOf(server: Server | undefined): number {
  return (server?.address() as AddressInfo).port;
}

/** Answers what is no HTTP request at all, or one with more headers than can be read. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const { body } = failure(status, "The request is not HTTP as it should be.");
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.toString()}`,
  );
}

/**
 * Lets browsers hand answers to pages of any origin (WHATWG Fetch, section 3.3, CORS). No answer depends on who
 * is signed in at the browser, for credentials come in the header `Authorization` only.
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

/** A request as it came by the wire. */
export interface LoggedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly secure: boolean;
  /** The status of the answer; null as long as, or when, there is none. */
  readonly status: number | null;
}

/** Keeps what a registry is asked, in memory, for what runs in the same process. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #connections = 0;

  /** In the order in which they came. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** How many TCP connections were made, whether a request came by them or not. */
  get connections(): number {
    return this.#connections;
  }

  clear(): void {
    this.#requests = [];
    this.#connections = 0;
  }

  countConnection(): void {
    this.#connections += 1;
  }

  /** Puts the log around an exchange. */
  wrap(wrapped: (respond: Responder) => Exchange): (respond: Responder) => Exchange {
    return (respond) => {
      const exchange = wrapped(respond);
      return async (request, response, connection) => {
        const { method, target, headers, secure } = request;
        this.#requests.push({
          method,
          target,
          headers,
          secure,
          get status() {
            return response.headersSent ? response.statusCode : null;
          },
        });
        await exchange(request, response, connection);
      };
    };
  }
}
