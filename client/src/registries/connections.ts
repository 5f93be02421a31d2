import type * as vscode from "vscode";
import { ClientPool } from "../registryClient/clientPool";
import { Emitter, systemClock } from "../registryClient/clock";
import type { Event } from "../registryClient/clock";
import type { RequestLog, RequestLogEntry } from "../registryClient/guardedRequest";
import { usualLimits } from "../registryClient/guardedRequest";
import type { LoadSignIn } from "../registryClient/httpRegistryClient";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { Transport } from "../registryClient/transport";

/** How the last request to a registry went: `notAsked` before the first one. */
export type ConnectionState = "notAsked" | "answers" | "fails";

/** Watches the requests to the registries and knows which registry answers. */
export class ConnectionStates implements RequestLog {
  private readonly states = new Map<RegistryAddress, ConnectionState>();
  private readonly changed = new Emitter<RegistryAddress>();
  readonly onDidChange: Event<RegistryAddress> = this.changed.event;

  of(address: RegistryAddress): ConnectionState {
    return this.states.get(address) ?? "notAsked";
  }

  add({ address, result }: RequestLogEntry): void {
    if (result === "cancelled") return;
    const state = typeof result === "number" && result < 500 ? "answers" : "fails";
    if (this.of(address) === state) return;
    this.states.set(address, state);
    this.changed.fire(address);
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** The connections to registries; each of `watchers` learns of every request. */
export function createConnections(
  transport: Transport,
  watchers: readonly RequestLog[],
  loadSignIn: LoadSignIn,
): ClientPool {
  const log: RequestLog = {
    add: (entry) => {
      for (const watcher of watchers) watcher.add(entry);
    },
    remark: (remark) => {
      for (const watcher of watchers) watcher.remark?.(remark);
    },
  };
  return new ClientPool({ transport, clock: systemClock, limits: usualLimits, log, loadSignIn });
}

/** Writes each request to the log: its address and result, never a header or a body. */
export function requestLogOf(log: vscode.LogOutputChannel): RequestLog {
  return {
    add: ({ address, path, result, milliseconds }) =>
      log.info(`GET ${address}${path} → ${result} (${Math.round(milliseconds)} ms)`),
    remark: ({ address, path, remark }) => log.warn(`GET ${address}${path}: ${remark}`),
  };
}
