import assert from "node:assert/strict";
import { groupTypeId, personId } from "@analyses/client/registryClient/records";
import { describeRegistryError, inEnglish } from "@analyses/client/registryClient/registryError";
import { BusyPause, Urgency } from "@analyses/client/registryClient/requestTurns";
import { failing, heldUntil, latency } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { registryForSuite, startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, errorOf, ManualClock, never, reviewer } from "./support/clients";

const inBackground = { signal: never, inBackground: true };
const waitedFor = { signal: never };

describe("a registry that is busy", () => {
  const registry = registryForSuite();

  const sent = (part: string) => registry.requests.filter(({ target }) => target.includes(part)).length;

  it("is left in peace by 60 checks, and a click is answered after the pause", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    registry.faults.use(failing(429, "1"), { target: /people/ });
    const checks = Array.from({ length: 60 }, (_, id) => client.person(personId(String(id)), inBackground));
    await eventually(() => assert.ok(sent("people") >= 4));
    assert.equal(errorOf(await client.groupTypes(waitedFor)).kind, "ok");
    assert.ok(sent("people") <= 2 * 4, `${sent("people")} checks were sent before the click was answered`);
    for (const check of checks) assert.deepEqual(errorOf(await check), { kind: "serverError", status: 429 });
    // The successful response to the click reset the count of three failures.
    assert.ok(sent("people") <= 5 * 4, `${sent("people")} checks were sent`);
  });

  it("receives no request before the time that it names, and the user reads that time", async () => {
    const clock = new ManualClock();
    const client = await connect(registry, reviewer, { clock });
    registry.clearLog();
    registry.faults.use(failing(503, "60"), { times: 1 });
    const busyUntil = clock.now() + 60_000;
    const error = { kind: "serverError", status: 503, busyUntil };
    assert.deepEqual(errorOf(await client.groups(waitedFor)), error);
    for (const outcome of await Promise.all([client.groupTypes(waitedFor), client.userMe(waitedFor)])) {
      assert.deepEqual(errorOf(outcome), error);
    }
    assert.equal(registry.requests.length, 1);
    const time = new Date(busyUntil).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    assert.equal(
      describeRegistryError({ kind: "serverError", status: 503, busyUntil }, "Test", inEnglish),
      `Test is busy until ${time} (status 503). Retry then.`,
    );
    clock.advance(60_000);
    assert.equal(errorOf(await client.groups(waitedFor)).kind, "ok");
  });

  it("receives a request all the same when the user insists, and all others once it has answered", async () => {
    const client = await connect(registry, reviewer);
    registry.faults.use(failing(503, "60"), { times: 2 });
    const insists = { signal: never, refresh: true };
    assert.equal(errorOf(await client.groups(waitedFor)).kind, "serverError");
    assert.equal(errorOf(await client.groups(insists)).kind, "serverError");
    assert.equal(errorOf(await client.person(personId("1"), inBackground)).kind, "serverError");
    assert.equal(errorOf(await client.groups(insists)).kind, "ok");
    assert.equal(errorOf(await client.person(personId("none"), inBackground)).kind, "notFound");
  });
});

describe("what somebody waits for", () => {
  let registry: ReferenceRegistry;

  beforeEach(async () => {
    registry = await startReferenceRegistry();
  });
  afterEach(() => registry.stop());

  const sentClicks = () => registry.requests.filter(({ target }) => target.includes("groupTypes")).length;

  it("has two of the six requests for itself, and its turn before checks", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    const gates = ["first", "second", "all others"].map(() => {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      return { opened, open };
    });
    const [first, second, others] = gates;
    assert.ok(first !== undefined && second !== undefined && others !== undefined);
    registry.faults.use(heldUntil(others.opened));
    registry.faults.use(heldUntil(second.opened), { times: 1 });
    registry.faults.use(heldUntil(first.opened), { times: 1 });
    const checks = Array.from({ length: 20 }, (_, id) => client.person(personId(String(id)), inBackground));
    await eventually(() => assert.equal(registry.requests.length, 4));
    const clicks = ["1", "2", "3", "4"].map((id) => client.groupType(groupTypeId(id), waitedFor));
    // Concurrent requests arrive in any order, so each waits for the previous one.
    await eventually(() => assert.equal(registry.requests.length, 6));
    assert.equal(sentClicks(), 2);
    first.open();
    await eventually(() => assert.equal(registry.requests.length, 7));
    second.open();
    await eventually(() => assert.equal(registry.requests.length, 8));
    assert.equal(sentClicks(), 4);
    others.open();
    await Promise.all([...checks, ...clicks]);
  });

  it("answers a check after three failures, though a timer ends a moment early", async () => {
    const clock = new ManualClock();
    clock.wait = (milliseconds) => {
      clock.advance(Math.max(0.5, milliseconds - 0.5));
      return Promise.resolve();
    };
    const pause = new BusyPause(clock);
    for (let failures = 0; failures < 3; failures++) pause.note(503, "0", clock.now());
    const check = { urgency: new Urgency(true), insists: false, signal: never };
    assert.equal(await pause.wait(check, false), undefined);
  });

  it("does not wait for the same request of an earlier check", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    registry.faults.use(latency(60_000), { target: /people\/[0-3]$/ });
    const ended = new AbortController();
    const checks = Array.from({ length: 10 }, (_, id) =>
      client.person(personId(String(id)), { signal: ended.signal, inBackground: true }),
    );
    await eventually(() => assert.equal(registry.requests.length, 4));
    assert.equal(errorOf(await client.person(personId("9"), waitedFor)).kind, "notFound");
    ended.abort();
    await Promise.all(checks);
  });
});
