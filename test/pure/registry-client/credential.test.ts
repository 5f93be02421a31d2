import assert from "node:assert/strict";
import { inspect } from "node:util";
import {
  basicCredential,
  bearerCredential,
  OAuthCredential,
} from "@analyses/client/registryClient/schemes/index";
import {
  type Credential,
  type OAuthTokens,
  readChallenges,
} from "@analyses/client/registryClient/schemes/credential";
import { never } from "./support/clients";

function accepted(reading: ReturnType<typeof basicCredential>): Credential {
  assert.ok(typeof reading !== "string", String(reading));
  return reading;
}

const markedTokens: OAuthTokens = {
  access: "MARKED-SECRET",
  refresh: "MARKED-SECRET of renewal",
  expiresAt: 0,
  renewAhead: 0,
  scopes: [],
  issuer: "https://login.example",
  tokenEndpoint: "https://login.example/token",
  revocationEndpoint: "",
  clientId: "client",
  resource: "https://registry.example",
  grant: "1",
};

describe("a credential", () => {
  it("is sent as RFC 7617 and RFC 6750 say, also with letters beyond ASCII", async () => {
    const basic = accepted(basicCredential("zoë", "pass:wörd"));
    assert.equal(await basic.authorize(never), `Basic ${Buffer.from("zoë:pass:wörd").toString("base64")}`);
    assert.equal(await accepted(bearerCredential("a.b-c~d+e/f=")).authorize(never), "Bearer a.b-c~d+e/f=");
  });

  it("is sent with its letters composed, as RFC 7617 has it, however the keyboard writes them", async () => {
    const apart = accepted(basicCredential("zoe\u0308", "wo\u0308rd"));
    assert.equal(
      await apart.authorize(never),
      `Basic ${Buffer.from("zo\u00eb:w\u00f6rd").toString("base64")}`,
    );
  });

  it("is refused with the reason when no header can hold it", () => {
    assert.equal(basicCredential("", "p"), "userNameMissing");
    assert.equal(basicCredential("a:b", "p"), "userNameHoldsColon");
    assert.equal(basicCredential("a", ""), "passwordMissing");
    assert.equal(basicCredential("a", "p\r\nX-Injected: 1"), "illegalCharacter");
    assert.equal(basicCredential("a", "p\ud800"), "illegalCharacter", "half a character");
    assert.equal(basicCredential("a", "x".repeat(200_000)), "tooLong");
    assert.equal(basicCredential("a", "ö".repeat(5000)), "tooLong");
    assert.equal(bearerCredential("x".repeat(200_000)), "tooLong");
    assert.equal(bearerCredential("to ken"), "illegalCharacter");
    assert.equal(bearerCredential(""), "tokenMissing");
    assert.equal(bearerCredential("token\n"), "illegalCharacter");
    assert.equal(bearerCredential("tökén"), "illegalCharacter");
  });

  it("reveals nothing when it is printed, inspected, serialised or copied", async () => {
    for (const credential of [
      accepted(basicCredential("reviewer", "MARKED-SECRET")),
      accepted(bearerCredential("MARKED-SECRET")),
      new OAuthCredential(markedTokens),
    ]) {
      const shown = [
        String(credential),
        JSON.stringify({ credential }),
        inspect(credential, { depth: Infinity, showHidden: true, getters: true }),
        inspect(Object.assign({}, credential), { showHidden: true }),
        JSON.stringify(Object.entries(credential)),
        new Error("x", { cause: credential }).stack ?? "",
        inspect(new Error("x", { cause: credential })),
      ].join("\n");
      assert.ok(!shown.includes("MARKED-SECRET"), shown);
      assert.ok(!shown.includes(JSON.stringify(await credential.authorize(never)).slice(8, -1)), shown);
    }
  });
});

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
