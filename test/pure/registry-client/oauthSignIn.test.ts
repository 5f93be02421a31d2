import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { mock } from "node:test";
import { knownClient } from "@analyses/registry/authorizationServer";
import { failure, json } from "@analyses/registry/http";
import * as protocol from "@analyses/client/registryClient/schemes/oauthProtocol";
import { readChallenges } from "@analyses/client/registryClient/schemes/credential";
import type { Transport } from "@analyses/client/registryClient/transport";
import { openLoopback } from "@analyses/client/registryClient/transport/loopback";
import { BrowserAgent } from "../../support/browserAgent";
import { OAuthSuite, open } from "./support/oauthSuite";

describe("a sign-in by OAuth 2.0", () => {
  const suite = new OAuthSuite();

  describe("finds the authorization server", () => {
    const read = (header: string) =>
      protocol
        .readResource(suite.wire, suite.registry.url, readChallenges(header))
        .then((outcome) => outcome?.kind);

    it("by the registry's own word, for this very registry (RFC 9728)", async () => {
      const link = `${suite.registry.url}/.well-known/oauth-protected-resource`;
      const outcome = await protocol.readResource(
        suite.wire,
        suite.registry.url,
        readChallenges(`Bearer resource_metadata="${link}"`),
      );
      assert.deepEqual(outcome, {
        kind: "ok",
        value: { issuer: suite.registry.issuer, scopes: ["records"] },
      });
      assert.equal(await read("Bearer realm=r"), undefined);
      const behindProxy = `Bearer realm="proxy", Bearer realm="r", resource_metadata="${link}"`;
      assert.equal(await read(behindProxy), "ok", "a proxy's challenge may stand before the registry's");
      assert.equal(await read(`Bearer resource_metadata="${suite.registry.issuer}/x"`), "unsound");
      assert.equal(suite.asked.length, 0, "another origin is not even asked");
      const metadata = { authorization_servers: [suite.registry.issuer] };
      for (const wrong of [
        { ...metadata, resource: "https://other.example" },
        { ...metadata, resource: `${suite.registry.url}/other` },
        { resource: suite.registry.url, authorization_servers: ["http://login.example"] },
        { resource: suite.registry.url },
      ]) {
        suite.registry.faults.use(({ response }) => {
          response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(wrong));
        });
        assert.equal(await read(`Bearer resource_metadata="${link}"`), "unsound", JSON.stringify(wrong));
      }
    });

    it("by RFC 8414, else by OpenID Connect, with its own issuer, S256 and https endpoints", async () => {
      const { server } = await suite.request();
      assert.deepEqual(suite.asked, ["GET /.well-known/oauth-authorization-server"]);
      const { metadata } = server;
      suite.instead = ({ target }) =>
        target.endsWith("oauth-authorization-server") ? failure(404, "") : undefined;
      assert.equal((await protocol.readServer(suite.wire, suite.registry.issuer)).kind, "ok");
      for (const wrong of [
        { issuer: "https://login.example" },
        { code_challenge_methods_supported: ["plain"] },
        { code_challenge_methods_supported: undefined },
        { token_endpoint: metadata.token_endpoint?.replace("https:", "http:") },
        { authorization_endpoint: undefined },
        { revocation_endpoint: "http://login.example/revoke" },
        { authorization_endpoint: "https://user@login.example/" },
      ]) {
        suite.instead = () => json(200, { ...metadata, ...wrong });
        const outcome = await protocol.readServer(suite.wire, suite.registry.issuer);
        assert.equal(outcome.kind, "unsound", JSON.stringify(wrong));
      }
      suite.instead = () => ({
        status: 302,
        headers: { Location: "https://login.example/" },
        body: Buffer.alloc(0),
      });
      assert.equal((await protocol.readServer(suite.wire, suite.registry.issuer)).kind, "unsound");
      suite.instead = () => json(200, { ...metadata, padding: "x".repeat(70_000) });
      assert.equal((await protocol.readServer(suite.wire, suite.registry.issuer)).kind, "unavailable");
      suite.instead = () => failure(503, "");
      assert.equal((await protocol.readServer(suite.wire, suite.registry.issuer)).kind, "unavailable");
    });

    it("with scopes that are scopes, whatever stands there", async () => {
      const { metadata } = (await suite.request()).server;
      for (const [named, scopes] of [
        [5, []],
        ["records", []],
        [{ length: 1 }, []],
        [
          ["a", 5, null, "b c", "", "\u202e", ["d"], "records"],
          ["a", "records"],
        ],
      ] as const) {
        suite.instead = () => json(200, { ...metadata, scopes_supported: named });
        const outcome = await protocol.readServer(suite.wire, suite.registry.issuer);
        assert.ok(outcome.kind === "ok", outcome.kind);
        assert.deepEqual(outcome.value.scopes, scopes);
      }
    });

    it("and registers there if no client is registered (RFC 7591)", async () => {
      const { server } = await suite.request();
      const registered = await protocol.register(suite.wire, server, ["http://127.0.0.1/"]);
      assert.ok(registered.kind === "ok" && registered.value !== "");
    });
  });

  describe("in the browser", () => {
    it("takes a code with PKCE, for this registry, and keeps one secret", async () => {
      const { client, first } = await suite.signedIn();
      assert.equal(client.store.account.kind, "signedIn");
      assert.deepEqual(first.scopes, ["records"]);
      assert.equal(suite.secrets.kept.size, 1);
      const authorization = new URL((await protocol.authorizationRequest(await suite.request(), "x:")).url);
      const { code_challenge, state, ...others } = Object.fromEntries(authorization.searchParams);
      assert.match(code_challenge ?? "", /^[\w-]{43}$/);
      assert.match(state ?? "", /^[\w-]{43}$/);
      assert.deepEqual(others, {
        response_type: "code",
        client_id: knownClient.client_id,
        redirect_uri: "x:",
        scope: "records offline_access",
        code_challenge_method: "S256",
        resource: suite.registry.url,
      });
    });

    it("does not depend on this computer's clock, also where the server gives an ID token", async () => {
      const request = await suite.request(["openid", "records"]);
      for (const hours of [-1, 1]) {
        const authorization = await protocol.authorizationRequest(request, suite.redirectUri);
        const redirect = await new BrowserAgent(suite.registry.ca).signIn(authorization.url, "reviewer");
        let hasIdToken = false;
        const transport: Transport = {
          exchange: async (...exchange) => {
            const answer = await suite.transport.exchange(...exchange);
            hasIdToken = answer.kind === "answer" && Buffer.concat(answer.body).includes("id_token");
            const right = Date.now();
            mock.method(Date, "now", () => right + hours * 3_600_000);
            return answer;
          },
        };
        try {
          const { searchParams } = new URL(redirect);
          const { kind } = await authorization.redeem({ ...suite.wire, transport }, searchParams);
          assert.deepEqual([kind, hasIdToken], ["ok", true], `${hours} hours`);
        } finally {
          mock.restoreAll();
        }
      }
    });

    it("comes back to 127.0.0.1 once, with its own state and by its own name (RFC 8252)", async () => {
      const loopback = await openLoopback({ done: "done", unknown: "unknown" }, "path");
      const { redirectUri } = loopback;
      const answer = loopback.receive("the-state", new AbortController().signal);
      assert.match(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/path$/);
      for (const foreign of [
        "",
        "/",
        "?code=1",
        "?code=1&state=other",
        "other?code=1&state=the-state",
        "/?code=1&state=the-state",
      ]) {
        assert.deepEqual(await open(redirectUri + foreign), [404, "unknown"], foreign);
      }
      const meant = `${redirectUri}?code=1&state=the-state`;
      // A request by DNS rebinding: the page's own host name resolves to this machine.
      assert.deepEqual(await open(meant, { host: "other.example" }), [404, "unknown"]);
      assert.deepEqual(await open(meant), [200, "done"]);
      assert.equal((await answer)?.get("code"), "1");
      assert.deepEqual(await open(meant), [404, "unknown"], "a second time");
      loopback.dispose();
    });

    it("holds no connection of a program on this machine that says nothing", async () => {
      const loopback = await openLoopback({ done: "done", unknown: "unknown" }, "path");
      const { hostname, port } = new URL(loopback.redirectUri);
      const silent = connect(Number(port), hostname);
      await once(silent, "connect");
      const answer = loopback.receive("the-state", new AbortController().signal);
      const shown = open(`${loopback.redirectUri}?state=the-state`);
      await answer;
      const closed = once(silent, "close");
      silent.resume();
      loopback.dispose();
      assert.deepEqual(await shown, [200, "done"], "the page is there before");
      await closed;
    });

    it("ends without an answer when it is cancelled", async () => {
      const loopback = await openLoopback({ done: "", unknown: "" }, "path");
      const cancelled = new AbortController();
      const answer = loopback.receive("the-state", cancelled.signal);
      cancelled.abort();
      assert.equal(await answer, undefined);
      loopback.dispose();
    });

    it("refuses a response from another server (RFC 9207), with another state, or without a request", async () => {
      const kindOf = async (change: (answer: URLSearchParams) => void) => {
        const authorization = await protocol.authorizationRequest(await suite.request(), suite.redirectUri);
        const redirect = await new BrowserAgent(suite.registry.ca).signIn(authorization.url, "reviewer");
        const answer = new URL(redirect).searchParams;
        change(answer);
        suite.asked.length = 0;
        const { kind } = await authorization.redeem(suite.wire, answer);
        assert.equal(suite.count("POST /token"), 0, "no code is sent");
        return kind;
      };
      assert.equal(await kindOf((answer) => answer.set("iss", "https://other.example")), "unsound");
      assert.equal(await kindOf((answer) => answer.delete("iss")), "unsound");
      assert.equal(await kindOf((answer) => answer.set("state", "other")), "unsound");
      assert.equal(await kindOf((answer) => answer.delete("state")), "unsound");
      assert.equal(await kindOf((answer) => answer.append("state", "other")), "unsound");
      assert.equal(await kindOf((answer) => answer.set("error", "access_denied")), "refused");
    });

    for (const code of ["server_error", "temporarily_unavailable"]) {
      it(`takes ${code} for the server's own problem, and no refusal (RFC 6749, 4.1.2.1)`, async () => {
        const request = await suite.request();
        const { state, redeem } = await protocol.authorizationRequest(request, suite.redirectUri);
        const answer = new URLSearchParams({ error: code, state, iss: suite.registry.issuer });
        const outcome = await redeem(suite.wire, answer);
        assert.equal(outcome.kind, "unavailable");
      });
    }

    it("takes no tokens of another kind, and none that fit into no header", async () => {
      for (const wrong of [
        { token_type: "dpop" },
        { access_token: "a b" },
        { access_token: "" },
        { access_token: "é" },
      ]) {
        const authorization = await protocol.authorizationRequest(await suite.request(), suite.redirectUri);
        const redirect = await new BrowserAgent(suite.registry.ca).signIn(authorization.url, "reviewer");
        suite.instead = () => json(200, { access_token: "a", token_type: "Bearer", ...wrong });
        const outcome = await authorization.redeem(suite.wire, new URL(redirect).searchParams);
        assert.equal(outcome.kind, "unsound", JSON.stringify(wrong));
        suite.instead = () => undefined;
      }
    });
  });

  describe("by a code on another machine (RFC 8628)", () => {
    it("polls as often as the server wants, and slower when it demands so", async () => {
      const code = await protocol.deviceCode(suite.wire, await suite.request());
      assert.ok(code.kind === "ok");
      const pauses: number[] = [];
      suite.instead = ({ target }) =>
        target === "/token" && pauses.length === 2 ? json(400, { error: "slow_down" }) : undefined;
      const outcome = await code.value.wait(suite.wire, async (milliseconds) => {
        pauses.push(milliseconds);
        if (pauses.length === 3) {
          await new BrowserAgent(suite.registry.ca).enterCode(code.value.address, "reviewer");
        }
      });
      assert.equal(outcome.kind, "ok");
      assert.deepEqual(pauses, [5000, 5000, 10_000]);
    });

    it("takes no code that is none, and no address that is not https", async () => {
      const request = await suite.request();
      const usual = {
        device_code: "d",
        user_code: "A",
        verification_uri: "https://l.example/",
        expires_in: 60,
      };
      for (const wrong of [
        { user_code: "curl https://evil.example\n" },
        { user_code: "\u202eABC" },
        { user_code: "A".repeat(61) },
        { verification_uri: "javascript:alert(1)" },
        { verification_uri: "file:///etc/passwd" },
        { verification_uri: "http://l.example/" },
        { verification_uri_complete: "vscode://extension/run" },
        { verification_uri: "https://user:password@l.example/" },
      ]) {
        suite.instead = () => json(200, { ...usual, ...wrong });
        const { kind } = await protocol.deviceCode(suite.wire, request);
        assert.equal(kind, "unsound", JSON.stringify(wrong));
      }
    });

    it("ends when the code does, or the user says no", async () => {
      for (const error of ["expired_token", "access_denied"]) {
        const code = await protocol.deviceCode(suite.wire, await suite.request());
        assert.ok(code.kind === "ok");
        suite.instead = ({ target }) => (target === "/token" ? json(400, { error }) : undefined);
        const outcome = await code.value.wait(suite.wire, () => Promise.resolve());
        assert.deepEqual(outcome, {
          kind: "refused",
          host: new URL(suite.registry.issuer).host,
          code: error,
        });
        suite.instead = () => undefined;
      }
    });
  });
});
