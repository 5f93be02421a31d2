import assert from "node:assert/strict";
import { get } from "node:http";
import * as vscode from "vscode";
import { knownClient } from "@analyses/registry/authorizationServer";
import { type RegistryAnswer, type RegistryRequest, json } from "@analyses/registry/http";
import { failureText, signInByBrowser } from "@analyses/client/registries/browserSignIn";
import { configuredRegistries } from "@analyses/client/registries/configuredRegistries";
import { signInPlaceKey } from "@analyses/client/registries/storedSignIns";
import { type Clock, systemClock } from "@analyses/client/registryClient/transport";
import { openLoopback } from "@analyses/client/registryClient/transport/loopback";
import { redirectPath } from "@analyses/client/registryClient/schemes/oauthProtocol";
import { BrowserAgent } from "../../support/browserAgent";
import { eventually } from "../../support/eventually";
import { transportTrusting } from "../../support/requests";
import { MemoryMemento } from "../support/memoryMemento";
import { answering } from "../support/reader";
import { registryInSettings } from "../support/registryTree";

/** Waits for a sign-in that shows messages, and closes them. */
async function closingMessages<T>(outcome: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => (isDone = true);
  void outcome.then(done, done);
  await eventually(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    assert.ok(isDone);
  });
  return outcome;
}

