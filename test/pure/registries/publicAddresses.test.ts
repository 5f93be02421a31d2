import assert from "node:assert/strict";
import { baseUrlIn } from "@analyses/client/registries/publicAddresses";
import { groupId, groupTypeId } from "@analyses/client/registryClient/records";

describe("the address by which a registry names itself", () => {
  const groupType = { groupTypeId: groupTypeId("t"), name: "Type" };
  const group = { groupId: groupId("7"), name: "Group" };
  const base = "https://registry.example";
  const groupTypes = (link: string) => [{ ...groupType, link }];
  const groups = (...links: readonly string[]) =>
    links.map((link) => ({ ...group, link, groupType: { ...groupType, link: "" } }));

  it("is that of the first link that can be read, in whichever list it is", () => {
    const link = `${base}/rest/groups/7`;
    assert.equal(baseUrlIn({ groupTypes: groupTypes(""), groups: groups(link), people: [] }), base);
    const strange = groups("", "not a link", link);
    assert.equal(baseUrlIn({ groupTypes: undefined, groups: strange, people: [] }), base);
    const other = groupTypes("https://other.example/rest/groupTypes/t");
    assert.equal(baseUrlIn({ groupTypes: other, groups: strange, people: [] }), "https://other.example");
  });

  it("is not known where there is none", () => {
    assert.equal(baseUrlIn({ groupTypes: undefined, groups: undefined, people: [] }), undefined);
    assert.equal(baseUrlIn({ groupTypes: groupTypes(""), groups: groups("", ""), people: [] }), undefined);
  });
});
