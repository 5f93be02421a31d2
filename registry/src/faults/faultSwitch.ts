import type { Responder } from "../http/exchange";
import type { Exchange } from "../http/listen";
import { send } from "../http/send";
import type { Fault } from "./fault";

/** Which requests a fault is for. */
export interface FaultScope {
  /** Matches the request target, for example `/^\/rest\/groups$/`; every target when absent. */
  readonly target?: RegExp;
  /** For how many requests, then never again; for all when absent. */
  readonly times?: number;
}

interface ActiveFault {
  readonly fault: Fault;
  readonly target: RegExp | undefined;
  remaining: number;
}

/** Puts faults in front of a service, and takes them away again, while it runs. */
export class FaultSwitch {
  readonly #active: ActiveFault[] = [];

  /**
   * From now on, requests in scope are answered by the fault. Where several apply, the latest does.
   *
   * @returns takes the fault away
   */
  use(fault: Fault, scope: FaultScope = {}): () => void {
    const active = { fault, target: scope.target, remaining: scope.times ?? Infinity };
    this.#active.unshift(active);
    return () => this.#remove(active);
  }

  /** Takes all faults away. */
  clear(): void {
    this.#active.length = 0;
  }

  /** For `startRegistry`'s option `wrap`. */
  wrap(respond: Responder): Exchange {
    return async (request, response, connection) => {
      const active = this.#active.find(({ target }) => target?.test(request.target) ?? true);
      if (active === undefined) {
        send(response, await respond(request));
        return;
      }
      active.remaining -= 1;
      if (active.remaining === 0) this.#remove(active);
      await active.fault({ request, response, connection, answer: () => respond(request) });
    };
  }

  #remove(active: ActiveFault): void {
    const index = this.#active.indexOf(active);
    if (index !== -1) this.#active.splice(index, 1);
  }
}