describe("a sign-in in the browser, at a server that the user's settings name", () => {
  let memory: MemoryMemento;
  /** Requests that the authorization server received, and its overridden responses. */
  let asked: string[];
  let instead: (request: RegistryRequest) => unknown;

  const intercept = (request: RegistryRequest): RegistryAnswer | undefined => {
    asked.push(`${request.method} ${request.target}`);
    const value = instead(request);
    return value === undefined ? undefined : json(200, value);
  };
  const settings = registryInSettings({ name: "Office", registry: { oauth: { intercept } } });
  const { registry: office, setting, configure } = settings;
  beforeEach(() => {
    [asked, instead] = [[], () => undefined];
    memory = new MemoryMemento();
  });

  interface Where {
    /** Whether the browser can redirect to this machine. */
    readonly hasLoopback?: boolean;
    readonly isLocal?: boolean;
    readonly clock?: Clock;
    /** Base of the desktop redirect URI, which uses VS Code's own scheme. */
    readonly desktop?: string;
    /** Scopes in the settings; undefined for none. */
    readonly scopes?: readonly string[] | undefined;
  }

  /** @param visit the user's actions on the opened address */
  const signIn = (
    clientId: string,
    visit: (address: string) => Promise<void>,
    { hasLoopback = true, isLocal = true, clock = systemClock, desktop, ...but }: Where = {},
  ) => {
    const transport = transportTrusting(office.caFile);
    const browser = {
      platform: hasLoopback ? { transport, openLoopback } : { transport },
      isLocal,
      memory,
      clock,
      sessionToken: () => Promise.resolve(undefined),
      accounts: setting.accounts,
      open: visit,
      ...(desktop !== undefined && {
        uriAddress: (path: string) => Promise.resolve({ address: desktop + path, isFixed: true }),
      }),
    };
    const { scopes } = { scopes: ["records", "offline_access"], ...but };
    const oauth = { issuer: office.issuer, clientId, ...(scopes && { scopes }) };
    return signInByBrowser(browser, { name: "Office", client: setting.registry.client, oauth }, []);
  };
  const comeBack = (address: string) =>
    new Promise<void>((resolve, reject) => {
      get(address, { agent: false }, (response) => {
        response.resume();
        resolve();
      }).on("error", reject);
    });
  /** Chooses a user on the server's page. */
  const choosing = (userName: string) => async (address: string) =>
    comeBack(await new BrowserAgent(office.ca).signIn(address, userName));
  const noted = () => memory.get(signInPlaceKey(setting.registry.client.address));

  it("is done on the server's own page, which comes back to this machine, or given up there", async () => {
    const tokens = await signIn(knownClient.client_id, choosing("reviewer"));
    assert.ok(tokens !== undefined && "refresh" in tokens);
    assert.notEqual(tokens.refresh, "");
    assert.deepEqual(noted(), { issuer: office.issuer, clientId: knownClient.client_id, hosts: "" });
    const refused = signIn(knownClient.client_id, choosing(""));
    await eventually(() => assert.deepEqual(noted(), { issuer: office.issuer, clientId: "", hosts: "" }));
    assert.equal(await closingMessages(refused), undefined);
  });

  it("is confirmed on another machine by a question that names its settings, not the registry", async () => {
    const { said } = await answering([], async () => {
      const outcome = await signIn(knownClient.client_id, () => Promise.reject(new Error("opened")), {
        isLocal: false,
      });
      assert.equal(outcome, undefined);
    });
    const [registry, there] = [new URL(office.url).host, new URL(office.issuer).host];
    assert.equal(said[0], `The settings of this machine say that you sign in to ${registry} at ${there}.`);
    assert.deepEqual(asked, []);
  });

  it("is over after five minutes, and drops what comes later", async () => {
    let isOver: () => void = () => undefined;
    const waits: number[] = [];
    const clock: Clock = {
      now: () => systemClock.now(),
      wait: (milliseconds, signal) => {
        waits.push(milliseconds);
        return new Promise((resolve) => {
          isOver = resolve;
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      },
    };
    let opened = "";
    const visit = (address: string) => {
      opened = address;
      return Promise.resolve();
    };
    const outcome = signIn(knownClient.client_id, visit, { clock });
    await eventually(() => assert.notEqual(opened, ""));
    assert.deepEqual(waits, [5 * 60_000]);
    isOver();
    await eventually(() => assert.deepEqual(noted(), { issuer: office.issuer, clientId: "", hosts: "" }));
    const { searchParams } = new URL(opened);
    const late = `${searchParams.get("redirect_uri") ?? ""}?state=${searchParams.get("state") ?? ""}&code=late`;
    await assert.rejects(comeBack(late), { code: "ECONNREFUSED" });
    assert.equal(await closingMessages(outcome), undefined);
    assert.ok(!asked.includes("POST /token"));
  });

  it("takes what VS Code hands on once, and of that only what somebody waits for", async () => {
    const { issuer } = office;
    const tokens = { access_token: "MARKED", token_type: "Bearer", expires_in: 60 };
    // A server without the device authorization flow.
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ["S256"],
    };
    instead = ({ target }) =>
      target.startsWith("/.well-known/") ? metadata : target === "/token" ? tokens : undefined;
    const call = async (path: string, query: Record<string, string>) => {
      const address = `${vscode.env.uriScheme}://analyses-registry.analyses-registry${path}?`;
      const uri = vscode.Uri.parse(address + String(new URLSearchParams(query)));
      await vscode.commands.executeCommand("vscode.open", uri);
    };
    const visit = async (address: string) => {
      const { searchParams } = new URL(address);
      const state = searchParams.get("state") ?? "";
      const pathname = `/oauth/${await redirectPath(office.issuer)}`;
      await call(pathname, { code: "theirs" });
      await call(pathname, { code: "theirs", state: "theirs" });
      await call("/elsewhere", { code: "theirs", state });
      // The redirect path of another server.
      await call(`/oauth/${"0".repeat(32)}`, { code: "theirs", state });
      await call(pathname, { code: "ours", state });
      await call(pathname, { code: "ours", state });
    };
    const outcome = await signIn(knownClient.client_id, visit, { hasLoopback: false });
    assert.ok(outcome !== undefined && "access" in outcome && outcome.access === "MARKED");
    assert.equal(asked.filter((each) => each === "POST /token").length, 1);
  });

  it("goes on with a code, where the server does not know the address by which VS Code is called", async () => {
    const opened: string[] = [];
    const visit = async (address: string) => {
      opened.push(new URL(address).pathname);
      // The authorization page shows an error and does not redirect; the device page follows.
      if (opened.length > 1) await new BrowserAgent(office.ca).enterCode(address, "reviewer");
    };
    const clock: Clock = {
      now: () => systemClock.now(),
      wait: (milliseconds, signal) => systemClock.wait(milliseconds / 10, signal),
    };
    const outcome = signIn(knownClient.client_id, visit, {
      hasLoopback: false,
      clock,
      desktop: "vscode://analyses-registry.analyses-registry/",
    });
    await eventually(() => assert.deepEqual(opened, ["/auth"]));
    const takeStep = () => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    // Accepts "Use a Code Instead".
    await takeStep();
    // The extension polls for the token once it shows the code. Accepts "Copy Code and Open Browser".
    await eventually(() => assert.ok(asked.includes("POST /token")));
    await takeStep();
    const tokens = await outcome;
    assert.ok(tokens !== undefined && "refresh" in tokens);
    assert.notEqual(tokens.refresh, "");
    assert.deepEqual(opened, ["/auth", "/device"]);
  });

  it("reports what failed, and that a code has expired", () => {
    const host = "login.example";
    const refused = (code: string) => failureText({ kind: "refused", host, code }, "Office");
    assert.equal(refused("access_denied"), "You did not sign in at login.example. Nothing was kept.");
    for (const code of ["expired_token", "authorization_pending"])
      assert.equal(refused(code), "The code for login.example has run out.");
    assert.match(
      refused("invalid_client\u0007"),
      /^login\.example refuses .* Office \(invalid_client ?\)\. Ask/,
    );
    const error = { kind: "timeOut" } as const;
    assert.match(failureText({ kind: "unavailable", host, error }, "Office"), /could not be asked\. Retry/);
    assert.match(failureText({ kind: "unsound", host }, "Office"), /^The sign-in to Office is broken off/);
    const late = "The sign-in to Office took longer than five minutes and is over.";
    assert.equal(failureText({ kind: "late" }, "Office"), late);
  });

  it("is read from the settings as a whole, or not at all", async () => {
    const { url } = office;
    const read = async (oauth: unknown) => {
      await configure([{ name: "Office", url, ...{ oauth } }]);
      const [{ oauth: found } = { oauth: undefined }] = configuredRegistries();
      return found;
    };
    const issuer = "https://login.example.org";
    for (const sound of [
      { issuer, clientId: "c" },
      { issuer, clientId: "c", scopes: ["records"] },
      { provider: "microsoft", scopes: ["api://registry/records"] },
    ]) {
      assert.deepEqual(await read(sound), sound);
    }
    for (const wrong of [
      { issuer },
      { issuer: "http://login.example.org", clientId: "c" },
      { issuer, clientId: "c", scopes: "records" },
      { issuer, clientId: "c", scopes: ["é"] },
      { provider: "microsoft" },
      { provider: "analysesRegistry", scopes: [] },
    ]) {
      assert.equal(await read(wrong), "unusable", JSON.stringify(wrong));
    }
    assert.equal(await read(undefined), undefined);
    const known = { issuer, clientId: "c" };
    // RFC 6749, section 3.3: spaces separate scopes.
    assert.deepEqual(await read({ ...known, scopes: ["", "a b"] }), { ...known, scopes: ["a", "b"] });
    assert.deepEqual(await read({ ...known, clientSecret: "never" }), known);
  });
});
