import assert from "node:assert/strict";
import { inspect } from "node:util";
import { inEnglish } from "@analyses/client/registryClient/registryError";
import { readCredential, ProviderCredential } from "@analyses/client/registryClient/schemes/index";
import { Credential, type SessionToken } from "@analyses/client/registryClient/schemes/credential";
import { StoredAccounts } from "@analyses/client/registryClient/accounts";
import { addressOf } from "../../support/httpsHost";
import { errorOf, never, valueOf } from "./support/clients";
import { OAuthSuite, readMe } from "./support/oauthSuite";

const scopes = ["api://registry/records"];
const account = { id: "eleanor-1", label: "eleanor@example.org" };

describe("a sign-in that VS Code keeps itself", () => {
  const suite = new OAuthSuite();
  /** VS Code's current token. */
  let token: string | undefined;
  /** A token that VS Code returns once before the current one. */
  let earlier: string | undefined;
  const asked: unknown[] = [];
  const sessionToken: SessionToken = (signIn) => {
    asked.push(signIn);
    const given = earlier ?? token;
    earlier = undefined;
    return Promise.resolve(given);
  };
  const signedIn = async () => {
    const window = suite.openWindow();
    token = (await suite.tokens()).access;
    const credential = new ProviderCredential({ provider: "microsoft", scopes, account, sessionToken });
    valueOf(await window.accounts.signIn(window.client.address, credential, never));
    asked.length = 0;
    suite.asked.length = 0;
    suite.registry.clearLog();
    return window;
  };

  it("gives its token for each request, with the scopes of the settings and for the same account", async () => {
    const window = await signedIn();
    valueOf(await readMe(window));
    assert.deepEqual(asked, [{ provider: "microsoft", scopes, account }]);
    assert.deepEqual(suite.sent, [`Bearer ${token ?? ""}`]);
    assert.deepEqual(suite.asked, []);
    assert.equal(
      window.client.describeSignIn(inEnglish, "en"),
      "By VS Code's own sign-in (microsoft), which renews it.",
    );
  });

  it("has nothing secret in the store, and lasts over a restart", async () => {
    await signedIn();
    const address = addressOf(suite.registry.url);
    const keys = await suite.secrets.keys();
    const kept = await Promise.all(keys.map((key) => suite.secrets.get(key)));
    assert.ok(kept.length > 0 && !kept.join().includes(token ?? "none"));
    const { transport, clock } = suite;
    const again = new StoredAccounts(suite.secrets, { transport, clock, sessionToken });
    const restored = (await again.read(address))?.credential;
    assert.equal(await restored?.authorize(never), `Bearer ${token ?? ""}`);
    assert.ok(!inspect(restored, { depth: 9, showHidden: true }).includes(token ?? "none"));
  });

  it("goes on with the token that VS Code has by now, once, when the registry takes one no more", async () => {
    const window = await signedIn();
    // VS Code renews the token after the registry has refused it.
    earlier = "ended";
    valueOf(await readMe(window));
    assert.deepEqual(suite.sent, ["Bearer ended", `Bearer ${token ?? ""}`]);
  });

  it("is over, and sends nothing, where VS Code has no token any more, or the registry refuses the one it has", async () => {
    const window = await signedIn();
    token = undefined;
    assert.deepEqual(errorOf(await readMe(window)), { kind: "unauthenticated", credential: "expired" });
    assert.deepEqual(suite.sent, []);
    const other = await signedIn();
    token = "ended";
    errorOf(await readMe(other));
    errorOf(await readMe(other));
    assert.deepEqual(suite.sent, ["Bearer ended"]);
  });

  it("waits for a moment in which VS Code cannot say, and sends nothing that fits into no header", async () => {
    const failing = new ProviderCredential({
      provider: "microsoft",
      scopes,
      account,
      sessionToken: () => Promise.reject(new Error("no such provider")),
    });
    const failure = await failing.authorize(never);
    assert.ok(typeof failure === "object");
    assert.deepEqual(failure.error, { kind: "notRenewed", host: "microsoft" });
    token = "two\r\nlines";
    const unfit = new ProviderCredential({ provider: "microsoft", scopes, account, sessionToken });
    assert.equal(typeof (await unfit.authorize(never)), "object");
    const silent = new ProviderCredential({
      provider: "microsoft",
      scopes,
      account,
      sessionToken: () => new Promise(() => undefined),
    });
    const given = new AbortController();
    const waiting = silent.authorize(given.signal);
    given.abort();
    const ended = await waiting;
    assert.ok(typeof ended === "object" && ended.error.kind === "cancelled");
  });

  it("is read from nothing but what it has written", () => {
    const stored = { scheme: "oauth", provider: "microsoft", scopes, accountId: "1", accountLabel: "e" };
    assert.ok(readCredential(stored) instanceof Credential);
    for (const wrong of [
      { ...stored, scopes: "all" },
      { ...stored, provider: 7 },
    ]) {
      assert.equal(readCredential(wrong), undefined);
    }
  });
});
