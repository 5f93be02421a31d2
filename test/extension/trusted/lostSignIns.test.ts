import assert from "node:assert/strict";
import { noticeLostSignIns } from "../../../client/src/accounts/sessionOnlyNotice";
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

  const remembered = () => memory.get("registriesSignedIn");

  it("is not missed where the registry was taken out of the settings, also when it is added again", async () => {
    await setting.signIn();
    await memory.update("registriesSignedIn", ["https://gone.example", registry.url]);
    const notice = noticeLostSignIns(setting.registries, memory, Promise.resolve());
    await eventually(() => assert.deepEqual(remembered(), [registry.url]));
    notice.dispose();
  });

  it("is remembered from the sign-in to the sign-out, without the credential", async () => {
    const notice = noticeLostSignIns(setting.registries, memory, Promise.resolve());
    await setting.signIn();
    assert.deepEqual(remembered(), [registry.url]);
    assert.deepEqual(memory.keys(), ["registriesSignedIn"]);
    await setting.accounts.signOut(setting.registry.client.address);
    assert.deepEqual(remembered(), []);
    notice.dispose();
  });
});
