import assert from "node:assert/strict";
import { checkGroupList, checkPerson } from "@analyses/schemas/generated/registryValidators.js";

describe("the validators made from the registry's description", () => {
  it("read what an answer leaves out or gives as null as empty", () => {
    const person: unknown = { personId: "11143", lastName: null, user: null, groupRoles: [{ active: true }] };
    assert.ok(checkPerson(person));
    assert.equal(person.lastName, "");
    assert.equal(person.firstName, "");
    assert.deepEqual(person.addresses, []);
    assert.deepEqual(person.user, { userId: "", userName: "", link: "" });
    assert.deepEqual(person.groupRoles, [
      { active: true, name: "", group: { groupId: "", name: "", link: "" } },
    ]);
  });

  it("leave a boolean that is absent or null as it is: neither yes nor no", () => {
    const person: unknown = { personId: "11143", groupRoles: [{ active: null }] };
    assert.ok(checkPerson(person));
    assert.equal(person.active, undefined);
    assert.equal(person.groupRoles[0]?.active, null);
  });

  it("accept fields that the interface does not describe", () => {
    assert.ok(checkPerson({ personId: "11143", favouriteColour: { hue: 7 } }));
  });

  it("say where a wrong type stands, at any depth", () => {
    const cases: [unknown, string, string][] = [
      [{ groups: [{ groupId: "1" }, { groupId: 2 }] }, "/groups/1/groupId", "string"],
      [{ groups: [{ groupId: "1", groupType: { name: true } }] }, "/groups/0/groupType/name", "string"],
      [{ groups: {} }, "/groups", "array"],
      [{ groups: [null] }, "/groups/0", "object"],
      [{ numberOfEntries: 7 }, "/numberOfEntries", "string"],
      [[], "", "object"],
    ];
    for (const [answer, instancePath, type] of cases) {
      assert.equal(checkGroupList(answer), false);
      const error = checkGroupList.errors?.[0];
      assert.deepEqual(
        [error?.instancePath, error?.keyword, error?.params.type],
        [instancePath, "type", type],
      );
    }
    assert.equal(checkPerson({ personId: "1", addresses: [{ contactAddress: "yes" }] }), false);
    assert.equal(checkPerson.errors?.[0]?.instancePath, "/addresses/0/contactAddress");
    assert.equal(checkPerson.errors[0].params.type, "boolean");
  });

  it("refuse a record without its own identifier", () => {
    assert.equal(checkPerson({ lastName: "Nobody" }), false);
    assert.equal(checkPerson.errors?.[0]?.keyword, "required");
    assert.equal(checkPerson.errors[0].params.missingProperty, "personId");
  });
});
