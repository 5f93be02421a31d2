import assert from "node:assert/strict";
import { type Clock, type ExchangeLimits, systemClock } from "@analyses/client/registryClient/transport";
import { basicCredential, bearerCredential } from "@analyses/client/registryClient/schemes/index";
import type { Credential } from "@analyses/client/registryClient/schemes/credential";
import { usualLimits, type RequestLogEntry } from "@analyses/client/registryClient/guardedRequest";
import {
  type RegistryClient,
  type LoadSignIn,
  ClientPool,
} from "@analyses/client/registryClient/registryClient";
import type { AccountState } from "@analyses/client/registryClient/records";
import type { Outcome } from "@analyses/client/registryClient/registryError";
import type { RegistryAddress } from "@analyses/client/registryClient/registryAddress";
import { addressOf } from "../../../support/httpsHost";
import { transportTrusting } from "../../../support/requests";

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: Partial<ExchangeLimits>;
  readonly log?: RequestLogEntry[];
  /** Collects remarks about unusual responses. */
  readonly remarks?: string[];
  /** Reads stored sign-ins. Default: none are stored. */
  readonly loadSignIn?: LoadSignIn;
}

/** Creates clients as the extension does, which trust one authority. */
export function registriesTrusting(
  caFile: string,
  {
    clock = systemClock,
    limits = {},
    log = [],
    remarks = [],
    loadSignIn = () => Promise.resolve(undefined),
  }: ClientOptions = {},
): ClientPool {
  return new ClientPool({
    transport: transportTrusting(caFile),
    clock,
    limits: { ...usualLimits, ...limits },
    log: {
      add: (entry) => void log.push(entry),
      remark: ({ remark }) => void remarks.push(remark),
    },
    loadSignIn,
  });
}

export function clientIn(registries: ClientPool, address: RegistryAddress): RegistryClient {
  const client = registries.get(address);
  assert.ok(client);
  return client;
}

/** Creates a client for one registry, signed in if a credential is given. */
export async function connect(
  registry: { readonly url: string; readonly caFile: string },
  credential?: Credential,
  options: ClientOptions = {},
): Promise<RegistryClient> {
  const registries = registriesTrusting(registry.caFile, options);
  const address = addressOf(registry.url);
  registries.configure([address]);
  const client = clientIn(registries, address);
  if (credential !== undefined) client.signIn(valueOf(await client.verify(credential, never)), credential);
  return client;
}

export function basic(userName: string, password: string): Credential {
  const reading = basicCredential(userName, password);
  assert.ok(typeof reading !== "string", String(reading));
  return reading;
}

export function bearer(token: string): Credential {
  const reading = bearerCredential(token);
  assert.ok(typeof reading !== "string", String(reading));
  return reading;
}

/** A window's own place for sign-ins, which may use them all. */
export const placeOf = (home = "profile local") => ({
  home: () => home,
  mayUse: () => Promise.resolve(true),
  allow: () => Promise.resolve(),
  forget: () => Promise.resolve(),
});

export const reviewer = basic("reviewer", "reviewer-password");

/** Calls the listener whenever the account state changes. */
export function followAccount({ store }: RegistryClient, listener: (account: AccountState) => void): void {
  store.onDidChange((change) => {
    if (change.kind === "account") listener(change.account);
  });
}

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

export function valueOf<T>(outcome: Outcome<T>): T {
  assert.equal(outcome.kind, "ok", JSON.stringify(outcome));
  return outcome.value;
}

export function errorOf(outcome: Outcome<unknown>) {
  return outcome.kind === "failed" ? outcome.error : { kind: "ok" };
}

/** A failed answer with an error of this kind. */
export const failedWith = (kind: string, more: object = {}) => ({
  kind: "failed",
  error: { kind, ...more },
});

/** A clock that only `wait` and `advance` move. */
export class ManualClock implements Clock {
  #now = Date.parse("2026-05-04T10:00:00Z");

  now(): number {
    return this.#now;
  }

  wait(milliseconds: number): Promise<void> {
    this.advance(milliseconds);
    return Promise.resolve();
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
