import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type RegistryLink,
  readRegistryLink,
  recordPath,
  writeRegistryLink,
} from "@analyses/protocol/references";
import { baseUrlIn } from "@analyses/client/registries/publicAddresses";
import { groupId, groupTypeId } from "@analyses/client/registryClient/records";

describe("registry links", () => {
  it("name kind and id, whatever the host and the path in front of /rest", () => {
    assert.deepEqual(readRegistryLink("https://registry.example/rest/people/11143"), {
      baseUrl: "https://registry.example",
      kind: "person",
      id: "11143",
    });
    assert.deepEqual(readRegistryLink("https://test.example:8443/a/rest/b/rest/groupTypes/2"), {
      baseUrl: "https://test.example:8443/a/rest/b",
      kind: "groupType",
      id: "2",
    });
  });

  it("of one registry compare equal, however scheme, host and port are written", () => {
    assert.equal(
      readRegistryLink("HTTPS://Registry.Example:443/rest/groups/A")?.baseUrl,
      "https://registry.example",
    );
  });

  it("come back as they were, for any id that a path can hold", () => {
    const link = fc.record<RegistryLink>({
      baseUrl: fc.constantFrom("https://registry.example", "https://localhost:8443/deep/base"),
      kind: fc.constantFrom("person", "user", "group", "groupType"),
      id: fc
        .string({ unit: "binary", minLength: 1 })
        .filter((id) => recordPath("group", id) !== undefined && id !== "me"),
    });
    fc.assert(
      fc.property(link, (given) => {
        assert.deepEqual(readRegistryLink(writeRegistryLink(given) ?? ""), { ...given });
      }),
    );
  });

  it("are not written where they would name the person who requests them", () => {
    const me = { baseUrl: "https://registry.example", id: "me" };
    for (const kind of ["person", "user"] as const)
      assert.equal(writeRegistryLink({ ...me, kind }), undefined);
    assert.equal(writeRegistryLink({ ...me, kind: "group" }), "https://registry.example/rest/groups/me");
  });

  it("are not taken for links when they name no single record", () => {
    for (const text of [
      "",
      "11143",
      "https://registry.example/rest/people",
      "https://registry.example/rest/people/",
      "https://registry.example/rest/people/me",
      "https://registry.example/rest/reviews/1/metadata",
      "https://registry.example/rest/people/1/2",
      "https://registry.example/rest/People/1",
      "https://registry.example/rest/people/1?x=1",
      "https://registry.example/rest/people/%zz",
      "https://registry.example/rest/people/%2e%2e",
      "https://user:secret@registry.example/rest/people/1",
      "command:rest/people/1",
      "ftp://registry.example/rest/people/1",
    ]) {
      assert.equal(readRegistryLink(text), undefined, text);
    }
  });

  it("are none whose base URL would be markup where a link is written", () => {
    for (const base of [
      "https://r.example/[Sign%20in%20again](command:workbench.action.closeWindow)",
      "https://r.example/)<b>",
      'https://r.example/"onmouseover="x',
      "https://r.example(x)",
    ]) {
      assert.equal(readRegistryLink(`${base}/rest/groupTypes/1`), undefined, base);
    }
    assert.equal(readRegistryLink("https://[::1]:8443/rest/groups/1")?.baseUrl, "https://[::1]:8443");
  });

  it("are not made for ids that would lead to another place", () => {
    for (const id of ["", ".", "..", "\ud800"]) assert.equal(recordPath("person", id), undefined, id);
    // Servers such as nginx decode a path before they resolve it.
    for (const id of ["../users/me", "../../../other/x", "a/../b", "a/..", "./a", "..\\..\\other"])
      assert.equal(recordPath("person", id), undefined, id);
    assert.equal(readRegistryLink("https://r.example/a/rest/people/..%2F..%2F..%2Fb%2Fx"), undefined);
    // Servers that read path parameters, or decode twice, resolve these too.
    for (const id of ["..;", "a/..;b=c/d", ".;", "%2e%2e", "%252E.", "a%2f..", "..%5cb", "..%3bx"])
      assert.equal(recordPath("person", id), undefined, id);
    assert.equal(recordPath("person", "a;b..;c%2ed"), "/rest/people/a%3Bb..%3Bc%252ed");
    assert.equal(recordPath("person", "a/b..c/.d"), "/rest/people/a%2Fb..c%2F.d");
  });

  it("are none with invisible characters or characters that turn the direction of writing", () => {
    for (const sign of ["\u202e", "\u200b", "\u2066", "\ufeff", "\u0000", "\u001b"]) {
      assert.equal(readRegistryLink(`https://r.example/rest/groups/1${sign}2`), undefined);
      assert.equal(readRegistryLink(`https://r.example/${sign}a/rest/groups/12`), undefined);
      const id = `1${sign}2`;
      const link = writeRegistryLink({ baseUrl: "https://r.example", kind: "group", id }) ?? "";
      assert.equal(readRegistryLink(link)?.id, id);
    }
  });
});

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
