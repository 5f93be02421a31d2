import assert from "node:assert/strict";
import type { Clock } from "../../../../client/src/registry/clock";
import { systemClock } from "../../../../client/src/registry/clock";
import { Credential } from "../../../../client/src/registry/credential";
import { usualLimits } from "../../../../client/src/registry/guardedRequest";
import type { HttpRegistryClient } from "../../../../client/src/registry/httpRegistryClient";
import type { Outcome } from "../../../../client/src/registry/outcome";
import { Registries } from "../../../../client/src/registry/registries";
import type { RegistryAddress } from "../../../../client/src/registry/registryAddress";
import type { RequestLogEntry } from "../../../../client/src/registry/requestLog";
import type { ExchangeLimits } from "../../../../client/src/registry/transport/transport";
import { addressOf } from "../../../support/httpsHost";
import { transportTrusting } from "./requests";

export interface ClientOptions {
  readonly clock?: Clock;
  readonly limits?: Partial<ExchangeLimits>;
  readonly log?: RequestLogEntry[];
}

/** Registries as the extension makes them, that trust one authority. */
export function registriesTrusting(
  caFile: string,
  { clock = systemClock, limits = {}, log = [] }: ClientOptions = {},
): Registries {
  return new Registries({
    transport: transportTrusting(caFile),
    clock,
    limits: { ...usualLimits, ...limits },
    log: { add: (entry) => void log.push(entry) },
  });
}

export function clientIn(registries: Registries, address: RegistryAddress): HttpRegistryClient {
  const client = registries.get(address);
  assert.ok(client);
  return client;
}

/** A client for one registry, signed in where a credential is given. */
export async function connect(
  registry: { readonly url: string; readonly caFile: string },
  credential?: Credential,
  options: ClientOptions = {},
): Promise<HttpRegistryClient> {
  const registries = registriesTrusting(registry.caFile, options);
  const address = addressOf(registry.url);
  registries.configure([address]);
  const client = clientIn(registries, address);
  if (credential !== undefined) client.signIn(valueOf(await client.verify(credential, never)), credential);
  return client;
}

export function basic(userName: string, password: string): Credential {
  const reading = Credential.basic(userName, password);
  assert.equal(reading.kind, "credential");
  return reading.credential;
}

export function bearer(token: string): Credential {
  const reading = Credential.bearer(token);
  assert.equal(reading.kind, "credential");
  return reading.credential;
}

export const reviewer = basic("reviewer", "reviewer-password");

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

export function valueOf<T>(outcome: Outcome<T>): T {
  assert.equal(outcome.kind, "ok", JSON.stringify(outcome));
  return outcome.value;
}

export function errorOf(outcome: Outcome<unknown>) {
  return outcome.kind === "failed" ? outcome.error : { kind: "ok" };
}

/** Time that stands still until a test moves it. */
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
