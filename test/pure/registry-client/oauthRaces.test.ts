import assert from "node:assert/strict";
import { type Fault, failing } from "../../support/registryFaults";
import { failure, json, send } from "@analyses/registry/http";
import { personId, userId } from "@analyses/client/registryClient/records";
import type { Credential, Keeping } from "@analyses/client/registryClient/schemes/credential";

import { OAuthCredential } from "@analyses/client/registryClient/schemes/index";
import * as protocol from "@analyses/client/registryClient/schemes/oauthProtocol";
import { StoredAccounts } from "@analyses/client/registryClient/accounts";
import { eventually } from "../../support/eventually";
import { basic, errorOf, never, valueOf } from "./support/clients";
import { type Window, OAuthSuite, readMe } from "./support/oauthSuite";

describe("a sign-in by OAuth 2.0", () => {
  const suite = new OAuthSuite();
  const stored = () => [...suite.secrets.kept][0] ?? ["", ""];
  const keep = (change: (fields: Record<string, unknown>) => void) => {
    const [key, text] = stored();
    const fields = JSON.parse(text) as Record<string, unknown>;
    change(fields);
    suite.secrets.kept.set(key, JSON.stringify(fields));
  };
  /** Runs `act` when the server receives the next token request, then returns `answer()`. */
  const whileRenewing = (act: () => void, answer: () => ReturnType<typeof suite.instead>) => {
    suite.instead = ({ target }) => {
      if (target !== "/token") return undefined;
      suite.instead = () => undefined;
      act();
      return answer();
    };
    suite.clock.moved = 301_000;
  };

  describe("that is renewed while", () => {
    it("somebody else signs in, in another window, leaves theirs alone, and is withdrawn", async () => {
      const window = await suite.signedIn();
      const theirs = { scheme: "basic", userName: "reader", secret: "theirs", account: { userId: "2" } };
      whileRenewing(
        () => suite.secrets.kept.set(stored()[0], JSON.stringify(theirs)),
        () => undefined,
      );
      await readMe(window);
      assert.deepEqual(JSON.parse(stored()[1]), theirs);
      assert.equal(suite.count("POST /token/revocation"), 1, "tokens that nobody uses");
    });

    it("they sign in anew with the browser, in another window, is no end of that sign-in", async () => {
      const window = await suite.signedIn();
      const anew = { ...(await suite.tokens()), scheme: "oauth", account: { userId: "1" } };
      whileRenewing(
        () => suite.secrets.kept.set(stored()[0], JSON.stringify(anew)),
        () => undefined,
      );
      await readMe(window);
      assert.equal(suite.count("POST /token/revocation"), 0);
    });

    it("they sign out, in another window, is withdrawn", async () => {
      const window = await suite.signedIn();
      whileRenewing(
        () => suite.secrets.kept.clear(),
        () => undefined,
      );
      await readMe(window);
      assert.equal(suite.secrets.kept.size, 0);
      assert.equal(suite.count("POST /token/revocation"), 1);
    });

    it("they sign out here, is not stored anew", async () => {
      const tokens = await suite.tokens();
      const { transport, clock, secrets } = suite;
      const accounts = new StoredAccounts(secrets, { transport, clock });
      const keepings: Keeping[] = [];
      class Watched extends OAuthCredential {
        override keepIn(keeping: Keeping): void {
          keepings.push(keeping);
        }
      }
      const { address } = suite.openWindow().client;
      const account = { userId: userId("1"), userName: "", name: "", scheme: "oauth" };
      await accounts.write(address, { account, credential: new Watched(tokens), home: "" });
      const writing = keepings[0]?.write({ ...tokens });
      await accounts.delete(address);
      await writing;
      assert.equal(secrets.kept.size, 0);
    });

    it("another window does so as well, as after a sleep, goes on with what that one has got", async () => {
      for (const answer of [failure(503, ""), json(400, { error: "invalid_grant" })]) {
        suite.clock.moved = 0;
        const window = await suite.signedIn();
        const renewed = await protocol.refresh(suite.wire, window.first);
        assert.ok(renewed.kind === "ok");
        whileRenewing(
          () => keep((fields) => Object.assign(fields, renewed.value, { lease: undefined })),
          () => answer,
        );
        assert.equal((await readMe(window)).kind, "ok");
        assert.equal(window.client.store.account.kind, "signedIn");
        assert.deepEqual(suite.sent, [`Bearer ${renewed.value.access}`]);
        assert.ok(stored()[1].includes(renewed.value.refresh), "its refresh token is not lost");
      }
    });

    it("the secret store does not answer, stays as it was", async () => {
      const window = await suite.signedIn();
      suite.secrets.isBroken = true;
      suite.clock.moved = 301_000;
      assert.equal(errorOf(await readMe(window)).kind, "notRenewed");
      suite.secrets.isBroken = false;
      assert.equal((await readMe(window)).kind, "ok");
    });

    it("that takes its time, keeps nothing waiting that was given up", async () => {
      const { client } = await suite.signedIn();
      const lease = { by: "another window", until: suite.clock.now() + 360_000 };
      keep((fields) => Object.assign(fields, { lease }));
      suite.clock.moved = 301_000;
      const givenUp = new AbortController();
      const { reads } = suite.secrets;
      const outcomes = ["1", "2", "3", "4", "5", "6"].map((id) =>
        client.person(personId(id), { signal: givenUp.signal }),
      );
      await eventually(() => assert.ok(suite.secrets.reads > reads, "they wait for the other window"));
      givenUp.abort();
      for (const outcome of outcomes) assert.equal(errorOf(await outcome).kind, "cancelled");
      // The cancelled requests no longer occupy the slots for concurrent requests.
      assert.equal((await client.groups({ signal: AbortSignal.timeout(5000) })).kind, "ok");
      assert.equal(suite.count("POST /token"), 0);
      keep((fields) => Object.assign(fields, { lease: undefined }));
      assert.equal((await client.userMe({ signal: never })).kind, "ok");
    });
  });

  it("that the server does not renew any more is not even tried by other windows, or after a restart", async () => {
    const window = await suite.signedIn();
    const other = suite.openWindow();
    await other.client.ready();
    await protocol.revoke(suite.wire, window.first);
    suite.clock.moved = 301_000;
    await readMe(window);
    assert.equal(suite.count("POST /token"), 1);
    await readMe(other);
    await readMe(suite.openWindow());
    assert.equal(suite.count("POST /token"), 1);
    assert.ok(!stored()[1].includes(window.first.refresh), "what was refused is kept nowhere");
  });

  describe("that another sign-in takes the place of", () => {
    const signInAgain = async (credential: Credential, { accounts, client }: Window) => {
      valueOf(await accounts.signIn(client.address, credential, never));
      return suite.count("POST /token/revocation");
    };

    it("is withdrawn when no window uses it any more", async () => {
      const window = await suite.signedIn();
      assert.equal(await signInAgain(basic("reader", "reader-password"), window), 1);
      assert.equal((await protocol.refresh(suite.wire, window.first)).kind, "refused");
      assert.equal((await readMe(window)).kind, "ok");
    });

    it("is withdrawn, where another server issued it to the same person", async () => {
      const window = await suite.signedIn();
      const elsewhere = { ...(await suite.tokens()), issuer: "https://other.example" };
      assert.equal(await signInAgain(new OAuthCredential(elsewhere), window), 1);
    });

    it("is left alone, where the server may end all that one person granted (RFC 7009, section 2.1)", async () => {
      const window = await suite.signedIn();
      assert.equal(await signInAgain(new OAuthCredential(await suite.tokens()), window), 0);
      assert.equal((await readMe(window)).kind, "ok");
    });
  });

  describe("that the registry does not take is withdrawn:", () => {
    for (const [what, fault] of [
      ["refused", failing(401)],
      ["not answered", failing(500)],
    ] as const) {
      it(what, async () => {
        const window = suite.openWindow();
        const tokens = await suite.tokens();
        suite.registry.faults.use(fault);
        const { address } = window.client;
        const outcome = await window.accounts.signIn(address, new OAuthCredential(tokens), never);
        suite.registry.faults.clear();
        assert.equal(outcome.kind, "failed");
        assert.equal(suite.count("POST /token/revocation"), 1);
        assert.equal((await protocol.refresh(suite.wire, tokens)).kind, "refused");
      });
    }

    it("not where the server may end the sign-in that somebody has with it (RFC 7009, section 2.1)", async () => {
      const window = await suite.signedIn();
      const { address } = window.client;
      const again = async (signal: AbortSignal) =>
        errorOf(await window.accounts.signIn(address, new OAuthCredential(await suite.tokens()), signal))
          .kind;
      const end = suite.registry.faults.use(failing(500));
      assert.equal(await again(never), "serverError");
      end();
      assert.equal(await again(AbortSignal.abort()), "cancelled");
      const get = suite.secrets.get.bind(suite.secrets);
      suite.secrets.get = () => Promise.reject(new Error("The keyring is locked."));
      await assert.rejects(again(never), /keyring/);
      suite.secrets.get = get;
      assert.equal(suite.count("POST /token/revocation"), 0);
      assert.equal((await readMe(window)).kind, "ok");
    });

    it("as it cannot be kept", async () => {
      const window = suite.openWindow();
      suite.secrets.isBroken = true;
      const credential = new OAuthCredential(await suite.tokens());
      await assert.rejects(window.accounts.signIn(window.client.address, credential, never));
      assert.equal(suite.count("POST /token/revocation"), 1);
    });

    it("as the user has taken the registry out meanwhile, of which nothing is kept then", async () => {
      const window = suite.openWindow();
      const credential = new OAuthCredential(await suite.tokens());
      const removing: Fault = async ({ response, answer }) => {
        window.pool.configure([]);
        send(response, await answer());
      };
      suite.registry.faults.use(removing, { times: 1 });
      const outcome = await window.accounts.signIn(window.client.address, credential, never);
      assert.equal(errorOf(outcome).kind, "cancelled");
      assert.equal(suite.secrets.kept.size, 0);
      assert.equal(suite.count("POST /token/revocation"), 1);
    });
  });
});
