import type { Account } from "./access/accounts";
import type { Certificates } from "./certificates/makeCertificates";
import type { Content } from "./content/content";
import type { Responder } from "./http/exchange";
import { openToPages } from "./http/openToPages";
import { listen } from "./http/listen";
import type { Exchange } from "./http/listen";
import { send } from "./http/send";
import { createResponder } from "./respond";

export interface RegistryOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly certificates: Certificates;
  readonly content: Content;
  readonly accounts: readonly Account[];
  /** The base address that links name where it is not the one the registry listens at (a public host's). */
  readonly publicUrl?: string;
  /** Whether browsers may hand answers to pages of other origins (WHATWG Fetch, CORS). Not shown: no by default. */
  readonly openToPages?: boolean;
  readonly log: (message: string) => void;
  /** Puts something around the service: it gets to decide how each answer is sent. */
  readonly wrap?: (respond: Responder) => Exchange;
  readonly connected?: () => void;
}

export interface RunningRegistry {
  /** The base address, `https://localhost:PORT`. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a registry in this process. Rejects when the port is taken. */
export async function startRegistry(options: RegistryOptions): Promise<RunningRegistry> {
  const listening = await listen({
    port: options.port,
    certificates: options.certificates,
    exchange: (...parts) => exchange(...parts),
    connected: options.connected ?? (() => undefined),
  });
  // The links in answers need the port, and no request is read before this function goes on.
  const url = `https://localhost:${listening.port}`;
  const respond = createResponder({ ...options, baseUrl: options.publicUrl ?? url });
  const answer = (options.wrap ?? answering)(respond);
  const exchange = options.openToPages === true ? openToPages(answer) : answer;
  return { url, port: listening.port, stop: () => listening.close() };
}

function answering(respond: Responder): Exchange {
  return async (request, response) => send(response, await respond(request));
}
