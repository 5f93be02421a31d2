import assert from "node:assert/strict";
import { groupId, groupTypeId, personId, userId } from "@analyses/client/registryClient/records";
import { each } from "../../support/each";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { authorization, registryForSuite, startReferenceRegistry } from "../../support/referenceRegistry";
import { failing, latency, silence } from "../../support/registryFaults";
import {
  bearer,
  clientIn,
  connect,
  errorOf,
  ManualClock,
  never,
  registriesTrusting,
  reviewer,
  valueOf,
} from "./support/clients";
import { eventually } from "../../support/eventually";
import { addressOf } from "../../support/httpsHost";

const now = { signal: never };
const again = { signal: never, refresh: true };

describe("a registry's client", () => {
  const registry = registryForSuite();

  const targets = () => registry.requests.map(({ target }) => target);

  it("reads all eight endpoints, signed in by either scheme", async () => {
    for (const credential of [reviewer, bearer("reviewer-token")]) {
      const client = await connect(registry, credential);
      const me = valueOf(await client.userMe(now));
      assert.equal(me.userName, "reviewer");
      assert.equal(valueOf(await client.user(me.userId, now)).userId, me.userId);
      const person = valueOf(await client.personMe(now));
      assert.equal(person.personId, me.person.personId);
      assert.deepEqual(valueOf(await client.person(person.personId, now)), person);

      const [groupType] = valueOf(await client.groupTypes(now));
      assert.ok(groupType);
      const detail = valueOf(await client.groupType(groupType.groupTypeId, now));
      assert.equal(detail.name, groupType.name);
      const groups = valueOf(await client.groups(now));
      assert.equal(groups.length, registry.content.groups.size);
      const [first] = groups;
      assert.ok(first);
      assert.equal(valueOf(await client.group(first.groupId, now)).name, first.name);
    }
  });

  it("needs no sign-in for lists and group types, and shows no credential there", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    await client.groups(now);
    await client.groupTypes(now);
    await client.groupType(groupTypeId("2"), now);
    each(registry.requests, ({ status, headers }) => [status, headers.authorization], [
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
  });

  it("sends no request that needs a sign-in while no one is signed in", async () => {
    const client = await connect(registry);
    for (const outcome of [
      await client.group(groupId("1"), now),
      await client.person(personId("1"), now),
      await client.personMe(now),
      await client.user(userId("1"), now),
      await client.userMe(now),
    ]) {
      assert.deepEqual(errorOf(outcome), { kind: "unauthenticated", credential: "missing" });
    }
    assert.equal(registry.connections, 0);
  });

  it("asks at the configured address, whatever host the links in answers name", async () => {
    const moved = await startReferenceRegistry({ publicUrl: "https://registry.example" });
    try {
      const client = await connect(moved, reviewer);
      const [group] = valueOf(await client.groups(now));
      assert.ok(group);
      assert.equal(group.link, `https://registry.example/rest/groups/${group.groupId}`);
      assert.equal(errorOf(await client.group(group.groupId, now)).kind, "ok");
    } finally {
      await moved.stop();
    }
  });

  it("asks for exactly the identifier, whatever it holds", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    for (const id of ["a/b", "a/b..c", "?x=1", "#x", "%41", "Zürich 東京", "😀"]) {
      await client.person(personId(id), now);
      assert.equal(targets().at(-1), `/rest/people/${encodeURIComponent(id)}`);
    }
  });

  it("asks nothing for an identifier that would lead elsewhere", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    for (const id of ["", ".", "..", "../users/me", "\udc00"]) {
      assert.deepEqual(errorOf(await client.person(personId(id), now)), { kind: "badRequest" });
    }
    assert.equal(registry.connections, 0);
  });

  it("is at a wrong address where not even the lists are found: no identifier is to blame for that", async () => {
    const base = { url: `${registry.url}/elsewhere`, caFile: registry.caFile };
    const remarks: string[] = [];
    const client = await connect(base, undefined, { remarks });
    const notTheInterface = { kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 404 } };
    assert.deepEqual(errorOf(await client.groups(now)), notTheInterface);
    assert.deepEqual(errorOf(await client.groupTypes(now)), notTheInterface);
    remarks.length = 0;
    assert.deepEqual(errorOf(await client.verify(reviewer, now.signal)), notTheInterface);
    assert.equal(remarks.length, 1, "the log says why a sign-in came to nothing");
  });

  describe("two equal requests at the same time", () => {
    it("sends one request and gives all the same answer", async () => {
      registry.faults.use(latency(50));
      const client = await connect(registry);
      registry.clearLog();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.groups(now)));
      assert.deepEqual(targets(), ["/rest/groups"]);
      assert.equal(new Set(outcomes.map(valueOf)).size, 1);
    });

    it("ends the wait of one caller who gives up, and not that of the others", async () => {
      registry.faults.use(latency(50));
      const client = await connect(registry);
      const controller = new AbortController();
      const cancelled = client.groups({ signal: controller.signal });
      const kept = client.groups(now);
      controller.abort();
      assert.deepEqual(errorOf(await cancelled), { kind: "cancelled" });
      assert.equal(errorOf(await kept).kind, "ok");
      assert.deepEqual(targets(), ["/rest/groups"]);
    });

    it("drops the request when all callers have given up, and asks anew for the next", async () => {
      const stopSilence = registry.faults.use(silence());
      const client = await connect(registry);
      const controller = new AbortController();
      const outcomes = [
        client.groups({ signal: controller.signal }),
        client.groups({ signal: controller.signal }),
      ];
      await eventually(() => assert.ok(registry.requests.length === 1));
      controller.abort();
      for (const outcome of outcomes) assert.deepEqual(errorOf(await outcome), { kind: "cancelled" });
      stopSilence();
      assert.equal(errorOf(await client.groups(now)).kind, "ok");
    });
  });

  it("asks anew when somebody wants a refresh while a request hangs, and all get the new answer", async () => {
    registry.faults.use(latency(60_000), { times: 1 });
    const client = await connect(registry);
    const hanging = client.groups(now);
    await eventually(() => assert.equal(registry.requests.length, 1));
    assert.equal(errorOf(await client.groups(again)).kind, "ok");
    assert.equal(errorOf(await hanging).kind, "ok");
    assert.equal(registry.requests.length, 2);
  });

  describe("a repeated request", () => {
    it("answers from memory for five minutes, then asks the registry", async () => {
      const clock = new ManualClock();
      const client = await connect(registry, undefined, { clock });
      const first = await client.groups(now);
      clock.advance(5 * 60_000 - 1);
      assert.deepEqual(await client.groups(now), first);
      assert.equal(registry.requests.length, 1);
      clock.advance(1);
      const later = await client.groups(now);
      assert.equal(registry.requests.length, 2);
      assert.ok(first.kind === "ok" && later.kind === "ok");
      assert.equal(later.readAt - first.readAt, 5 * 60_000);
    });

    it("does not keep a failure", async () => {
      registry.faults.use(failing(500), { times: 1 });
      const client = await connect(registry);
      assert.deepEqual(errorOf(await client.groups(now)), { kind: "serverError", status: 500 });
      assert.equal(errorOf(await client.groups(now)).kind, "ok");
    });
  });

  describe("whose credential is refused", () => {
    it("cancels the requests of an earlier credential when another one is taken into use", async () => {
      const client = await connect(registry, reviewer);
      registry.faults.use(latency(60_000), { times: 1 });
      const late = client.personMe(now);
      await eventually(() => assert.ok(registry.requests.length > 1));
      const token = bearer("reviewer-token");
      client.signIn(valueOf(await client.verify(token, never)), token);
      assert.deepEqual(errorOf(await late), { kind: "cancelled" });
      assert.equal(client.store.account.kind, "signedIn");
    });
  });

  it("forgets on sign-out what only the credential could read", async () => {
    const client = await connect(registry, reviewer);
    await client.personMe(now);
    await client.groups(now);
    assert.equal(client.store.people.length, 1);
    client.signOut();
    assert.equal(client.store.people.length, 0);
    assert.deepEqual(errorOf(await client.personMe(now)), { kind: "unauthenticated", credential: "missing" });
    registry.clearLog();
    await client.groups(now);
    assert.equal(registry.requests.length, 0);
  });

  it("sends no credential any more once it is taken out of the settings", async () => {
    const registries = registriesTrusting(registry.caFile);
    const address = addressOf(registry.url);
    registries.configure([address]);
    const client = clientIn(registries, address);
    client.signIn(valueOf(await client.verify(reviewer, now.signal)), reviewer);
    registries.configure([]);
    registry.clearLog();
    assert.deepEqual(errorOf(await client.personMe(now)), { kind: "unauthenticated", credential: "missing" });
    assert.deepEqual(registry.requests, []);
  });

  it("lives next to another registry, each with its own account, answers and credential", async () => {
    const production = await startReferenceRegistry();
    try {
      const one = await connect(registry, reviewer);
      const other = await connect(production, bearer("reader-token"));
      await Promise.all([one.userMe(now), other.userMe(now)]);
      assert.equal(valueOf(await one.userMe(now)).userName, "reviewer");
      assert.equal(valueOf(await other.userMe(now)).userName, "reader");
      const sentTo = ({ requests }: ReferenceRegistry) => [
        ...new Set(requests.map(({ headers }) => headers.authorization)),
      ];
      assert.deepEqual(sentTo(registry), [authorization.reviewer]);
      assert.deepEqual(sentTo(production), [authorization.readerToken]);
      one.signOut();
      assert.equal(other.store.account.kind, "signedIn");
    } finally {
      await production.stop();
    }
  });
});
