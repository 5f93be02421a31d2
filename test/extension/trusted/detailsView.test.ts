import assert from "node:assert/strict";
import * as vscode from "vscode";
import { DetailsView } from "../../../client/src/details/detailsView";
import { failing } from "../../../registry/src/faults/failing";
import type { GroupType } from "../../../schemas/generated/registry";
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

  async function openGroupType(): Promise<GroupType> {
    const [groupType] = registry.content.groupTypes.values();
    assert.ok(groupType);
    const { groupTypeId: id, name } = groupType;
    await details.open(setting.registry, { kind: "groupType", id, name: "" });
    await eventually(() => assert.deepEqual(titles(), [name]));
    return groupType;
  }

  it("shows what the registry says now when all or the record's own row is refreshed", async () => {
    const groupType = await openGroupType();
    const rows = await setting.open("Test registry", "Group types");
    const own = rows.find(
      (row) => row.kind === "groupType" && row.groupType.groupTypeId === groupType.groupTypeId,
    );
    assert.ok(own);
    for (const target of [undefined, own]) {
      const name = `${groupType.name} as of ${target === undefined ? "today" : "now"}`;
      registry.content.groupTypes.put({ ...groupType, name });
      await details.refresh(target);
      await eventually(() => assert.deepEqual(titles(), [name]));
    }
    registry.content.groupTypes.put(groupType);
    await details.refresh(undefined);
    await eventually(() => assert.deepEqual(titles(), [groupType.name]));
  });

  it("is not read anew for another row, and stays as it is when that cannot be done", async () => {
    const { groupTypeId, name } = await openGroupType();
    const rows = await setting.open("Test registry", "Group types");
    const other = rows.find((row) => row.kind === "groupType" && row.groupType.groupTypeId !== groupTypeId);
    assert.ok(other);
    registry.clearLog();
    await details.refresh(other);
    assert.deepEqual(registry.requests, []);
    const takeAway = registry.faults.use(failing(500));
    await details.refresh(undefined);
    assert.equal(registry.requests.length, 1);
    assert.deepEqual(titles(), [name]);
    takeAway();
  });

  it("closes when its registry is taken out of the settings, and not when another one is", async () => {
    await openGroupType();
    await configure(both().slice(0, 1));
    await eventually(() => assert.equal(setting.registries.all.length, 1));
    assert.equal(titles().length, 1);
    await configure([]);
    await eventually(() => assert.deepEqual(titles(), []));
  });
});
