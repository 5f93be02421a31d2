import assert from "node:assert/strict";
import { readChallenges } from "@analyses/client/registryClient/schemes/credential";

const read = (header: string | undefined) =>
  readChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);

describe("the ways to sign in that a registry asks for", () => {
  it("are read as RFC 9110 writes them", () => {
    assert.deepEqual(read('Basic realm="simple"'), [["basic", { realm: "simple" }]]);
    assert.deepEqual(
      read('Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'),
      [
        ["newauth", { realm: "apps", type: "1", title: 'Login to "apps"' }],
        ["basic", { realm: "simple" }],
      ],
    );
    assert.deepEqual(read('Basic realm="r", charset="UTF-8", Bearer realm="r",error="invalid_token"'), [
      ["basic", { realm: "r", charset: "UTF-8" }],
      ["bearer", { realm: "r", error: "invalid_token" }],
    ]);
    assert.deepEqual(read("Negotiate, Bearer"), [
      ["negotiate", {}],
      ["bearer", {}],
    ]);
    assert.deepEqual(read("Negotiate a1b2/+==, Basic realm = r"), [
      ["negotiate", {}],
      ["basic", { realm: "r" }],
    ]);
    assert.deepEqual(read(', ,Basic REALM="a, Bearer error=x"'), [["basic", { realm: "a, Bearer error=x" }]]);
  });

  it("are none where there is no header, or no sense in it", () => {
    for (const header of [undefined, "", "  ", '"', "=", 'Basic realm="without end', "\u0000"]) {
      assert.ok(
        read(header).every(([scheme]) => scheme === "basic"),
        header,
      );
    }
    assert.ok(read("a=b,".repeat(100_000)).length <= 50);
    assert.ok(read(`Basic ${" ".repeat(100_000)}x`).length <= 50);
  });

  it("are read in as many steps as the header has characters", () => {
    const spaces = " ".repeat(1_000_000);
    for (const header of [`${spaces}@`, `Basic realm=a,${spaces}@`, `a${spaces}@`, `a${spaces}=${spaces}@`]) {
      assert.ok(read(header).length <= 1);
    }
  });
});
