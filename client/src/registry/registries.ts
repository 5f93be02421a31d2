import type { Clock } from "./clock";
import type { Disposable } from "./event";
import { guardRequests } from "./guardedRequest";
import { HttpRegistryClient } from "./httpRegistryClient";
import type { RegistryAddress } from "./registryAddress";
import type { RequestLog } from "./requestLog";
import type { ExchangeLimits, Transport } from "./transport/transport";

export interface RegistriesOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly log: RequestLog;
}

/** The configured registries side by side, each with its own credential, answers and requests. */
export class Registries implements Disposable {
  readonly #options: RegistriesOptions;
  #clients = new Map<RegistryAddress, HttpRegistryClient>();

  constructor(options: RegistriesOptions) {
    this.#options = options;
  }

  /** In the order of the configuration. */
  get all(): readonly HttpRegistryClient[] {
    return [...this.#clients.values()];
  }

  get(address: RegistryAddress): HttpRegistryClient | undefined {
    return this.#clients.get(address);
  }

  /** Makes these the configured registries. One that stays keeps all that it knows. */
  configure(addresses: readonly RegistryAddress[]): void {
    const before = this.#clients;
    this.#clients = new Map(
      [...new Set(addresses)].map((address) => [address, before.get(address) ?? this.#connect(address)]),
    );
    for (const [address, client] of before) if (!this.#clients.has(address)) client.dispose();
  }

  dispose(): void {
    for (const client of this.#clients.values()) client.dispose();
    this.#clients.clear();
  }

  #connect(address: RegistryAddress): HttpRegistryClient {
    const { transport, clock, limits, log } = this.#options;
    return new HttpRegistryClient(address, guardRequests(address, transport, clock, limits, log), clock);
  }
}
