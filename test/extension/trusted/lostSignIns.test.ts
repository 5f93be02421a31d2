import assert from "node:assert/strict";
import { noticeLostSignIns } from "@analyses/client/registries/storedSignIns";
import { eventually } from "../../support/eventually";
import { registryForSuite } from "../../support/referenceRegistry";
import { MemoryMemento } from "../support/memoryMemento";
import { keepRegistrySettings, TreeSetting, registryInSettings } from "../support/registryTree";
import { replacing } from "../support/reader";

/** Tests the stored record of sign-ins, by registry address. */
describe("a sign-in that is gone at the next start", () => {
  const { registry, setting } = registryInSettings();
  let memory: MemoryMemento;
  beforeEach(() => (memory = new MemoryMemento()));

  const keyOf = (url: string) => `signedIn:${url}`;

  it("is forgotten once it was reported, and that of a registry of other windows' settings is not", async () => {
    await memory.update(keyOf("https://elsewhere.example"), true);
    await memory.update(keyOf(registry.url), true);
    const notice = noticeLostSignIns(setting.registries, memory, Promise.resolve(), setting.place);
    await eventually(() => assert.deepEqual(memory.keys(), [keyOf("https://elsewhere.example")]));
    notice.dispose();
  });

  it("is remembered from the sign-in to the sign-out, without the credential", async () => {
    const notice = noticeLostSignIns(setting.registries, memory, Promise.resolve(), setting.place);
    await setting.signIn();
    assert.deepEqual(memory.keys(), [keyOf(registry.url)]);
    assert.equal(memory.get(keyOf(registry.url)), true);
    await setting.accounts.signOut(setting.registry.client.address);
    assert.deepEqual(memory.keys(), []);
    notice.dispose();
  });
});

describe("a sign-in and pins of a registry that left the settings", () => {
  const configure = keepRegistrySettings();
  const pin = { kind: "group", id: "3", name: "A group", link: "" } as const;
  const registry = registryForSuite();
  let window: TreeSetting;

  afterEach(() => window.dispose());

  const sentences = {
    pinned: ["Your sign-in and what you pinned of it are", "your sign-in to $ and what you pinned of it are"],
    alone: ["Your sign-in is", "your sign-in to $ is"],
  } as const;
  for (const [what, choice] of [
    ["pinned", "Keep Sign-In and Pins"],
    ["alone", "Keep Sign-In"],
    ["alone", "Undo"],
  ] as const) {
    it(`are named if there are any (${what}), and “${choice}” has an effect after the minute`, async () => {
      const shown: { readonly said: readonly string[]; readonly answer: (choice: string) => void }[] = [];
      const showInformationMessage = (...said: readonly string[]) =>
        new Promise((resolve) => shown.push({ said, answer: resolve }));
      const [before, after] = sentences[what];
      const place = `Office (${new URL(registry.url).host})`;
      await replacing({ showInformationMessage }, async () => {
        await configure([{ name: "Office", url: registry.url }]);
        window = new TreeSetting({ removal: { isInUse: () => true, grace: () => Promise.resolve() } });
        await window.signIn();
        if (what === "pinned") await window.registry.pins.add(pin);
        await configure([]);
        await eventually(() => assert.equal(shown.length, 1));
        await eventually(() => assert.equal(window.secrets.kept.size, 0));
        assert.deepEqual(shown[0]?.said, [
          `${place} is no longer in your settings. ${before} deleted in a minute.`,
          "Undo",
          what === "pinned" ? "Keep Sign-In and Pins" : "Keep Sign-In",
        ]);
        shown[0].answer(choice);
        await eventually(() => assert.equal(shown.length, 2));
        assert.deepEqual(shown[1]?.said, [`The minute is over: ${after.replace("$", place)} deleted.`]);
        await eventually(() => assert.equal(window.registries.all.length, choice === "Undo" ? 1 : 0));
      });
    });
  }
});
