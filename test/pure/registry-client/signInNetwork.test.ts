import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import * as protocol from "@analyses/client/registryClient/schemes/oauthProtocol";
import { isPublic, type Wire } from "@analyses/client/registryClient/schemes/oauthWire";
import { redirectUris } from "@analyses/registry/authorizationServer";
import { json } from "@analyses/registry/http";
import { type HttpsHost, startHost, writeWithoutEnd } from "../../support/httpsHost";
import { json as jsonType, transportTrusting } from "../../support/requests";
import { OAuthSuite } from "./support/oauthSuite";

describe("a sign-in that a registry leads to", () => {
  const suite = new OAuthSuite();

  it("goes nowhere in an inner network, unless the registry is in one too", async () => {
    const read = (registry?: string) => protocol.readServer(suite.wire, suite.registry.issuer, registry);
    for (const registry of ["https://9.9.9.9", "https://[2620:fe::fe]/registry"]) {
      const { host } = new URL(suite.registry.issuer);
      assert.deepEqual(await read(registry), { kind: "inner", host }, registry);
    }
    assert.deepEqual(suite.asked, [], "nothing is even asked there");
    for (const registry of [suite.registry.url, "https://10.1.2.3", undefined]) {
      assert.equal((await read(registry)).kind, "ok", registry);
    }
  });

  it("is at hosts that are all named, and says whether its answers name it (RFC 9207)", async () => {
    const { server } = await suite.request();
    assert.deepEqual([server.otherHosts, server.namesItself], [[], true]);
    assert.equal(server.pageHost, server.host);
    const elsewhere = {
      authorization_endpoint: "https://page.example/a",
      token_endpoint: "https://token.example/t",
      revocation_endpoint: "https://token.example/r",
      registration_endpoint: "https://register.example:8443/",
      device_authorization_endpoint: "https://device.example/",
      authorization_response_iss_parameter_supported: undefined,
    };
    suite.instead = () => json(200, { ...server.metadata, ...elsewhere });
    const { server: spread } = await suite.request();
    assert.equal(spread.pageHost, "page.example");
    assert.deepEqual(spread.otherHosts, [
      "page.example",
      "token.example",
      "register.example:8443",
      "device.example",
    ]);
    assert.equal(spread.namesItself, false);
  });

  it("comes back to a path of this issuer alone, as its administrator registered it", async () => {
    const path = await protocol.redirectPath(suite.registry.issuer);
    assert.ok(redirectUris(suite.registry.issuer)[0]?.endsWith(`/${path}`));
    // The command in `docs/sign-in.md`: printf %s https://login.example.org | sha256sum | cut -c 1-32
    assert.equal(
      await protocol.redirectPath("https://login.example.org"),
      "d5daf74cbbdc154a48c41834ce118ce1",
    );
    assert.notEqual(path, await protocol.redirectPath(`${suite.registry.issuer}/`));
  });
});

describe("a hostile authorization server", () => {
  let [server, other]: HttpsHost[] = [];
  let answer: (response: ServerResponse) => void;
  before(async () => {
    server = await startHost((_, response) => answer(response));
    other = await startHost((_, response) => void response.writeHead(200, jsonType).end("{}"));
  });
  after(() => Promise.all([server?.close(), other?.close()]));

  it("gets no secret sent on, and no memory filled, whatever it answers", async () => {
    assert.ok(server !== undefined && other !== undefined);
    const { origin: issuer, authorityFile } = server;
    const { signal } = new AbortController();
    const wire: Wire = { transport: transportTrusting(authorityFile), now: Date.now, signal };
    const tokens = {
      access: "a",
      refresh: "r",
      scopes: [],
      expiresAt: 0,
      renewAhead: 0,
      clientId: "c",
      grant: "g",
    };
    const signedIn = {
      ...tokens,
      issuer,
      tokenEndpoint: `${issuer}/token`,
      revocationEndpoint: "",
      resource: issuer,
    };
    const ask = async (): Promise<readonly unknown[]> => {
      const outcomes = [await protocol.refresh(wire, signedIn), await protocol.readServer(wire, issuer)];
      return outcomes.map((one) => ("error" in one ? one.error : one.kind));
    };
    for (const status of [301, 302, 303, 307, 308])
      for (const location of [`${other.origin}/token`, "http://169.254.169.254/token", "/elsewhere"]) {
        answer = (response) => void response.writeHead(status, { location }).end();
        assert.deepEqual(await ask(), ["unsound", "unsound"], `${status} ${location}`);
      }
    assert.deepEqual(other.requests, []);
    assert.ok(server.requests.every(({ path }) => path !== "/elsewhere"));
    const tooLarge = { kind: "tooLarge", limitBytes: 65_536 };
    answer = (response) => writeWithoutEnd(response.writeHead(200, jsonType));
    assert.deepEqual(await ask(), [tooLarge, tooLarge]);
    // The answer to a POST is read whatever its status: it may say why.
    answer = (response) => writeWithoutEnd(response.writeHead(400, jsonType));
    assert.deepEqual(await ask(), [tooLarge, "unsound"]);
    answer = (response) => void response.writeHead(200, { "content-type": "text/html" }).end("{}");
    assert.deepEqual(await ask(), ["unsound", "unsound"]);
  });
});

describe("a host", () => {
  it("is in the Internet or in an inner network, by its name or address", () => {
    for (const host of [
      ...["login.example.org", "login.example.org.", "9.9.9.9", "172.32.0.1", "100.128.0.1", "192.169.0.1"],
      ...["[2620:fe::fe]", "2a00:1450::1", "10.example.org", "localhost.example.org", "fe80.example"],
    ]) {
      assert.equal(isPublic(host), true, host);
    }
    for (const host of [
      ...["localhost", "LOCALHOST.", "intern", "router.local", "a.internal", "nas.home.arpa", "x.localhost"],
      ...["127.0.0.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254"],
      ...["100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.0.1"],
      ...["[::1]", "::", "[fd00::1]", "fe80::1", "[::ffff:10.0.0.1]", "[::ffff:a00:1]", "2002:a00:1::"],
    ]) {
      assert.equal(isPublic(host), false, host);
    }
  });
});
