import type { Clock, ExchangeLimits, Transport } from "@analyses/client/registryClient/transport";
import { systemClock } from "@analyses/client/registryClient/transport";
import type {
  GuardedAnswer,
  GuardedRequest,
  RequestLogEntry,
  Send,
} from "@analyses/client/registryClient/guardedRequest";
import { guardRequests, usualLimits } from "@analyses/client/registryClient/guardedRequest";
import type { RegistryAddress } from "@analyses/client/registryClient/registryAddress";
import {
  createNodeTransport,
  type AuthorityFiles,
  createTrust,
} from "@analyses/client/registryClient/transport/nodeTransport";
import { Urgency } from "@analyses/client/registryClient/requestTurns";

/** Trusts only the authorities in the given files, none of this machine's. */
export function transportWith(files: Partial<AuthorityFiles>): Transport {
  return createNodeTransport(createTrust({ environment: {}, systemFiles: [], ...files }));
}

export function transportTrusting(authorityFile: string): Transport {
  return transportWith({ environment: { NODE_EXTRA_CA_CERTS: authorityFile } });
}

export interface RequestsOptions {
  readonly transport?: Transport;
  readonly limits?: Partial<ExchangeLimits>;
  readonly clock?: Clock;
  readonly log?: RequestLogEntry[];
}

/** Creates a guarded `Send` to a host whose authority the transport trusts. */
export function requestsTo(
  host: { readonly address: RegistryAddress; readonly authorityFile: string },
  {
    transport = transportTrusting(host.authorityFile),
    limits = {},
    clock = systemClock,
    log = [],
  }: RequestsOptions = {},
): Send {
  return guardRequests(
    host.address,
    transport,
    clock,
    { ...usualLimits, ...limits },
    { add: (entry) => void log.push(entry) },
  );
}

export function get(send: Send, request: Partial<GuardedRequest> = {}): Promise<GuardedAnswer> {
  return send({
    path: "/rest/groups",
    size: "list",
    authorizer: undefined,
    validators: undefined,
    urgency: new Urgency(false),
    insists: false,
    signal: new AbortController().signal,
    ...request,
  });
}

export const json = { "content-type": "application/json" };
