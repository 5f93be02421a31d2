import assert from "node:assert/strict";
import {
  checkGroup,
  checkGroupList,
  checkGroupType,
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
