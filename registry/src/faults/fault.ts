import type { ServerResponse } from "node:http";
import type { RegistryAnswer, RegistryRequest } from "../http/exchange";
import type { Connection } from "../http/listen";

/** What a fault has at hand when it takes the service's place in answering a request. */
export interface FaultyExchange {
  readonly request: RegistryRequest;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** What the service would answer. */
  readonly answer: () => Promise<RegistryAnswer>;
}

/** Answers one request wrongly, late, in part or not at all. */
export type Fault = (exchange: FaultyExchange) => Promise<void> | void;
