import assert from "node:assert/strict";
import { describeRegistryError, inEnglish } from "@analyses/client/registryClient/registryError";
import type { RegistryError } from "@analyses/client/registryClient/registryError";
import {
  endless,
  failing,
  gzip,
  halfBody,
  html,
  latency,
  redirect,
  reset,
  silence,
} from "../../support/registryFaults";
import type { Fault } from "../../support/registryFaults";
import { registryForSuite, startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, errorOf, never } from "./support/clients";

const ask = { signal: never, refresh: true };

/** Each fault of the reference registry, with the resulting error. */
const faults: readonly (readonly [string, Fault, RegistryError])[] = [
  ["is silent", silence(), { kind: "timeOut" }],
  ["stalls half-way", halfBody("stall"), { kind: "timeOut" }],
  ["breaks off half-way", halfBody("close"), { kind: "notReachable", code: "ECONNRESET" }],
  ["resets the connection", reset(), { kind: "notReachable", code: "ECONNRESET" }],
  ["has a problem of its own", failing(500), { kind: "serverError", status: 500 }],
  ["is busy for long", failing(503, "60"), { kind: "serverError", status: 503 }],
  ["stays busy", failing(429, "0"), { kind: "serverError", status: 429 }],
  ["answers a web page", html(), { kind: "notTheInterface", fault: { kind: "notJson" } }],
  ["never ends its answer", endless(), { kind: "tooLarge", limitBytes: 1_000_000 }],
  ["never ends its packed answer", endless("gzip"), { kind: "tooLarge", limitBytes: 1_000_000 }],
  [
    "redirects to another host",
    redirect((target) => `https://registry.example${target}`),
    { kind: "notTheInterface", fault: { kind: "redirectElsewhere", host: "registry.example" } },
  ],
  [
    "redirects to http",
    redirect((target) => `http://localhost${target}`),
    { kind: "notTheInterface", fault: { kind: "redirectElsewhere", host: "localhost" } },
  ],
  [
    "redirects to itself",
    redirect((target) => target),
    { kind: "notTheInterface", fault: { kind: "redirectWithoutEnd" } },
  ],
];

describe("a registry that misbehaves", () => {
  const registry = registryForSuite();

  const limits = { silenceMilliseconds: 1000, totalMilliseconds: 5000, bodyBytes: 1_000_000 };

  for (const [what, fault, error] of faults) {
    it(`because it ${what} gets its own error, one sentence that names it, and works on retry`, async () => {
      const client = await connect({ url: registry.url, caFile: registry.caFile }, undefined, { limits });
      registry.faults.use(fault);
      const { busyUntil, ...found } = { busyUntil: 0, ...errorOf(await client.groups(ask)) };
      assert.deepEqual(found, error);
      assert.equal(busyUntil > Date.now(), what === "is busy for long");
      assert.match(describeRegistryError(error, "Test registry", inEnglish), /Test registry.*\. .*\.$/);
      registry.faults.clear();
      assert.equal(errorOf(await client.groups(ask)).kind, "ok");
    });
  }

  it("because it is stopped is not reachable, and is read again when it is back", async () => {
    const first = await startReferenceRegistry();
    const client = await connect(first);
    assert.equal(errorOf(await client.groups(ask)).kind, "ok");
    await first.stop();
    assert.deepEqual(errorOf(await client.groups(ask)), { kind: "notReachable", code: "ECONNREFUSED" });
    const second = await startReferenceRegistry({ port: first.port });
    assert.equal(errorOf(await client.groups(ask)).kind, "ok");
    await second.stop();
  });

  it("a little is read all the same: slow, packed, or busy for a moment", async () => {
    const client = await connect(registry, undefined, { limits });
    for (const [fault, times] of [
      [latency(100), 1],
      [gzip(), 1],
      [failing(503, "0"), 1],
      [failing(429, "1"), 1],
      [redirect((target) => `${target}?again`), 1],
    ] as const) {
      registry.faults.use(fault, { times });
      assert.equal(errorOf(await client.groupTypes(ask)).kind, "ok");
    }
  });
});
