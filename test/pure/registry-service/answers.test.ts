import assert from "node:assert/strict";
import {
  checkGroup,
  checkGroupList,
  checkGroupType,
  checkPerson,
  checkUser,
} from "@analyses/schemas/generated/registryValidators.js";
import { authorization, registryForSuite } from "../../support/referenceRegistry";
import { askRegistry } from "../../support/askRegistry";

const reviewer = { authorization: authorization.reviewerToken };

describe("the reference registry's answers", () => {
  const registry = registryForSuite();

  it("link to what the links name: following them finds the same record", async () => {
    const list = (await askRegistry(registry, "/rest/groups")).json();
    assert.ok(checkGroupList(list));
    for (const item of list.groups.slice(0, 20)) {
      assert.ok(item.link.startsWith(`${registry.url}/rest/groups/`));
      const group = (await askRegistry(registry, new URL(item.link).pathname, reviewer)).json();
      assert.ok(checkGroup(group));
      assert.deepEqual(
        [group.groupId, group.name, group.groupType],
        [item.groupId, item.name, item.groupType],
      );
      const groupType = (await askRegistry(registry, new URL(group.groupType.link).pathname)).json();
      assert.ok(checkGroupType(groupType));
      assert.ok(groupType.groups.some(({ link }) => link === item.link));
    }
  });

  it("name a contact person by the name that the person has", async () => {
    const { contactPerson } =
      [...registry.content.groups.values()].find((group) => group.contactPerson.personId !== "") ??
      assert.fail();
    const person = (await askRegistry(registry, `/rest/people/${contactPerson.personId}`, reviewer)).json();
    assert.ok(checkPerson(person));
    const role = person.groupRoles.find(({ name }) => name === "Contact Person") ?? assert.fail();
    const group = (await askRegistry(registry, new URL(role.group.link).pathname, reviewer)).json();
    assert.ok(checkGroup(group));
    assert.equal(
      group.contactPerson.name,
      [person.firstName, person.middleNames, person.lastName].filter(Boolean).join(" "),
    );
  });

  it("give the caller's own person and user as me", async () => {
    for (const [header, userName] of [
      [authorization.reviewer, "reviewer"],
      [authorization.readerToken, "reader"],
    ] as const) {
      const user = (await askRegistry(registry, "/rest/users/me", { authorization: header })).json();
      const person = (await askRegistry(registry, "/rest/people/me", { authorization: header })).json();
      assert.ok(checkUser(user) && checkPerson(person));
      assert.equal(user.userName, userName);
      assert.equal(person.user.userId, user.userId);
      assert.equal(user.person.personId, person.personId);
    }
  });

  it("show a renamed group under its new name everywhere, and a deleted one nowhere", async () => {
    const parent =
      [...registry.content.groups.values()].find(({ subgroups }) => subgroups.length > 1) ?? assert.fail();
    const [renamed, deleted] = parent.subgroups.map(
      ({ groupId }) => registry.content.groups.get(groupId) ?? assert.fail(),
    );
    assert.ok(renamed !== undefined && deleted !== undefined);
    const tag = (await askRegistry(registry, "/rest/groups")).headers.etag;
    registry.content.groups.put({ ...renamed, name: "Renamed" });
    registry.content.groups.delete(deleted.groupId);
    try {
      const list = await askRegistry(registry, "/rest/groups");
      assert.notEqual(list.headers.etag, tag);
      const answer = list.json();
      assert.ok(checkGroupList(answer));
      assert.equal(answer.groups.find(({ groupId }) => groupId === renamed.groupId)?.name, "Renamed");
      assert.ok(!answer.groups.some(({ groupId }) => groupId === deleted.groupId));
      const group = (await askRegistry(registry, `/rest/groups/${parent.groupId}`, reviewer)).json();
      assert.ok(checkGroup(group));
      assert.ok(group.subgroups.some(({ name }) => name === "Renamed"));
      assert.ok(!group.subgroups.some(({ groupId }) => groupId === deleted.groupId));
      assert.equal((await askRegistry(registry, `/rest/groups/${deleted.groupId}`, reviewer)).status, 404);
    } finally {
      registry.content.groups.put(renamed);
      registry.content.groups.put(deleted);
    }
  });

  it("answer 304 to a caller who has the list already, and no cache may store private answers", async () => {
    const list = await askRegistry(registry, "/rest/groups");
    const tag = list.headers.etag ?? assert.fail();
    for (const header of [tag, `"other", W/${tag}`, "*"]) {
      const again = await askRegistry(registry, "/rest/groups", { headers: { "If-None-Match": header } });
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, "", tag]);
    }
    assert.equal(
      (await askRegistry(registry, "/rest/groups", { headers: { "If-None-Match": '"other"' } })).status,
      200,
    );
    const person = await askRegistry(registry, "/rest/people/me", reviewer);
    assert.equal(person.headers["cache-control"], "no-store");
    assert.equal(person.headers.etag, undefined);
  });
});
