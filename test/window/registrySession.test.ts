import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import type { ReferenceRegistry } from "../support/referenceRegistry";
import { startReferenceRegistry } from "../support/referenceRegistry";
import { dataFolder, openWindow } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

/** Of the sample data: a group and its contact person. */
const group = "/rest/groups/E03871C6C62C93199D0868BA6A69177D";
const contactPerson = "/rest/people/11315";

/** What goes over the wire while somebody who is signed in goes about in the sidebar. */
describe("a person's session with the registry", () => {
  const settingsFile = join(dataFolder, "data/Machine/settings.json");
  const window = openWindow();
  let settingsBefore: string;
  let registry: ReferenceRegistry;

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();
  const details = () =>
    window.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

  /** Waits until the registry was asked for this and nothing else since the last time, and forgets it. */
  async function asked(...expected: readonly string[]): Promise<void> {
    await eventually(() =>
      assert.deepEqual(registry.requests.map(({ target }) => target).sort(), [...expected].sort()),
    );
    registry.clearLog();
  }

  before(async () => {
    settingsBefore = readFileSync(settingsFile, "utf8");
    registry = await startReferenceRegistry();
    const registries = [{ name: "Own registry", url: registry.url }];
    const settings = JSON.parse(settingsBefore) as object;
    writeFileSync(settingsFile, JSON.stringify({ ...settings, "analysesRegistry.registries": registries }));
    await showRegistry(window.workbench);
    await window.workbench.statusBar.getByText("Own registry").waitFor();
  });

  after(async () => {
    writeFileSync(settingsFile, settingsBefore);
    await registry.stop();
  });

  it("asks once how to sign in and once who does, and for their record when that is opened", async () => {
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).waitFor();
    const [first] = registry.requests;
    assert.ok(first !== undefined && !("authorization" in first.headers), "without a credential at first");
    await asked("/rest/users/me", "/rest/users/me");
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^Eleanor Bríd Carrow/).waitFor();
    await asked("/rest/people/me");
  });

  it("asks for each list and record that is opened, once", async () => {
    await row(/^Groups/).click();
    await row(/^Agia Petra Associate Centre/).click();
    await row(/^Geneviève Anouk Underhill-Roy/).click();
    await asked("/rest/groups", group, contactPerson);
  });

  it("asks nothing for details of what the tree has read, nor for the way back", async () => {
    await row(/^Agia Petra Associate Centre/).hover();
    await row(/^Agia Petra Associate Centre/)
      .getByRole("button", { name: "Show Details" })
      .click();
    await details().getByRole("link", { name: "Geneviève Anouk Underhill-Roy" }).click();
    await details().getByRole("heading", { name: "Geneviève Anouk Underhill-Roy" }).waitFor();
    await details().getByRole("button", { name: /Back/ }).click();
    await details().getByRole("heading", { name: "Agia Petra Associate Centre" }).waitFor();
    assert.deepEqual(registry.requests, []);
  });

  it("asks nothing for a search, and for all that is open when it is refreshed", async () => {
    const { workbench } = window;
    const found = workbench.quickInputRows.filter({ hasText: "Australia Centre" }).first();
    await workbench.typeInto("Registry: Search", "australia centre", found);
    await workbench.page.keyboard.press("Escape");
    assert.deepEqual(registry.requests, []);
    await workbench.runCommand("Registry: Refresh");
    await asked("/rest/people/me", "/rest/groups", group, contactPerson);
  });

  it("asks nothing when all is collapsed, and at the end nothing for the sign-out", async () => {
    const { workbench } = window;
    await workbench.runCommand("View: Close All Editors");
    await row(/^Groups/).click();
    await row(/^Me, Eleanor Carrow/).click();
    await workbench.runCommand("Registry: Sign Out");
    await row(/^Sign in,/).waitFor();
    assert.deepEqual(registry.requests, []);
  });
});
