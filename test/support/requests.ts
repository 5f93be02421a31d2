import type { Clock, ExchangeLimits, Transport } from "../../client/src/registryClient/transport";
import { systemClock } from "../../client/src/registryClient/transport";
import type {
  GuardedAnswer,
  GuardedRequest,
  RequestLogEntry,
  Send,
} from "../../client/src/registryClient/guardedRequest";
import { guardRequests, usualLimits } from "../../client/src/registryClient/guardedRequest";
import type { RegistryAddress } from "../../client/src/registryClient/registryAddress";
import { createNodeTransport } from "../../client/src/registryClient/transport/nodeTransport";
import { Urgency } from "../../client/src/registryClient/requestTurns";
import type { AuthorityFiles } from "../../client/src/registryClient/transport/trust";
import { createTrust } from "../../client/src/registryClient/transport/trust";

/** Trusts the authorities in some files, and none of this machine's own. */
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

/** The guarded way to ask a host that is trusted. */
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
