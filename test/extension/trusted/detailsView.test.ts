import assert from "node:assert/strict";
import * as vscode from "vscode";
import { markup, Panel } from "@analyses/client/webview/panel";
import { DetailsView } from "@analyses/client/details/detailsView";
import { failing } from "../../support/registryFaults";
import type { GroupType } from "@analyses/schemas/generated/registry";
import { eventually } from "../../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { closeAllEditors, extensionUri, pageTitles } from "../support/documents";
import { isFailure } from "../support/failureRows";
import { silentValidator, keepRegistrySettings, TreeSetting } from "../support/registryTree";

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

  before(async () => {
    [registry, other] = await Promise.all([startReferenceRegistry(), startReferenceRegistry()]);
    await configure(both());
    setting = new TreeSetting();
    details = new DetailsView(setting.registries, extensionUri(), silentValidator);
    setting.tree.onDidReadLevel((row) => void details.renew(row));
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
    await eventually(() => assert.deepEqual(pageTitles(), [name]));
    return groupType;
  }

  it("shows what the tree has read anew of its record, without a request of its own", async () => {
    const groupType = await openGroupType();
    const rows = await setting.open("Test registry", "Group types");
    const own = rows.find((row) => row.kind === "groupType" && row.subject?.id === groupType.groupTypeId);
    assert.ok(own);
    const name = `${groupType.name} of today`;
    registry.content.groupTypes.put({ ...groupType, name });
    registry.clearLog();
    setting.tree.refresh(own);
    await eventually(() => assert.deepEqual(pageTitles(), [name]));
    assert.equal(registry.requests.length, 1);

    const takeAway = registry.faults.use(failing(500));
    setting.tree.refresh(own);
    await eventually(async () => assert.ok(isFailure((await setting.rows(own))[0])));
    assert.deepEqual(pageTitles(), [name]);
    takeAway();
    registry.content.groupTypes.put(groupType);
    setting.tree.refresh(own);
    await eventually(() => assert.deepEqual(pageTitles(), [groupType.name]));
  });

  it("has no person's name in its title once the account is gone that read it, nor after going back", async () => {
    await setting.signIn();
    const [person] = registry.content.people.values();
    assert.ok(person);
    const { personId: id, firstName, lastName } = person;
    await details.open(setting.registry, { kind: "person", id, name: `${firstName} ${lastName}` });
    await eventually(() => assert.match(pageTitles()[0] ?? "", new RegExp(lastName)));
    await setting.accounts.signOut(setting.registry.client.address);
    await eventually(() => assert.deepEqual(pageTitles(), [id]));
    await setting.signIn();
    await eventually(() => assert.match(pageTitles()[0] ?? "", new RegExp(lastName)));
    await setting.accounts.signOut(setting.registry.client.address);
  });

  it("closes when its registry is taken out of the settings, and not when another one is", async () => {
    await openGroupType();
    await configure(both().slice(0, 1));
    await eventually(() => assert.equal(setting.registries.all.length, 1));
    assert.equal(pageTitles().length, 1);
    await configure([]);
    await eventually(() => assert.deepEqual(pageTitles(), []));
  });
});

describe("a panel with a webview", () => {
  const page = { title: "Page", body: markup`<p>${"<b>"}</p>` };
  let panel: Panel<never, { readonly said: string }>;

  beforeEach(() => {
    panel = new Panel({
      extensionUri: extensionUri(),
      name: "details",
      title: "Test",
      read: () => undefined,
      onMessage: () => undefined,
      onDidClose: () => undefined,
    });
  });
  afterEach(async () => {
    panel.dispose();
    await closeAllEditors();
  });

  it("goes on in the tab that VS Code has kept over a reload", async () => {
    const kept = vscode.window.createWebviewPanel(
      "analysesRegistry.details",
      "Kept",
      vscode.ViewColumn.Active,
    );
    panel.adopt(kept);
    await panel.show("Restored", page);
    await eventually(() => assert.deepEqual(pageTitles(), ["Restored"]));
    assert.match(kept.webview.html, /<p>&lt;b&gt;<\/p>/);
    assert.deepEqual(kept.webview.options.localResourceRoots, []);
  });
});
