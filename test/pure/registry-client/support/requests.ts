import type { Clock } from "../../../../client/src/registry/clock";
import { systemClock } from "../../../../client/src/registry/clock";
import type { GuardedAnswer, GuardedRequest, Send } from "../../../../client/src/registry/guardedRequest";
import { guardRequests, usualLimits } from "../../../../client/src/registry/guardedRequest";
import type { RegistryAddress } from "../../../../client/src/registry/registryAddress";
import type { RequestLogEntry } from "../../../../client/src/registry/requestLog";
import { createNodeTransport } from "../../../../client/src/registry/transport/nodeTransport";
import type { ExchangeLimits, Transport } from "../../../../client/src/registry/transport/transport";
import { createTrust } from "../../../../client/src/registry/transport/trust";

export function transportTrusting(authorityFile: string): Transport {
  return createNodeTransport(
    createTrust({ environment: { NODE_EXTRA_CA_CERTS: authorityFile }, systemFiles: [] }),
  );
}

export interface RequestsOptions {
  readonly limits?: Partial<ExchangeLimits>;
  readonly clock?: Clock;
  readonly log?: RequestLogEntry[];
}

/** The guarded way to ask a host that is trusted. */
export function requestsTo(
  host: { readonly address: RegistryAddress; readonly authorityFile: string },
  { limits = {}, clock = systemClock, log = [] }: RequestsOptions = {},
): Send {
  return guardRequests(
    host.address,
    transportTrusting(host.authorityFile),
    clock,
    { ...usualLimits, ...limits },
    { add: (entry) => void log.push(entry) },
  );
}

export function get(send: Send, request: Partial<GuardedRequest> = {}): Promise<GuardedAnswer> {
  return send({
    path: "/rest/groups",
    credential: undefined,
    validators: undefined,
    signal: new AbortController().signal,
    ...request,
  });
}

export const json = { "content-type": "application/json" };
