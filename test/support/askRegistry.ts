import { type Agent, request as secureRequest } from "node:https";
import { request as plainRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Parses the body with `JSON.parse`. */
  readonly json: () => unknown;
}

export interface Ask {
  readonly method?: string;
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps connections open for further requests. Without an agent, each request opens its own connection. */
  readonly agent?: Agent;
}

/**
 * Sends a request with Node's own client, so that no code of this project is between the test and the wire.
 *
 * @param target the request target, sent unchanged
 */
export async function askRegistry(
  registry: { readonly url: string; readonly ca: string },
  target: string,
  { method = "GET", authorization, headers = {}, agent }: Ask = {},
): Promise<Answered> {
  const { protocol, hostname, port } = new URL(registry.url);
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port,
    path: target,
    method,
    ca: registry.ca,
    agent: agent ?? false,
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
  } satisfies RequestOptions & { ca: string };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = protocol === "https:" ? secureRequest : plainRequest;
    send(options, resolve).on("error", reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  const json = (): unknown => JSON.parse(body);
  return { status: response.statusCode ?? 0, headers: response.headers, body, json };
}
