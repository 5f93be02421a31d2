import type { Clock, ExchangeLimits, Transport } from "./transport";
import type { Disposable } from "./registryStore";
import { guardRequests } from "./guardedRequest";
import type { LoadSignIn } from "./registryClient";
import { RegistryClient } from "./registryClient";
import type { RegistryAddress } from "./registryAddress";
import { WritableRegistryStore } from "./registryStore";
import type { RequestLog } from "./guardedRequest";

export interface ClientPoolOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly log: RequestLog;
  /** Reads stored sign-ins; without it, there are none. */
  readonly loadSignIn?: LoadSignIn;
}

/** A client for each configured registry, each with its own credential, answers and requests. */
export class ClientPool implements Disposable {
  readonly #options: ClientPoolOptions;
  #clients = new Map<RegistryAddress, RegistryClient>();

  constructor(options: ClientPoolOptions) {
    this.#options = options;
  }

  /** In the order of the configuration. */
  get all(): readonly RegistryClient[] {
    return [...this.#clients.values()];
  }

  get(address: RegistryAddress): RegistryClient | undefined {
    return this.#clients.get(address);
  }

  /** Sets the configured registries. One that stays keeps its client. */
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

  #connect(address: RegistryAddress): RegistryClient {
    const { transport, clock, limits, log, loadSignIn } = this.#options;
    const store = new WritableRegistryStore();
    const remark = (path: string, text: string) => log.remark?.({ address, path, remark: text });
    const watched: RequestLog = {
      add: (entry) => {
        log.add(entry);
        store.noteRequest(entry.result);
      },
    };
    const send = guardRequests(address, transport, clock, limits, watched);
    return new RegistryClient(address, store, send, clock, remark, loadSignIn);
  }
}
