import assert from "node:assert/strict";
import { type Fault, failing } from "../../support/registryFaults";
import { failure } from "@analyses/registry/http";
import * as protocol from "@analyses/client/registryClient/schemes/oauthProtocol";
import { OAuthCredential } from "@analyses/client/registryClient/schemes/index";
import { inEnglish } from "@analyses/client/registryClient/registryError";
import { errorOf, never, followAccount } from "./support/clients";
import { OAuthSuite, readMe } from "./support/oauthSuite";

const invalidToken: Fault = ({ response }) =>
  void response.writeHead(401, { "WWW-Authenticate": 'Bearer error="invalid_token"' }).end();

describe("who is signed in by OAuth 2.0", () => {
  const suite = new OAuthSuite();

  describe("is renewed", () => {
    it("at its end, once for however many requests wait, and the user sees no error", async () => {
      const window = await suite.signedIn();
      const { client } = window;
      const states: string[] = [];
      followAccount(client, ({ kind }) => states.push(kind));
      suite.clock.moved = 301_000;
      const outcomes = await Promise.all([
        readMe(window),
        client.personMe({ signal: never }),
        client.userMe({ signal: never }),
      ]);
      for (const outcome of outcomes) assert.equal(outcome.kind, "ok", JSON.stringify(outcome));
      assert.equal(suite.count("POST /token"), 1);
      assert.deepEqual(states, []);
      assert.ok(!suite.sent.includes(`Bearer ${window.first.access}`));
      assert.ok(
        ![...suite.secrets.kept.values()].join().includes(window.first.refresh),
        "what was exchanged is kept nowhere",
      );
    });

    it("once for however many windows are open", async () => {
      const one = await suite.signedIn();
      const others = [suite.openWindow(), suite.openWindow()];
      for (const { client } of others) await client.ready();
      suite.clock.moved = 301_000;
      const outcomes = await Promise.all([one, ...others].map(readMe));
      for (const outcome of outcomes) assert.equal(outcome.kind, "ok", JSON.stringify(outcome));
      assert.equal(suite.count("POST /token"), 1, "a second use of a refresh token would end the sign-in");
      assert.equal(new Set(suite.sent).size, 1);
      // Storing the renewed tokens must not change the other windows' account states.
      const states: string[] = [];
      for (const { client } of others) {
        followAccount(client, ({ kind }) => states.push(kind));
        await client.followStore();
      }
      assert.deepEqual(states, []);
    });

    it("when the registry says that it is not valid any more, whatever this computer's clock says", async () => {
      const window = await suite.signedIn();
      suite.clock.moved = -3_600_000;
      suite.registry.faults.use(invalidToken, { times: 1 });
      assert.equal((await readMe(window)).kind, "ok");
      assert.equal(suite.count("POST /token"), 1);
      assert.equal(new Set(suite.sent).size, 2);
    });

    it("also when the registry says no more than that it is not authenticated (specification, section 5.3)", async () => {
      for (const challenge of [undefined, 'Bearer realm="r"', 'Basic realm="r", Bearer']) {
        const window = await suite.signedIn();
        const headers = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
        suite.registry.faults.use(({ response }) => void response.writeHead(401, headers).end(), {
          times: 1,
        });
        assert.equal((await readMe(window)).kind, "ok", challenge);
        assert.equal(window.client.store.account.kind, "signedIn");
        assert.equal(suite.count("POST /token"), 1);
      }
    });

    it("once, where the registry refuses what is new as well", async () => {
      const window = await suite.signedIn();
      suite.registry.faults.use(failing(401));
      const refused = { kind: "unauthenticated", credential: "refused" };
      assert.deepEqual(errorOf(await readMe(window)), refused);
      assert.deepEqual(errorOf(await readMe(window)), refused);
      assert.equal(suite.count("POST /token"), 1);
      assert.equal(suite.sent.length, 2);
    });

    it("not any more once the server refuses: it is over, and says why", async () => {
      const window = await suite.signedIn();
      // An administrator revokes the tokens.
      await protocol.revoke(suite.wire, window.first);
      suite.clock.moved = 301_000;
      const error = errorOf(await readMe(window));
      assert.deepEqual(error, { kind: "unauthenticated", credential: "ended" });
      assert.equal(window.client.store.account.kind, "rejected");
      await readMe(window);
      assert.equal(suite.count("POST /token"), 1, "what was refused is not sent again");
      assert.deepEqual(suite.sent, [], "nor the access token");
    });

    it("not where somebody else has used its refresh token, for whom it ends too (RFC 9700, 4.14.2)", async () => {
      const window = await suite.signedIn();
      const stolen = await protocol.refresh(suite.wire, window.first);
      assert.ok(stolen.kind === "ok");
      suite.clock.moved = 301_000;
      assert.deepEqual(errorOf(await readMe(window)), { kind: "unauthenticated", credential: "ended" });
      assert.equal(window.client.store.account.kind, "rejected");
      assert.equal((await protocol.refresh(suite.wire, stolen.value)).kind, "refused");
    });

    it("not where there is nothing to renew it with: it lasts as long as the registry takes it", async () => {
      const window = await suite.signedIn({ refresh: "" });
      suite.clock.moved = 301_000;
      assert.equal((await readMe(window)).kind, "ok", "this computer's clock may be wrong");
      suite.registry.faults.use(invalidToken, { times: 1 });
      assert.deepEqual(errorOf(await readMe(window)), { kind: "unauthenticated", credential: "expired" });
      assert.equal(suite.count("POST /token"), 0);
    });

    it("later, if the server does not answer now; no one is signed out for that", async () => {
      const window = await suite.signedIn();
      const { host } = new URL(suite.registry.issuer);
      suite.instead = () => failure(503, "");
      suite.clock.moved = 250_000;
      assert.equal((await readMe(window)).kind, "ok", "the token is still valid");
      suite.clock.moved = 301_000;
      assert.deepEqual(errorOf(await readMe(window)), { kind: "notRenewed", host });
      assert.equal(window.client.store.account.kind, "signedIn");
      suite.instead = () => undefined;
      assert.equal((await readMe(window)).kind, "ok");
    });

    it("by the next window, where one was closed while it did so", async () => {
      const window = await suite.signedIn();
      const [[key, text] = ["", ""]] = [...suite.secrets.kept];
      const lease = { by: "a window that is closed", until: suite.clock.now() + 60_000 };
      suite.secrets.kept.set(key, text.replace(/^\{/, `{"lease":${JSON.stringify(lease)},`));
      suite.clock.moved = 301_000;
      assert.equal((await readMe(window)).kind, "ok");
      assert.equal(suite.count("POST /token"), 1);
    });

    it("not, where somebody has signed out in another window", async () => {
      const window = await suite.signedIn();
      suite.secrets.kept.clear();
      suite.clock.moved = 301_000;
      await readMe(window);
      assert.equal(suite.count("POST /token"), 0);
      assert.equal(suite.secrets.kept.size, 0);
    });
  });

  it("without the scope for a record says so, and stays", async () => {
    const window = suite.openWindow();
    const credential = new OAuthCredential(await suite.tokens(["statistics"]));
    assert.deepEqual(errorOf(await window.client.verify(credential, never)), { kind: "insufficientScope" });
  });

  it("is withdrawn by signing out (RFC 7009), also where the server does not answer", async () => {
    const window = await suite.signedIn();
    await window.accounts.signOut(window.client.address);
    assert.equal(suite.secrets.kept.size, 0);
    assert.equal(suite.count("POST /token/revocation"), 1);
    assert.equal((await protocol.refresh(suite.wire, window.first)).kind, "refused");
    const again = await suite.signedIn();
    suite.instead = () => failure(503, "");
    await again.accounts.signOut(again.client.address);
    assert.equal(suite.secrets.kept.size, 0);
  });

  it("is described by its scheme, and until when", async () => {
    const { client, accounts, first } = await suite.signedIn();
    assert.equal(client.describeSignIn(inEnglish, "en"), "With the browser; renewed by itself.");
    const end = new Date(first.expiresAt).toLocaleString("de", { dateStyle: "medium", timeStyle: "short" });
    for (const [tokens, sentence] of [
      [{ ...first, refresh: "" }, `With the browser, until ${end}.`],
      [{ ...first, refresh: "", expiresAt: 0 }, "With the browser. Until when is not known."],
    ] as const)
      assert.equal(new OAuthCredential(tokens).describe(inEnglish, "de"), sentence);
    await accounts.signOut(client.address);
    assert.equal(client.describeSignIn(inEnglish, "en"), undefined);
  });

  it("sends secrets only to their own endpoints", async () => {
    const window = await suite.signedIn();
    suite.clock.moved = 301_000;
    await readMe(window);
    await window.accounts.signOut(window.client.address);
    assert.deepEqual(suite.asked, ["POST /token", "POST /token/revocation"]);
    for (const { target, headers } of suite.registry.requests) {
      const text = target + JSON.stringify(headers);
      assert.ok(!text.includes(window.first.refresh), "no refresh token to the registry");
    }
    const elsewhere = { ...window.first, tokenEndpoint: "http://127.0.0.1:9/" };
    assert.equal(
      (await protocol.refresh(suite.wire, elsewhere)).kind,
      "unsound",
      "nothing goes out without TLS",
    );
  });
});
