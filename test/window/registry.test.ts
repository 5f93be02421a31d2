import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { openWindow } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

describe("a person with the registry in the sidebar", () => {
  const window = openWindow();

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();

  before(() => showRegistry(window.workbench));

  it("browses group types and groups without signing in", async () => {
    await row(/^Group types/).click();
    await row(/^Centre Branch/).waitFor();
    await row(/^Centre\b(?! Branch)/).click();
    await row(/^Australia Centre/).waitFor();
    await window.screenshot("group types");
    await row(/^Group types/).click();
  });

  it("signs in with a masked password and sees their own account", async () => {
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^reviewer, user account/).waitFor();
    await window.screenshot("signed in");
  });

  it("is named in VS Code's Accounts menu", async () => {
    const { page } = window.workbench;
    await page.getByRole("button", { name: "Accounts" }).first().click();
    await page.getByText("Eleanor Carrow at Reference registry").first().waitFor();
    await window.screenshot("accounts");
    await page.keyboard.press("Escape");
  });

  it("opens a group to its contact person, and its details", async () => {
    const { page } = window.workbench;
    await row(/^Me, /).click();
    await row(/^Groups/).click();
    await row(/^Agia Petra Associate Centre/).click();
    await row(/^Geneviève Anouk Underhill-Roy/).waitFor();
    await row(/^Agia Petra Associate Centre/).hover();
    await row(/^Agia Petra Associate Centre/)
      .getByRole("button", { name: "Show Details" })
      .click();
    const details = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    await details.getByRole("heading", { name: "Agia Petra Associate Centre" }).waitFor();
    await details.getByRole("link", { name: "Geneviève Anouk Underhill-Roy" }).click();
    await details.getByRole("heading", { name: "Geneviève Anouk Underhill-Roy" }).waitFor();
    await details.getByRole("button", { name: /Back/ }).click();
    await details.getByRole("heading", { name: "Agia Petra Associate Centre" }).waitFor();
    await window.screenshot("details");
  });

  it("finds a group by typing and has its row shown", async () => {
    const { workbench } = window;
    await workbench.runCommand("Registry: Search");
    await workbench.quickInputBox.fill("bialobrzezie affil");
    await workbench.quickInputRows.filter({ hasText: "Białobrzezie Affiliate" }).first().click();
    await workbench.page
      .locator("[role=treeitem][aria-selected=true]", { hasText: "Białobrzezie" })
      .waitFor();
  });

  it("inserts a reference to a group at the cursor of a JSON document", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    const lines = readFileSync(join(window.folder, "drug-versus-placebo.analyses.json"), "utf8").split("\n");
    const line = lines.findIndex((text) => /^ {10}"/.test(text));
    assert.notEqual(line, -1, "the sample has an analysis");
    await workbench.goTo(line + 1, 11);
    await workbench.runCommand("Registry: Insert Group Reference");
    await workbench.quickInputBox.fill("Australia Centre");
    await workbench.quickInputRows.filter({ hasText: "Australia Centre" }).first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.editor.getByText("groupId").first().waitFor();
    await window.screenshot("inserted");
    await workbench.page.keyboard.press("Control+S");
    await eventually(() => {
      const text = readFileSync(join(window.folder, "drug-versus-placebo.analyses.json"), "utf8");
      assert.match(
        JSON.stringify(JSON.parse(text)),
        /"group":\{"groupId":"[^"]+","name":"Australia Centre","link":"https:/,
      );
    });
  });
});
