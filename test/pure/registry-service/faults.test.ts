import assert from "node:assert/strict";
import { extraFields, failing, missingFields, nulls } from "../../support/registryFaults";
import type { Fault } from "../../support/registryFaults";
import { checkPerson } from "@analyses/schemas/generated/registryValidators.js";
import { askRegistry } from "../../support/askRegistry";
import { authorization, registryForSuite } from "../../support/referenceRegistry";

describe("the reference registry's faults", () => {
  const registry = registryForSuite();

  const groups = () => askRegistry(registry, "/rest/groups");
  const me = () => askRegistry(registry, "/rest/people/me", { authorization: authorization.reviewerToken });

  it("give null, leave fields out, or add some, in ways that the specification leaves open", async () => {
    const right = (await me()).json();
    assert.ok(checkPerson(right));
    for (const fault of [nulls("deep"), nulls("shallow"), missingFields(), extraFields()]) {
      registry.faults.use(fault);
      const { body, json } = await me();
      const person = json();
      assert.notDeepEqual(person, right);
      assert.ok(checkPerson(person), body);
      assert.equal(person.personId, right.personId);
    }
  });

  it("add fields whose names are traps for who copies fields carelessly", async () => {
    registry.faults.use(extraFields());
    const { body } = await me();
    assert.match(body, /"__proto__":\{"polluted":true\}/);
    assert.match(body, /"constructor":"trap"/);
  });

  it("hit only what they are for, as often as they are for it, and the latest first", async () => {
    const status = async () => (await groups()).status;
    const [first, second]: Fault[] = [failing(500), failing(503)];
    assert.ok(first !== undefined && second !== undefined);
    const repair = registry.faults.use(first, { target: /^\/rest\/groups$/ });
    registry.faults.use(second, { target: /groups/, times: 1 });
    assert.equal((await me()).status, 200);
    assert.deepEqual([await status(), await status(), await status()], [503, 500, 500]);
    repair();
    assert.equal(await status(), 200);
  });

  it("leave a log of what came by the wire: requests with their headers, and connections without any", async () => {
    await askRegistry(registry, "/rest/users/me", {
      authorization: authorization.reader,
      headers: { "X-Own": "1" },
    });
    assert.equal(registry.requests.length, 1);
    const [logged] = registry.requests;
    assert.deepEqual([logged?.method, logged?.target, logged?.status], ["GET", "/rest/users/me", 200]);
    assert.deepEqual([logged?.headers.authorization, logged?.headers["x-own"]], [authorization.reader, "1"]);
    await assert.rejects(askRegistry({ url: registry.url, ca: "" }, "/rest/groups"));
    assert.deepEqual([registry.requests.length, registry.connections], [1, 2]);
    registry.clearLog();
    assert.deepEqual([registry.requests.length, registry.connections], [0, 0]);
  });
});
