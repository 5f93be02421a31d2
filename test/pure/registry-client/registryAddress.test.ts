import assert from "node:assert/strict";
import {
  namesApart,
  readRegistryAddress,
  typedAddress,
} from "@analyses/client/registryClient/registryAddress";

function problemOf(text: string): string {
  const reading = readRegistryAddress(text);
  return reading.kind === "refused" ? reading.problem : `accepted as ${reading.address}`;
}

describe("a registry's address", () => {
  it("is one and the same however it is written", () => {
    for (const text of [
      "https://registry.example/base",
      " https://registry.example/base/ ",
      "HTTPS://REGISTRY.example:443/base//",
    ]) {
      assert.deepEqual(readRegistryAddress(text), {
        kind: "address",
        address: "https://registry.example/base",
      });
    }
  });

  it("keeps the port and the letters of the path", () => {
    assert.deepEqual(readRegistryAddress("https://[::1]:8443/Base"), {
      kind: "address",
      address: "https://[::1]:8443/Base",
    });
  });

  it("is refused when it is not https", () => {
    assert.equal(problemOf("http://registry.example"), "notSecure");
  });

  it("is refused when it is something else, or holds what does not belong there", () => {
    assert.equal(problemOf(""), "notAnAddress");
    assert.equal(problemOf("registry.example"), "notAnAddress");
    assert.equal(problemOf("file:///etc/passwd"), "notAnAddress");
    assert.equal(problemOf("https://user@registry.example"), "holdsCredentials");
    assert.equal(problemOf("https://registry.example/?a=b"), "holdsQueryOrFragment");
    assert.equal(problemOf("https://registry.example/#a"), "holdsQueryOrFragment");
  });

  it("may be typed without https, as browsers show it, and means nothing else then", () => {
    const typed = [
      " registry.example",
      "registry.example:8443/base",
      "http://registry.example",
      "me@a.example",
    ];
    const meant = ["https://registry.example", "https://registry.example:8443/base", ...typed.slice(2)];
    assert.deepEqual(typed.map(typedAddress), meant);
  });

  it("is the base URL also where an endpoint's address was copied", () => {
    for (const path of [
      "/rest",
      "/rest/",
      "/rest/groups",
      "/rest/groups/",
      "/rest/people/me",
      "/rest/groupTypes/2/",
    ]) {
      const reading = readRegistryAddress(`https://registry.example/base${path}`);
      assert.equal(reading.kind === "address" && reading.address, "https://registry.example/base", path);
    }
    const reading = readRegistryAddress("https://registry.example/rest/of/the/world");
    assert.equal(reading.kind === "address" && reading.address, "https://registry.example/rest/of/the/world");
  });
});

describe("what registries are called", () => {
  const namesOf = (...registries: readonly (readonly [name: string, url: string])[]) => [
    ...namesApart(
      new Map(
        registries.map(([name, url]) => {
          const reading = readRegistryAddress(url);
          assert.ok(reading.kind === "address");
          return [reading.address, name] as const;
        }),
      ),
    ).values(),
  ];

  it("is what the user calls them", () => {
    const names = namesOf(["Test", "https://registry.example/test"], ["Office", "https://registry.example"]);
    assert.deepEqual(names, ["Test", "Office"]);
  });

  it("says the whole address where several are called the same, for they may differ only in path or port", () => {
    const names = namesOf(
      ["Office", "https://registry.example/a"],
      ["Test", "https://registry.example/test"],
      ["Office", "https://registry.example/b"],
      ["Office", "https://registry.example:8443/b"],
    );
    assert.deepEqual(names, [
      "Office (https://registry.example/a)",
      "Test",
      "Office (https://registry.example/b)",
      "Office (https://registry.example:8443/b)",
    ]);
  });
});
