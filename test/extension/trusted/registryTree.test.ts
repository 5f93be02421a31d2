import assert from "node:assert/strict";
import { readDetails } from "@analyses/client/details/recordDetails";
import { GroupNode } from "@analyses/client/tree/nodes/recordNodes";
import { assertFailure } from "../support/failureRows";
import { registryInSettings } from "../support/registryTree";

const signal = () => new AbortController().signal;

describe("the tree of a registry", () => {
  const { registry, setting } = registryInSettings();

  it("asks nothing of the registry before a row is opened", async () => {
    await setting.rows();
    assert.equal(registry.connections, 0);
  });

  it("requests each record once, when it is opened, and none that is only named", async () => {
    const targets = () => registry.requests.map(({ target }) => target);
    await setting.signIn();
    for (let round = 0; round < 2; round += 1) {
      for (const row of await setting.open("Me")) {
        if (row.kind === "groupRole" || row.kind === "documentRole") await setting.rows(row);
      }
      const [group] = await setting.open("Groups");
      assert.ok(group instanceof GroupNode);
      await setting.rows(group);
      await setting.open("People");
      await readDetails(setting.registry, { kind: "group", id: group.group.groupId, name: "" }, signal());
      assert.deepEqual(targets(), [
        "/rest/users/me",
        "/rest/people/me",
        "/rest/groups",
        `/rest/groups/${group.group.groupId}`,
      ]);
    }
  });

  it("shows that the account may not read a record", async () => {
    await setting.signIn("reader");
    const groups = await setting.open("Groups");
    for (const group of groups) {
      const person = (await setting.rows(group)).find((row) => row.kind === "person");
      if (person === undefined) continue;
      const [message] = await setting.rows(person);
      assertFailure(setting, message, {
        label: /^You may not read this$/,
        explanation: /Ask the registry's managers for access/,
        step: "Use Another Account",
      });
      return;
    }
    assert.fail("No group has a contact person.");
  });
});
