import type { ServerResponse } from "node:http";
import type { RegistryAnswer } from "./exchange";

/** Sends a whole answer. Node leaves the body out where the request is a HEAD. */
export function send(response: ServerResponse, { status, headers, body }: RegistryAnswer): void {
  response.writeHead(status, status === 304 ? headers : { ...headers, "Content-Length": body.length });
  response.end(body);
}
