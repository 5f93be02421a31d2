import assert from "node:assert/strict";
import { Accounts } from "../../../client/src/registry/accounts";
import type { Registries } from "../../../client/src/registry/registries";
import type { RegistryAddress } from "../../../client/src/registry/registryAddress";
import type { SecretStore } from "../../../client/src/registry/secretStore";
import { failing } from "../../../registry/src/faults/failing";
import { silence } from "../../../registry/src/faults/silence";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { authorization, startReferenceRegistry } from "../../support/referenceRegistry";
import { basic, bearer, clientIn, errorOf, never, registriesTrusting, reviewer } from "./support/clients";
import { eventually } from "../../support/eventually";
import { addressOf } from "../../support/httpsHost";

/** A secret store in memory, as VS Code's is in some hosts. */
class Secrets implements SecretStore {
  readonly kept = new Map<string, string>();
  broken = false;

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.kept.get(key));
  }

  store(key: string, value: string): Promise<void> {
    if (this.broken) return Promise.reject(new Error("The keyring is locked."));
    this.kept.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.kept.delete(key);
    return Promise.resolve();
  }
}

describe("accounts", () => {
  let registry: ReferenceRegistry;
  let address: RegistryAddress;
  let secrets: Secrets;
  let registries: Registries;
  let accounts: Accounts;

  before(async () => {
    registry = await startReferenceRegistry();
    address = addressOf(registry.url);
  });
  beforeEach(() => {
    registry.faults.clear();
    registry.clearLog();
    secrets = new Secrets();
    ({ registries, accounts } = startExtension());
  });
  after(() => registry.stop());

  /** What the extension does when it starts. */
  function startExtension(addresses = [address]): { registries: Registries; accounts: Accounts } {
    const started = registriesTrusting(registry.caFile);
    started.configure(addresses);
    return { registries: started, accounts: new Accounts(started, secrets) };
  }

  const secretKey = () => `analysesRegistry.account:${address}`;
  const state = () => clientIn(registries, address).account;

  it("are checked against users/me, then kept under a key made from the base URL", async () => {
    const outcome = await accounts.signIn(address, reviewer, never);
    assert.equal(outcome.kind, "ok");
    assert.deepEqual(
      registry.requests.map(({ target, headers }) => [target, headers.authorization]),
      [["/rest/users/me", authorization.reviewer]],
    );
    assert.equal(outcome.value.userName, "reviewer");
    assert.deepEqual(state(), { kind: "signedIn", account: outcome.value });
    assert.match(secrets.kept.get(secretKey()) ?? "", /reviewer-password/);
  });

  it("are not kept when the registry refuses them, and an earlier one stays", async () => {
    assert.deepEqual(errorOf(await accounts.signIn(address, basic("reviewer", "wrong"), never)), {
      kind: "unauthenticated",
      credential: "refused",
    });
    assert.equal(state().kind, "signedOut");
    assert.equal(secrets.kept.size, 0);

    await accounts.signIn(address, bearer("reviewer-token"), never);
    const before = [state(), [...secrets.kept]];
    await accounts.signIn(address, bearer("wrong"), never);
    registry.faults.use(failing(500));
    await accounts.signIn(address, reviewer, never);
    assert.deepEqual([state(), [...secrets.kept]], before);
  });

  it("stay as they were when a sign-in is cancelled", async () => {
    registry.faults.use(silence());
    const controller = new AbortController();
    const outcome = accounts.signIn(address, reviewer, controller.signal);
    await eventually(() => assert.ok(registry.requests.length === 1));
    controller.abort();
    assert.deepEqual(errorOf(await outcome), { kind: "cancelled" });
    assert.equal(state().kind, "signedOut");
    assert.equal(secrets.kept.size, 0);
  });

  it("stay as they were when the secret store fails", async () => {
    secrets.broken = true;
    await assert.rejects(accounts.signIn(address, reviewer, never), /keyring/);
    assert.equal(state().kind, "signedOut");
    secrets.broken = false;
    assert.equal((await accounts.signIn(address, reviewer, never)).kind, "ok");
  });

  it("are there again after a restart, without a request", async () => {
    await accounts.signIn(address, reviewer, never);
    const before = state();
    ({ registries, accounts } = startExtension());
    registry.clearLog();
    await accounts.forgetRemoved();
    await accounts.restore();
    assert.deepEqual(state(), before);
    assert.equal(registry.connections, 0);
    assert.equal(errorOf(await clientIn(registries, address).personMe({ signal: never })).kind, "ok");
  });

  it("end with the sign-out: nothing is stored and nothing more is sent", async () => {
    await accounts.signIn(address, reviewer, never);
    await accounts.signOut(address);
    assert.equal(state().kind, "signedOut");
    assert.ok(!JSON.stringify([...secrets.kept]).includes("reviewer"));
    ({ registries, accounts } = startExtension());
    await accounts.restore();
    assert.equal(state().kind, "signedOut");
  });

  it("of a registry that was taken out of the settings are deleted at the next start, others stay", async () => {
    const other = await startReferenceRegistry();
    const otherAddress = addressOf(other.url);
    ({ registries, accounts } = startExtension([address, otherAddress]));
    await Promise.all([
      accounts.signIn(address, reviewer, never),
      accounts.signIn(otherAddress, bearer("reader-token"), never),
    ]);
    registries.configure([address]);
    assert.equal(secrets.kept.has(`analysesRegistry.account:${otherAddress}`), true);
    ({ registries, accounts } = startExtension([address]));
    await accounts.forgetRemoved();
    assert.equal(secrets.kept.has(`analysesRegistry.account:${otherAddress}`), false);
    assert.equal(secrets.kept.has(secretKey()), true);
    await other.stop();
  });

  it("follow another window's sign-in and sign-out", async () => {
    const otherWindow = startExtension();
    await otherWindow.accounts.signIn(address, reviewer, never);
    await accounts.restore();
    assert.equal(state().kind, "signedIn");
    const changes: string[] = [];
    clientIn(registries, address).onDidChangeAccount(({ kind }) => changes.push(kind));
    await accounts.restore();
    assert.deepEqual(changes, [], "the same account is no change");
    await otherWindow.accounts.signOut(address);
    await accounts.restore();
    assert.deepEqual(changes, ["signedOut"]);
  });

  it("that were rejected stay so until someone signs in, and are not tried again by themselves", async () => {
    await accounts.signIn(address, reviewer, never);
    registry.faults.use(failing(401), { times: 1 });
    await clientIn(registries, address).userMe({ signal: never });
    await accounts.restore();
    assert.equal(state().kind, "rejected");
  });

  it("that another version stored in a way nobody knows count as signed out", async () => {
    for (const text of ["", "{", "[]", "null", '{"scheme":"basic","userName":"x"}', '{"secret":7}']) {
      secrets.kept.set(secretKey(), text);
      await accounts.restore();
      assert.equal(state().kind, "signedOut", text);
    }
  });
});
