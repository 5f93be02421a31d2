import assert from "node:assert/strict";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { closeAllEditors } from "./documents";
import { keepRegistrySettings, TreeSetting } from "./registryTree";

/** A registry that documents refer to, and what the extension knows of it. */
export class ReferenceSetting {
  readonly tree = new TreeSetting();
  readonly addresses = new PublicAddresses(this.tree.registries, this.tree.memento);

  constructor(readonly registry: ReferenceRegistry) {}

  /** The registry's groups, as references to them are written. */
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

/** Gives each test of a `describe` a registry of its own, and closes after it what it opened. */
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
