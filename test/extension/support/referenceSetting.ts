import assert from "node:assert/strict";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { closeAllEditors } from "./documents";
import { keepRegistrySettings, TreeSetting } from "./registryTree";

/** A registry that documents reference, and the extension's state for it. */
export class ReferenceSetting {
  readonly tree = new TreeSetting();
  readonly addresses = new PublicAddresses(this.tree.registries, this.tree.memento);

  constructor(readonly registry: ReferenceRegistry) {}

  /** References to the registry's groups, as documents contain them. */
  get groups() {
    return [...this.registry.content.groups.values()].map(({ groupId, name }) => ({
      groupId,
      name,
      link: this.linkTo(groupId),
    }));
  }

  linkTo(groupId: string): string {
    return `${this.registry.url}/rest/groups/${groupId}`;
  }

  async end(): Promise<void> {
    this.addresses.dispose();
    this.tree.dispose();
    await this.registry.stop();
  }
}

/** Starts a registry for each test of a `describe`, and closes it and all editors afterwards. */
export function useReferenceSetting(): () => ReferenceSetting {
  const configure = keepRegistrySettings();
  let setting: ReferenceSetting | undefined;
  beforeEach(async () => {
    const registry = await startReferenceRegistry();
    await configure([{ name: "Test registry", url: registry.url }]);
    setting = new ReferenceSetting(registry);
  });
  afterEach(async () => {
    await closeAllEditors();
    await setting?.end();
    setting = undefined;
  });
  return () => {
    assert.ok(setting, "there is a registry during tests only");
    return setting;
  };
}
