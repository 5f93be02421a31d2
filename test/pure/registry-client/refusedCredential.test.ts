import assert from "node:assert/strict";
import { personId, userId } from "@analyses/client/registryClient/records";
import type { RegistryClient } from "@analyses/client/registryClient/registryClient";
import { failed } from "@analyses/client/registryClient/registryError";
import { RegistryStore } from "@analyses/client/registryClient/registryStore";
import { Credential } from "@analyses/client/registryClient/schemes/credential";
import { Session, notKept } from "@analyses/client/registryClient/session";
import { each } from "../../support/each";
import { failing, latency } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { type ReferenceRegistry, registryForSuite } from "../../support/referenceRegistry";
import {
  basic,
  clientIn,
  connect,
  errorOf,
  never,
  registriesTrusting,
  reviewer,
  followAccount,
} from "./support/clients";
import { addressOf } from "../../support/httpsHost";

const now = { signal: never };
const refused = { kind: "unauthenticated", credential: "refused" };

/** As many reads as opening a document with person references causes. */
const manyReads = (client: RegistryClient, length = 500) =>
  Promise.all(Array.from({ length }, (_, index) => client.person(personId(String(index)), now)));

const account = { userId: userId("1"), userName: "reviewer", name: "Reviewer", scheme: "basic" } as const;

/** A client with a restored credential, as after the start of a window. */
function restoredIn({ caFile, url }: ReferenceRegistry, credential: Credential): RegistryClient {
  const registries = registriesTrusting(caFile);
  registries.configure([addressOf(url)]);
  const client = clientIn(registries, addressOf(url));
  client.resume(account, credential);
  return client;
}

describe("a credential that the registry refuses", () => {
  const registry = registryForSuite();

  const withCredential = () => registry.requests.filter(({ headers }) => headers.authorization !== undefined);

  const restored = (password: string) => restoredIn(registry, basic("reviewer", password));

  it("is sent once for 500 reads where it was restored", async () => {
    const client = restored("the-password-of-last-year");
    const states: string[] = [];
    followAccount(client, ({ kind }) => states.push(kind));
    const outcomes = await manyReads(client);
    assert.equal(withCredential().length, 1);
    assert.deepEqual(new Set(outcomes.map((outcome) => JSON.stringify(errorOf(outcome)))).size, 1);
    assert.deepEqual(outcomes.map(errorOf)[0], refused);
    assert.deepEqual(states, ["rejected"]);
  });

  it("is sent by no more than the six requests in flight where the registry took it before", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    registry.faults.use(failing(401), { target: /people/ });
    const outcomes = await manyReads(client);
    assert.ok(withCredential().length <= 6, `${withCredential().length} requests carry it`);
    for (const outcome of outcomes) assert.deepEqual(errorOf(outcome), refused);
  });

  it("ends the reads that have no answer yet", async () => {
    const client = await connect(registry, reviewer);
    registry.faults.use(latency(60_000), { target: /people/ });
    registry.faults.use(failing(401), { target: /users/ });
    const late = client.person(personId("1"), now);
    await eventually(() => assert.ok(registry.requests.some(({ target }) => target.includes("people"))));
    assert.deepEqual(errorOf(await client.userMe({ signal: never, refresh: true })), refused);
    assert.deepEqual(errorOf(await late), refused);
  });

  it("is not sent again by a request that waits for a busy registry", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    let refuse: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => (refuse = resolve));
    registry.faults.use(async (exchange) => isTime.then(() => failing(401)(exchange)), { target: /users/ });
    registry.faults.use(failing(503, "1"), { target: /people/, times: 1 });
    const first = client.userMe({ signal: never, refresh: true });
    await eventually(() => assert.equal(registry.requests.length, 1));
    const waiting = client.person(personId("1"), now);
    await eventually(() => assert.equal(registry.requests.at(-1)?.status, 503));
    refuse();
    assert.deepEqual(errorOf(await first), refused);
    assert.deepEqual(errorOf(await waiting), refused);
    assert.equal(registry.requests.filter(({ target }) => target.includes("people")).length, 1);
  });

  it("leaves alone what needs no credential, and stays refused for the same one from the store", async () => {
    const client = restored("the-password-of-last-year");
    await client.userMe(now);
    assert.equal(errorOf(await client.groups(now)).kind, "ok");
    assert.equal(client.store.account.kind, "rejected");
    assert.equal(withCredential().length, 1);
  });
});

describe("a sign-in that has ended", () => {
  const sessionOf = () => new Session(new RegistryStore(), () => Promise.resolve());
  const answered = failed({ kind: "cancelled" });

  /** Counts calls of `authorize`, and runs an action during each. */
  class Asked extends Credential {
    times = 0;
    constructor(private readonly meanwhile: () => void) {
      super("asked", "");
    }
    override authorize() {
      this.times += 1;
      this.meanwhile();
      return Promise.resolve("Bearer late");
    }
    override describe = () => "";
    override fieldsToStore = () => ({});
  }
  const headerOf = async (session: Session, before: () => void) => {
    let header: unknown = "none was asked for";
    await session.ask(never, async (authorizer) => {
      before();
      header = await authorizer?.authorize(never, false);
      return answered;
    });
    return header;
  };

  it("gives no header to a request that waited until then", async () => {
    const session = sessionOf();
    const credential = new Asked(() => undefined);
    session.signIn(account, credential, true, notKept);
    assert.equal(await headerOf(session, () => session.signOut()), undefined);
    assert.equal(credential.times, 0);
  });

  it("gives no header that took its time until then", async () => {
    const session = sessionOf();
    const credential = new Asked(() => session.signOut());
    session.signIn(account, credential, true, notKept);
    assert.equal(await headerOf(session, () => undefined), undefined);
    assert.equal(credential.times, 1);
  });
});

describe("a credential that was restored", () => {
  const registry = registryForSuite();

  const restored = () => restoredIn(registry, reviewer);
  const kindsOf = (outcomes: Awaited<ReturnType<typeof manyReads>>) => [
    ...new Set(outcomes.map((outcome) => errorOf(outcome).kind)),
  ];

  it("goes alone until the registry has taken it, then with the others", async () => {
    registry.faults.use(latency(100));
    const client = restored();
    const reads = manyReads(client, 20);
    await eventually(() => assert.equal(registry.requests.length, 1));
    assert.equal(registry.requests[0]?.status, null);
    assert.equal(registry.requests.length, 1);
    registry.faults.clear();
    assert.deepEqual(kindsOf(await reads), ["notFound"]);
    assert.equal(registry.requests.length, 20);
  });

  it("goes alone again after an answer that says nothing about it", async () => {
    registry.faults.use(failing(500), { times: 2 });
    const client = restored();
    const outcomes = await Promise.all([1, 2, 3].map((id) => client.person(personId(String(id)), now)));
    each(outcomes.slice(0, 2), (outcome) => errorOf(outcome).kind, ["serverError", "serverError"]);
    assert.equal(client.store.account.kind, "signedIn");
    assert.equal(registry.requests.length, 3);
  });

  it("lets the next read go when the first is cancelled", async () => {
    registry.faults.use(latency(60_000), { times: 1 });
    const client = restored();
    const controller = new AbortController();
    const first = client.person(personId("1"), { signal: controller.signal });
    const second = client.userMe(now);
    await eventually(() => assert.equal(registry.requests.length, 1));
    controller.abort();
    assert.deepEqual(errorOf(await first), { kind: "cancelled" });
    assert.equal(errorOf(await second).kind, "ok");
  });
});
