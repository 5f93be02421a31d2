import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type UseHere, AccountKeeping, type Machine } from "@analyses/client/registries/storedSignIns";
import type { RemovedRegistriesOptions } from "@analyses/client/registries/removedRegistries";
import { each } from "../../support/each";
import { eventually } from "../../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { addressOf } from "../../support/httpsHost";
import { SecretsInMemory } from "../../support/secretsInMemory";
import { MemoryMemento } from "../support/memoryMemento";
import { replacing } from "../support/reader";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

const pin = { kind: "group", id: "3", name: "A group", link: "" } as const;

const over = () => Promise.resolve();
const endless = () => new Promise<void>(() => undefined);

function remoteMachine(): Machine {
  let identity: string | undefined;
  return {
    kind: "remote",
    name: "dev-container box",
    identity: {
      read: () => Promise.resolve(identity),
      write: (text) => Promise.resolve(void (identity = text)),
    },
  };
}

/** Tests several windows of a user: all share the secret store, those of one profile also the extension's state. */
describe("a stored sign-in and pins", () => {
  const configure = keepRegistrySettings();
  const writeSetting = (value: unknown) =>
    vscode.workspace
      .getConfiguration("analysesRegistry")
      .update("registries", value, vscode.ConfigurationTarget.Global);
  let registry: ReferenceRegistry;
  let secrets: SecretsInMemory;
  let memento: MemoryMemento;
  let open: TreeSetting[];

  beforeEach(async () => {
    registry = await startReferenceRegistry();
    secrets = new SecretsInMemory();
    memento = new MemoryMemento();
    open = [];
    await configure([{ name: "Office", url: registry.url }]);
  });
  afterEach(async () => {
    closeWindows();
    await registry.stop();
  });

  function openWindow(
    removal: Partial<RemovedRegistriesOptions> = {},
    machine: Machine = { kind: "local" },
  ): TreeSetting {
    const window = new TreeSetting({
      secrets,
      memento,
      machine,
      removal: { isInUse: () => true, ...removal },
    });
    open.push(window);
    return window;
  }

  function closeWindows(): void {
    for (const window of open.splice(0)) window.dispose();
  }

  async function openSignedIn(removal: Partial<RemovedRegistriesOptions> = {}): Promise<TreeSetting> {
    const window = openWindow(removal);
    await window.signIn();
    await window.registry.pins.add(pin);
    return window;
  }

  const assertKept = () => {
    assert.deepEqual([...secrets.kept.keys()], [`analysesRegistry.account:${registry.url}`]);
    assert.deepEqual(memento.get(`pins:${registry.url}`), [pin]);
  };

  const otherSettings: readonly (readonly [string, unknown])[] = [
    ["no registry", []],
    ["a setting that cannot be read", "nonsense"],
  ];
  for (const [what, value] of otherSettings) {
    it(`are there after a window has started with ${what} in its settings`, async () => {
      await openSignedIn();
      closeWindows();
      await writeSetting(value);
      const other = openWindow();
      await other.accounts.ready();
      await other.rows();
      assertKept();
      assert.deepEqual(await other.removedRegistries.kept(), [registry.url], "what is kept can be seen");
      closeWindows();
      await configure([{ name: "Office", url: registry.url }]);
      const again = openWindow();
      await again.accounts.ready();
      assert.equal(again.registry.store.account.kind, "signedIn");
      assert.ok(again.registry.pins.has(pin));
    });
  }

  it("go when the user takes the registry out of the settings, after a while and unless kept", async () => {
    const asked: string[] = [];
    const ask = (name: string) => {
      asked.push(name);
      return Promise.resolve(undefined);
    };
    await openSignedIn({ grace: over, ask });
    await writeSetting([]);
    await eventually(() => assert.equal(secrets.kept.size, 0));
    await eventually(() => assert.ok(!memento.keys().includes(`pins:${registry.url}`)));
    assert.deepEqual(asked, ["Office"]);
  });

  it("stay when the user keeps them, and the registry comes back when that is undone", async () => {
    const window = await openSignedIn({ grace: endless, ask: () => Promise.resolve("keep") });
    await writeSetting([]);
    await eventually(() => assert.equal(window.registries.all.length, 0));
    closeWindows();
    assertKept();
    await configure([{ name: "Office", url: registry.url }]);

    const other = openWindow({ grace: endless, ask: () => Promise.resolve("undo") });
    await writeSetting([]);
    await eventually(() => each(other.registries.all, ({ name }) => name, ["Office"]));
    await other.accounts.ready();
    assert.equal(other.registry.store.account.kind, "signedIn");
    assertKept();
  });

  it("stay, without a question, when the settings break", async () => {
    const asked: string[] = [];
    const ask = (name: string) => Promise.resolve(void asked.push(name));
    const window = await openSignedIn({ grace: over, ask });
    await writeSetting([{ name: "Office", url: "http://localhost" }]);
    await eventually(() => assert.equal(window.registries.refused.length, 1));
    await writeSetting("nonsense");
    await eventually(() => assert.equal(window.registries.refused.length, 0));
    assertKept();
    assert.deepEqual(asked, []);
  });

  it("stay, without a question, when a registry leaves other settings than those of the sign-in", async () => {
    await openSignedIn();
    closeWindows();
    const asked: string[] = [];
    const ask = (name: string) => Promise.resolve(void asked.push(name));
    const remote = openWindow({ grace: over, ask }, remoteMachine());
    await remote.place.allow(remote.registry.client.address);
    secrets.reads = 0;
    await writeSetting([]);
    await eventually(() => assert.deepEqual([remote.registries.all.length, secrets.reads], [0, 1]));
    assert.deepEqual(asked, []);
    assertKept();
  });

  it("is read on a remote machine only after a yes for that registry and that machine", async () => {
    await openSignedIn();
    closeWindows();
    secrets.reads = secrets.writes = 0;
    const asked: UseHere[] = [];
    let answer = false;
    const ask = (question: UseHere) => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    const openRemote = (machine: Machine) => {
      const window = openWindow({}, machine);
      const { accounts, registries, place } = window;
      const keeping = new AccountKeeping(
        accounts,
        registries,
        new vscode.EventEmitter<never>().event,
        place,
        ask,
      );
      return { window, keeping, registry: window.registry };
    };

    const machine = remoteMachine();
    const remote = openRemote(machine);
    await remote.window.open("People");
    assert.deepEqual(asked, [], "a row asks nobody");
    await remote.keeping.ready();
    const { host } = new URL(registry.url);
    await eventually(() => assert.deepEqual(asked, [{ name: "Office", host, machine: "dev-container box" }]));
    await remote.keeping.ready();
    assert.equal(asked.length, 1, "once in a session");
    assert.deepEqual([remote.registry.store.account.kind, secrets.reads], ["signedOut", 0]);

    answer = true;
    const again = openRemote(machine);
    await again.keeping.ready();
    await eventually(() =>
      assert.deepEqual([again.registry.store.account.kind, secrets.reads], ["signedIn", 1]),
    );

    const later = openRemote(machine);
    await later.keeping.ready();
    assert.deepEqual(
      [later.registry.store.account.kind, asked.length],
      ["signedIn", 2],
      "the yes is remembered",
    );

    answer = false;
    const other = openRemote(remoteMachine());
    await other.keeping.ready();
    await eventually(() => assert.equal(asked.length, 3, "another machine of the same name is asked about"));
    assert.equal(other.registry.store.account.kind, "signedOut");
    await other.window.signIn();
    assert.equal(other.registry.store.account.kind, "signedIn", "signing in there is a yes");
    assert.ok(await other.window.place.mayUse(other.registry.client.address));
  });

  it("is confirmed on a remote machine by name, host and machine, and used after Use Sign-In alone", async () => {
    await openSignedIn();
    closeWindows();
    await configure([{ name: "[Office](command:evil)", url: registry.url }]);
    const machine = remoteMachine();
    for (const [answer, state] of [
      ["Not Here", "signedOut"],
      [undefined, "signedOut"],
      ["Use Sign-In", "signedIn"],
    ] as const) {
      const shown: string[] = [];
      let offered: readonly string[] = [];
      const showWarningMessage = (message: string, ...items: readonly string[]) => {
        shown.push(message);
        offered = items;
        return Promise.resolve(answer);
      };
      const { accounts, registries, place, registry: office } = openWindow({}, machine);
      const { event } = new vscode.EventEmitter<never>();
      const keeping = new AccountKeeping(accounts, registries, event, place);
      await replacing({ showWarningMessage }, async () => {
        await keeping.ready();
        await eventually(() => assert.equal(shown.length, 1));
        await eventually(() => assert.equal(office.store.account.kind, state));
      });
      keeping.dispose();
      const [question = ""] = shown;
      for (const part of [
        "[Office] (command:evil)",
        new URL(registry.url).host,
        machine.kind === "remote" ? machine.name : "",
      ]) {
        assert.ok(part !== "" && question.includes(part), `${part} in: ${question}`);
      }
      assert.deepEqual(offered, ["Use Sign-In", "Not Here"]);
    }
  });

  it("deletes every consent for it when it is deleted, for all machines", async () => {
    const other = addressOf("https://other.example");
    const machines = [remoteMachine(), remoteMachine()];
    const allow = async () => {
      for (const machine of machines) {
        const { place, registry } = openWindow({}, machine);
        await place.allow(registry.client.address);
        await place.allow(other);
      }
    };
    const notes = () => memento.keys().filter((key) => key.startsWith("useOn:"));
    const window = await openSignedIn();
    const { address } = window.registry.client;
    for (const end of [
      () => window.accounts.signOut(address),
      () => window.removedRegistries.forget(address),
    ]) {
      await allow();
      assert.equal(notes().length, 4);
      await end();
      assert.deepEqual([notes().length, notes().every((key) => key.endsWith(other))], [2, true]);
    }
  });
});
