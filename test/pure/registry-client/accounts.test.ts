import assert from "node:assert/strict";
import { Accounts, StoredAccounts } from "@analyses/client/registryClient/accounts";
import type { ClientPool } from "@analyses/client/registryClient/registryClient";
import type { RegistryAddress } from "@analyses/client/registryClient/registryAddress";
import { type Clock, systemClock } from "@analyses/client/registryClient/transport";
import { failing, silence } from "../../support/registryFaults";
import { authorization, registryForSuite, startReferenceRegistry } from "../../support/referenceRegistry";
import { SecretsInMemory } from "../../support/secretsInMemory";
import { transportTrusting } from "../../support/requests";
import {
  basic,
  bearer,
  clientIn,
  errorOf,
  never,
  placeOf,
  registriesTrusting,
  reviewer,
  followAccount,
} from "./support/clients";
import { eventually } from "../../support/eventually";
import { addressOf } from "../../support/httpsHost";

interface Window {
  readonly registries: ClientPool;
  readonly accounts: Accounts;
}

describe("accounts", () => {
  const registry = registryForSuite();
  let address: RegistryAddress;
  let secrets: SecretsInMemory;
  let registries: ClientPool;
  let accounts: Accounts;
  /** Offset of the clock, which a test may advance; waits are shortened. */
  let moved = 0;
  const clock: Clock = {
    now: () => Date.now() + moved,
    wait: (milliseconds, signal) => systemClock.wait(milliseconds / 10, signal),
  };

  beforeEach(() => {
    address = addressOf(registry.url);
    secrets = new SecretsInMemory();
    moved = 0;
    ({ registries, accounts } = startExtension());
  });

  /** Starts the extension in a window. */
  function startExtension(addresses = [address], home?: string): Window {
    const stored = new StoredAccounts(secrets, { transport: transportTrusting(registry.caFile), clock });
    const started = registriesTrusting(registry.caFile, { loadSignIn: (each) => stored.read(each) });
    started.configure(addresses);
    return { registries: started, accounts: new Accounts(started, stored, placeOf(home)) };
  }

  const keyFor = (each: RegistryAddress) => `analysesRegistry.account:${each}`;
  const stateIn = (window: Pick<Window, "registries">) => clientIn(window.registries, address).store.account;
  const state = () => stateIn({ registries });

  it("are checked against users/me, then kept under a key made from the base URL", async () => {
    const outcome = await accounts.signIn(address, reviewer, never);
    assert.equal(outcome.kind, "ok");
    assert.deepEqual(
      registry.requests.map(({ target, headers }) => [target, headers.authorization]),
      [["/rest/users/me", authorization.reviewer]],
    );
    assert.equal(outcome.value.userName, "reviewer");
    assert.deepEqual(state(), { kind: "signedIn", account: outcome.value });
    assert.match(secrets.kept.get(keyFor(address)) ?? "", /reviewer-password/);
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
    secrets.isBroken = true;
    await assert.rejects(accounts.signIn(address, reviewer, never), /keyring/);
    assert.equal(state().kind, "signedOut");
    secrets.isBroken = false;
    assert.equal((await accounts.signIn(address, reviewer, never)).kind, "ok");
  });

  it("are there again after a restart, without a request", async () => {
    await accounts.signIn(address, reviewer, never);
    const before = state();
    ({ registries, accounts } = startExtension());
    registry.clearLog();
    await accounts.ready();
    assert.deepEqual(state(), before);
    assert.equal(registry.connections, 0);
    assert.equal(errorOf(await clientIn(registries, address).personMe({ signal: never })).kind, "ok");
  });

  it("are neither read nor written at a start, and looked at by the first read that needs them alone", async () => {
    await accounts.signIn(address, reviewer, never);
    ({ registries, accounts } = startExtension());
    secrets.reads = secrets.writes = 0;
    const client = clientIn(registries, address);
    await client.groupTypes({ signal: never });
    await accounts.followStore(address);
    assert.deepEqual([secrets.reads, secrets.writes], [0, 0]);
    assert.equal(errorOf(await client.personMe({ signal: never })).kind, "ok");
    // Excludes the lease that the first request took to try the credential.
    secrets.reads = secrets.writes = 0;
    await client.userMe({ signal: never });
    await accounts.ready();
    assert.deepEqual([secrets.reads, secrets.writes], [0, 0]);
  });

  it("end with the sign-out: nothing is stored and nothing more is sent", async () => {
    await accounts.signIn(address, reviewer, never);
    await accounts.signOut(address);
    assert.equal(state().kind, "signedOut");
    assert.equal(secrets.kept.size, 0);
    ({ registries, accounts } = startExtension());
    await accounts.ready();
    assert.equal(state().kind, "signedOut");
  });

  it("survive the start of windows with other settings: another profile, a remote machine, none", async () => {
    await accounts.signIn(address, reviewer, never);
    const kept = [...secrets.kept];
    const other = addressOf("https://other.example");
    for (const [addresses, home] of [
      [[], "profile local"],
      [[other], "other profile local"],
      [[other], "profile ssh-remote build"],
    ] as const) {
      const window = startExtension([...addresses], home);
      await window.accounts.ready();
      assert.deepEqual(await window.accounts.elsewhere(), [address], "it can be seen there");
      assert.equal(await window.accounts.isOfThisHome(address), home === "profile local");
    }
    assert.deepEqual([...secrets.kept], kept);
    await accounts.followStore(address);
    assert.equal(state().kind, "signedIn");
  });

  it("survive that the registry is taken out of the settings and comes back", async () => {
    await accounts.signIn(address, reviewer, never);
    registries.configure([]);
    registries.configure([address]);
    await accounts.ready();
    assert.equal(state().kind, "signedIn");
  });

  it("of other registries can be forgotten, those of this window's stay", async () => {
    const other = await startReferenceRegistry();
    const otherAddress = addressOf(other.url);
    const both = startExtension([address, otherAddress]);
    await both.accounts.signIn(address, reviewer, never);
    await both.accounts.signIn(otherAddress, bearer("reader-token"), never);
    await accounts.ready();
    assert.deepEqual(await accounts.elsewhere(), [otherAddress]);
    await accounts.signOut(otherAddress);
    assert.deepEqual([...secrets.kept.keys()], [keyFor(address)]);
    assert.equal(state().kind, "signedIn");
    await other.stop();
  });

  it("are all kept when two windows sign in at the same time", async () => {
    const others = await Promise.all([startReferenceRegistry(), startReferenceRegistry()]);
    const addresses = others.map(({ url }) => addressOf(url));
    await Promise.all(
      addresses.map((each) => startExtension(addresses).accounts.signIn(each, bearer("reader-token"), never)),
    );
    assert.deepEqual([...(await accounts.elsewhere())].sort(), [...addresses].sort());
    await Promise.all(others.map((each) => each.stop()));
  });

  it("follow another window's sign-in and sign-out", async () => {
    await accounts.ready();
    const otherWindow = startExtension();
    await otherWindow.accounts.signIn(address, reviewer, never);
    await accounts.followStore(address);
    assert.equal(state().kind, "signedIn");
    const changes: string[] = [];
    followAccount(clientIn(registries, address), ({ kind }) => changes.push(kind));
    await accounts.followStore(address);
    assert.deepEqual(changes, [], "the same account is no change");
    await otherWindow.accounts.signOut(address);
    await accounts.followStore(address);
    assert.deepEqual(changes, ["signedOut"]);
  });

  it("end with the sign-out also while they are being read", async () => {
    await accounts.signIn(address, reviewer, never);
    const window = startExtension();
    const reading = window.accounts.ready();
    await window.accounts.signOut(address);
    await reading;
    assert.equal(stateIn(window).kind, "signedOut");
  });

  it("that were rejected are not sent by other windows, nor after a restart, until someone signs in", async () => {
    await accounts.signIn(address, reviewer, never);
    const [other, late] = [startExtension(), startExtension()];
    await other.accounts.ready();
    const end = registry.faults.use(failing(401));
    registry.clearLog();
    await clientIn(registries, address).userMe({ signal: never });
    await eventually(() => assert.match(secrets.kept.get(keyFor(address)) ?? "", /"rejected":"refused"/));
    // VS Code notifies each window of a changed secret.
    for (const each of [accounts, other.accounts]) await each.followStore(address);
    assert.equal(state().kind, "rejected");
    for (const window of [other, late]) {
      const error = errorOf(await clientIn(window.registries, address).personMe({ signal: never }));
      assert.deepEqual(error, { kind: "unauthenticated", credential: "refused" });
      assert.equal(stateIn(window).kind, "rejected");
    }
    assert.equal(registry.requests.length, 1);
    end();
    // Signing in again with the same credentials succeeds.
    await accounts.signIn(address, reviewer, never);
    for (const window of [other, late]) {
      await window.accounts.followStore(address);
      assert.equal(stateIn(window).kind, "signedIn");
      assert.equal(errorOf(await clientIn(window.registries, address).userMe({ signal: never })).kind, "ok");
    }
  });

  describe("of five windows that start at the same time", () => {
    const readIn = (window: Window, signal = never) =>
      clientIn(window.registries, address).userMe({ signal });
    const readInFive = () => Array.from({ length: 5 }, () => readIn(startExtension()));
    const sent = () => registry.requests.filter(({ headers }) => headers.authorization !== undefined).length;

    beforeEach(async () => {
      await accounts.signIn(address, reviewer, never);
      registry.clearLog();
    });

    it("are sent once where the registry refuses them, for it may lock the account", async () => {
      registry.faults.use(failing(401));
      const errors = (await Promise.all(readInFive())).map(errorOf);
      assert.equal(sent(), 1);
      assert.deepEqual(errors, Array(5).fill({ kind: "unauthenticated", credential: "refused" }));
    });

    it("are taken in all of them where the registry takes them, and nothing is left of who was first", async () => {
      const outcomes = await Promise.all(readInFive());
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        Array(5).fill("ok"),
      );
      assert.deepEqual([...secrets.kept.keys()], [keyFor(address)]);
    });

    it("are tried by another window where the first gives up, or is gone for half a minute", async () => {
      registry.faults.use(silence(), { times: 1 });
      const first = new AbortController();
      const given = readIn(startExtension(), first.signal);
      await eventually(() => assert.equal(sent(), 1));
      const next = readIn(startExtension());
      first.abort();
      assert.deepEqual(errorOf(await given), { kind: "cancelled" });
      assert.equal((await next).kind, "ok");
      const gone = { by: "a window that is gone", until: clock.now() + 30_000 };
      secrets.kept.set(`analysesRegistry.trial:${address}`, JSON.stringify(gone));
      registry.clearLog();
      const late = readInFive();
      await clock.wait(5000, never);
      assert.equal(sent(), 0);
      moved = 31_000;
      assert.deepEqual(new Set((await Promise.all(late)).map(({ kind }) => kind)), new Set(["ok"]));
    });
  });

  it("that were rejected late leave alone what somebody signed in with meanwhile", async () => {
    await accounts.signIn(address, reviewer, never);
    const other = startExtension();
    await other.accounts.ready();
    await accounts.signIn(address, reviewer, never);
    registry.faults.use(failing(401), { times: 1 });
    await clientIn(other.registries, address).userMe({ signal: never });
    assert.equal(stateIn(other).kind, "rejected");
    await other.accounts.followStore(address);
    assert.equal(stateIn(other).kind, "signedIn");
    const next = startExtension();
    await next.accounts.ready();
    assert.equal(stateIn(next).kind, "signedIn");
  });
});
