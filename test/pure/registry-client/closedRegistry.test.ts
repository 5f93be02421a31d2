import assert from "node:assert/strict";
import { groupTypeId, userId } from "@analyses/client/registryClient/records";
import { type Fault, closed, failing } from "../../support/registryFaults";
import { registryForSuite } from "../../support/referenceRegistry";
import { basic, bearer, connect, errorOf, never, reviewer, valueOf } from "./support/clients";

const now = { signal: never };
const again = { signal: never, refresh: true };

describe("a registry that requires a password for everything", () => {
  const registry = registryForSuite();
  beforeEach(() => void registry.faults.use(closed('Basic realm="test"')));

  const sent = () =>
    registry.requests.map(
      ({ target, headers }) => `${target} ${headers.authorization === undefined ? "anonymous" : "signed in"}`,
    );

  it("requests a sign-in, and shows its lists to those who are signed in", async () => {
    const client = await connect(registry);
    assert.deepEqual(errorOf(await client.groups(now)), { kind: "unauthenticated", credential: "missing" });
    client.signIn(valueOf(await client.verify(reviewer, never)), reviewer);
    registry.clearLog();
    assert.ok(valueOf(await client.groups(now)).length > 0);
    const [type] = valueOf(await client.groupTypes(now));
    assert.ok(type);
    assert.ok(valueOf(await client.groupType(groupTypeId(type.groupTypeId), now)).groups.length > 0);
    assert.deepEqual(
      sent().filter((each) => each.endsWith("anonymous")),
      [],
      "it is known by then",
    );
  });

  it("is found out by one request, and gets the credential for lists only then", async () => {
    const client = await connect(registry, reviewer);
    registry.clearLog();
    assert.equal(errorOf(await client.groups(now)).kind, "ok");
    assert.equal(errorOf(await client.groupTypes(now)).kind, "ok");
    assert.deepEqual(sent(), [
      "/rest/groups anonymous",
      "/rest/groups signed in",
      "/rest/groupTypes signed in",
    ]);
    registry.faults.clear();
    const open = await connect(registry, reviewer);
    registry.clearLog();
    await open.groups(now);
    assert.deepEqual(sent(), ["/rest/groups anonymous"]);
  });

  it("has nothing left of its lists after the sign-out", async () => {
    const client = await connect(registry, reviewer);
    await client.groups(now);
    await client.groupTypes(now);
    client.signOut();
    assert.equal(client.store.groups, undefined);
    assert.equal(client.store.groupTypes, undefined);
    assert.equal(errorOf(await client.groups(now)).kind, "unauthenticated");
    registry.faults.clear();
    assert.equal(errorOf(await client.groups(now)).kind, "ok", "it has been opened to all");
  });

  it("that refuses a restored credential for a list gets it once", async () => {
    const client = await connect(registry);
    const account = { userId: userId("1"), userName: "reviewer", name: "R", scheme: "basic" };
    client.resume(account, basic("reviewer", "of-last-year"));
    registry.clearLog();
    const outcomes = await Promise.all([client.groups(now), client.groupTypes(now), client.userMe(now)]);
    for (const outcome of outcomes) {
      assert.deepEqual(errorOf(outcome), { kind: "unauthenticated", credential: "refused" });
    }
    assert.equal(client.store.account.kind, "rejected");
    assert.equal(sent().filter((each) => each.endsWith("signed in")).length, 1);
  });

  it("that takes a credential no more, which it took for lists, says that the sign-in is over", async () => {
    const expired: Fault = ({ response }) =>
      void response.writeHead(401, { "WWW-Authenticate": 'Bearer error="invalid_token"' }).end();
    for (const [credential, fault, why] of [
      [reviewer, failing(401), "refused"],
      [bearer("reviewer-token"), expired, "expired"],
    ] as const) {
      const client = await connect(registry, credential);
      assert.equal(errorOf(await client.groups(now)).kind, "ok");
      const end = registry.faults.use(fault);
      registry.clearLog();
      assert.deepEqual(errorOf(await client.groups(again)), { kind: "unauthenticated", credential: why });
      assert.equal(client.store.account.kind, "rejected");
      assert.deepEqual(sent(), ["/rest/groups signed in"]);
      end();
    }
  });
});
