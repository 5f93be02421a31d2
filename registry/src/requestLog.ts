import type { IncomingHttpHeaders } from "node:http";
import type { Exchange, Responder } from "./http";

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
