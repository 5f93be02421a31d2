import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

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
