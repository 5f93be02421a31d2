import assert from "node:assert/strict";
import * as vscode from "vscode";
import { DetailsView } from "../../../client/src/details/detailsView";
import { eventually } from "../../support/eventually";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

describe("the view of details", () => {
  const configure = keepRegistrySettings();
  let registry: ReferenceRegistry;
  let other: ReferenceRegistry;
  let setting: TreeSetting;
  let details: DetailsView;

  const both = () => [
    { name: "Test registry", url: registry.url },
    { name: "Other registry", url: other.url },
  ];
  /** The titles of the tabs that show details. */
  const titles = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview)
      .map(({ label }) => label);

  before(async () => {
    [registry, other] = await Promise.all([startReferenceRegistry(), startReferenceRegistry()]);
    await configure(both());
    setting = new TreeSetting();
    details = new DetailsView(setting.registries);
  });
  after(async () => {
    details.dispose();
    setting.dispose();
    await Promise.all([registry.stop(), other.stop()]);
  });

  it("closes when its registry is taken out of the settings, and not when another one is", async () => {
    const [groupType] = registry.content.groupTypes.values();
    assert.ok(groupType);
    const { groupTypeId: id, name } = groupType;
    await details.open(setting.registry, { kind: "groupType", id, name: "" });
    await eventually(() => assert.deepEqual(titles(), [name]));
    await configure(both().slice(0, 1));
    await eventually(() => assert.equal(setting.registries.all.length, 1));
    assert.deepEqual(titles(), [name]);
    await configure([]);
    await eventually(() => assert.deepEqual(titles(), []));
  });
});
