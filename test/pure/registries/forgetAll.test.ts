import assert from "node:assert/strict";
import { forgetAll, Pins } from "@analyses/client/registries/pins";
import { Accounts, StoredAccounts } from "@analyses/client/registryClient/accounts";
import { userId } from "@analyses/client/registryClient/records";
import { RegistryStore } from "@analyses/client/registryClient/registryStore";
import { MemoryMemento } from "../../extension/support/memoryMemento";
import { registryForSuite } from "../../support/referenceRegistry";
import { addressOf } from "../../support/httpsHost";
import { systemClock } from "@analyses/client/registryClient/transport";
import { transportTrusting } from "../../support/requests";
import { SecretsInMemory } from "../../support/secretsInMemory";
import { placeOf, registriesTrusting, reviewer } from "../registry-client/support/clients";

const elsewhere = addressOf("https://test.registry.example");
const account = { userId: userId("1"), userName: "reviewer", name: "R. Viewer", scheme: "basic" } as const;

describe("forgetting everything", () => {
  const registry = registryForSuite();

  it("leaves no sign-in, no pin and no note, of whichever registry, and the rows follow", async () => {
    const configured = addressOf(registry.url);
    const secrets = new SecretsInMemory();
    const stored = new StoredAccounts(secrets, {
      transport: transportTrusting(registry.caFile),
      clock: systemClock,
    });
    for (const address of [configured, elsewhere])
      await stored.write(address, { account, credential: reviewer, home: "profile local" });
    const clients = registriesTrusting(registry.caFile, { loadSignIn: (each) => stored.read(each) });
    clients.configure([configured]);
    const accounts = new Accounts(clients, stored, placeOf());
    await accounts.ready();
    const [memory, ofWorkspace] = [new MemoryMemento(), new MemoryMemento()];
    let rowsFollowed = 0;
    const pins = new Pins(
      configured,
      memory,
      () => account.userId,
      new RegistryStore(),
      () => {
        rowsFollowed += 1;
      },
    );
    await pins.add({ kind: "person", id: "1", name: "Å. Ødegård", link: "" });
    await memory.update(`signInAt:${elsewhere}`, { issuer: "https://login.example" });
    await memory.update("exchange.answers study\tevents", "{}");
    await ofWorkspace.update("documentsOfferedToFormat", ["file:///a.analyses.json"]);
    const [client] = clients.all;
    assert.ok(client !== undefined && client.store.account.kind === "signedIn");

    await forgetAll(accounts, [{ client, pins }], [memory, ofWorkspace]);
    assert.deepEqual([...secrets.kept.keys(), ...memory.keys(), ...ofWorkspace.keys()], []);
    assert.equal(client.store.account.kind, "signedOut");
    assert.equal(rowsFollowed, 2);
  });
});
