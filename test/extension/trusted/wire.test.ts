import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import * as vscode from "vscode";
import { RegistryAuthenticationProvider, sessionOf } from "@analyses/client/registries/registryStatus";
import type { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { eventually } from "../../support/eventually";
import { answersFor, registryInSettings } from "../support/registryTree";

/** Accepts connections but never responds, not even in TLS. */
async function startListener() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe("on the wire, seen from inside VS Code", () => {
  const { registry, setting, configure } = registryInSettings();
  let listener: Awaited<ReturnType<typeof startListener>>;
  let answers: ReferenceAnswers;
  beforeEach(async () => {
    listener = await startListener();
    answers = answersFor(setting);
  });
  afterEach(async () => {
    answers.dispose();
    await listener.stop();
  });

  /** Calls every feature that reads from registries. */
  async function askForAll(base: string): Promise<void> {
    const { signal } = new AbortController();
    const records = [{ kind: "group", id: "3", link: `${base}/rest/groups/3` }] as const;
    for (const purpose of ["check", "hover"] as const)
      await answers.lookUp({ uri: "file:///a.analyses.json", purpose, records }, signal);
    await answers.suggest({
      uri: "file:///a.analyses.json",
      kinds: ["group"],
      text: "",
      limit: 5,
      mayWait: true,
    });
    for (const row of await setting.rows()) await setting.rows(row);
  }

  it("no request goes to a registry whose address is http", async () => {
    const url = `http://127.0.0.1:${listener.port}`;
    await configure([{ name: "Plain", url }]);
    await askForAll(url);
    assert.equal(listener.connections(), 0);
  });

  it("no request goes to a registry that only the settings of a workspace name", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const original = await vscode.workspace.fs.readFile(file);
    const settings = () => vscode.workspace.getConfiguration("analysesRegistry", folder);
    const url = `https://127.0.0.1:${listener.port}`;
    const written = { "analysesRegistry.registries": [{ name: "Theirs", url }] };
    try {
      const text = JSON.stringify({ ...written, "analysesRegistry.maxProblems": 321 });
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
      await eventually(() => assert.equal(settings().get("maxProblems"), 321, "the file has been read"));
      await askForAll(url);
      assert.equal(listener.connections(), 0);
      assert.ok(registry.connections > 0, "the user's own registry is asked");
    } finally {
      await vscode.workspace.fs.writeFile(file, original);
    }
  });

  it("another extension that asks for your session gets no token and no password", async () => {
    await setting.signIn();
    const [session] = await sessionOf(setting.registry);
    assert.ok(session);
    assert.equal(session.accessToken, "");
    assert.doesNotMatch(JSON.stringify(session), /password/i);
  });

  it("another extension learns neither the registry's address nor your identifier from your account", async () => {
    await setting.signIn();
    const { account } = setting.registry.store;
    assert.ok(account.kind === "signedIn");
    const [session] = await sessionOf(setting.registry);
    assert.ok(session);
    assert.match(session.account.id, /^[0-9a-f]{64}$/);
    const told = JSON.stringify(session);
    for (const secret of [registry.url, new URL(registry.url).host, account.account.userName]) {
      assert.ok(!told.includes(secret), secret);
    }
    assert.ok(!told.includes(`"${account.account.userId}"`));
  });

  it("another extension that shows your account shows no link, and no turned text", async () => {
    const user = registry.content.users.get("20417");
    assert.ok(user);
    registry.content.users.put({ ...user, firstName: "[Press](command:evil)\n\u202e" });
    try {
      await setting.signIn();
      const [session] = await sessionOf(setting.registry);
      assert.match(session?.account.label ?? "", /^\[Press\] \(command:evil\) .* at /);
    } finally {
      registry.content.users.put(user);
    }
  });

  it("another extension that asks for scopes or for another account gets no session", async () => {
    await setting.signIn();
    const provider = new RegistryAuthenticationProvider(setting.registries, setting.accounts);
    const [session] = await provider.getSessions();
    assert.ok(session);
    assert.deepEqual(await provider.getSessions(["admin:everything"]), []);
    assert.deepEqual(await provider.getSessions([], { account: { id: "other", label: "" } }), []);
    assert.deepEqual(await provider.getSessions([], { account: session.account }), [session]);
    await provider.removeSession("other");
    assert.equal(setting.registry.store.account.kind, "signedIn");
    await provider.removeSession(session.id);
    assert.equal(setting.registry.store.account.kind, "signedOut");
    provider.dispose();
  });
});
