import type { Event } from "../registry/event";
import { Emitter } from "../registry/event";
import type { RegistryAddress } from "../registry/registryAddress";
import type { RequestLog, RequestLogEntry } from "../registry/requestLog";

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
