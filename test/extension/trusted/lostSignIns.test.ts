import assert from "node:assert/strict";
import { noticeLostSignIns } from "../../../client/src/registries/storedSignIns";
import { eventually } from "../../support/eventually";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { MemoryMemento } from "../support/memoryMemento";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

/** What was remembered of sign-ins, by the addresses of their registries. */
describe("a sign-in that is gone at the next start", () => {
  const configure = keepRegistrySettings();
  let registry: ReferenceRegistry;
  let setting: TreeSetting;
  let memory: MemoryMemento;

  beforeEach(async () => {
    registry = await startReferenceRegistry();
    await configure([{ name: "Test registry", url: registry.url }]);
    setting = new TreeSetting();
    memory = new MemoryMemento();
  });
  afterEach(async () => {
    setting.dispose();
    await registry.stop();
  });

  const keyOf = (url: string) => `signedIn:${url}`;

  it("is forgotten once it was said, and that of a registry of other windows' settings is not", async () => {
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
