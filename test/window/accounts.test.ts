import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failing } from "../../registry/src/faults/failing";
import { eventually } from "../support/eventually";
import type { ReferenceRegistry } from "../support/referenceRegistry";
import { startReferenceRegistry } from "../support/referenceRegistry";
import { openWorkbench } from "../../scripts/vscode-host/browser.mjs";
import { dataFolder, openWindow, registry } from "./openWindow";
import { answerSignIn, showRegistry } from "./signIn";

const settingsFile = join(dataFolder, "data/Machine/settings.json");

describe("a person with an account at a second registry", () => {
  const window = openWindow();
  let office: ReferenceRegistry;
  let settings: string;

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();
  const notification = (text: string) => window.workbench.notifications.filter({ hasText: text });
  const openAccounts = () => window.workbench.page.getByRole("button", { name: "Accounts" }).first().click();

  before(async () => {
    settings = readFileSync(settingsFile, "utf8");
    office = await startReferenceRegistry();
    await showRegistry(window.workbench);
    await row(/^Group types/).waitFor();
  });

  after(async () => {
    writeFileSync(settingsFile, settings);
    await office.stop();
  });

  it("adds it by its address, and is told at once when the address is none that may be asked", async () => {
    const { workbench } = window;
    await workbench.runCommand("Registry: Add Registry");
    await workbench.page.getByText("The registry's address (Press").waitFor();
    await workbench.quickInputBox.fill(office.url.replace("https:", "http:"));
    await workbench.quickInput.getByText("The address must start with https://").waitFor();
    await workbench.quickInputBox.fill(`${registry}/`);
    await workbench.quickInput.getByText("This registry is there already: Reference registry.").waitFor();
    await workbench.answer(office.url);
    await workbench.page.getByText("What do you call it? (Press").waitFor();
    await workbench.answer("Office");
    await row(/^Registry Reference registry/).waitFor();
    await row(/^Registry Office/).waitFor();
    assert.equal(office.connections, 0, "nothing is asked before somebody looks");
  });

  it("need not type the user name again after a wrong password", async () => {
    const { workbench } = window;
    await row(/^Registry Reference registry/).click();
    await row(/^Sign in,/).click();
    await answerSignIn(workbench, "reviewer", "wrong-password");
    const refusal = notification("Office did not accept this sign-in. Nothing was kept.");
    await refusal.getByRole("button", { name: "Try Again" }).click();
    await workbench.choose("User name and password");
    await workbench.page.getByText("User name (Press").waitFor();
    assert.equal(await workbench.quickInputBox.inputValue(), "reviewer");
    await workbench.page.keyboard.press("Escape");
    await row(/^Registry Reference registry/).click();
  });

  it("signs in there, and is signed out at the first registry still", async () => {
    const { workbench } = window;
    await row(/^Registry Reference registry/).click();
    await row(/^Sign in,/).click();
    await answerSignIn(workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).waitFor();
    await row(/^Registry Reference registry/).click();
    await row(/^Sign in,/).waitFor();
    await row(/^Registry Reference registry/).click();
  });

  it("is told once when the registry no longer accepts the sign-in, and signs in again from there", async () => {
    const { workbench } = window;
    const end = office.faults.use(failing(401), { target: /^\/rest\/(people|users|groups\/.)/ });
    await row(/^Me, /).click();
    await notification("Office no longer accepts your sign-in").waitFor();
    await row(/^Sign in again/).waitFor();
    office.clearLog();
    await row(/^Group types/).click();
    await row(/^Centre\b/).waitFor();
    assert.ok(
      office.requests.every(({ headers }) => headers.authorization === undefined),
      "the refused credential is sent no more",
    );
    assert.equal(await notification("no longer accepts your sign-in").count(), 1);
    await row(/^Group types/).click();
    end();
    await notification("Office no longer accepts").getByRole("button", { name: "Sign In" }).click();
    await answerSignIn(workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).waitFor();
  });

  it("signs out in VS Code's Accounts menu", async () => {
    const { page } = window.workbench;
    await openAccounts();
    await page.getByText("Eleanor Carrow at Office").first().hover();
    await page.getByRole("menuitem", { name: "Sign Out" }).hover();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Sign Out" }).click();
    await row(/^Sign in,/).waitFor();
  });

  it("is told after a restart that the sign-in is gone where VS Code keeps secrets only for the session", async () => {
    const { workbench } = window;
    // VS Code stores what an extension remembers a moment later, and a window that ends at once may lose it.
    await eventually(async () => {
      await workbench.page
        .getByRole("treeitem", { name: /^Sign in,/ })
        .last()
        .click();
      await answerSignIn(workbench, "reviewer", "reviewer-password");
      await row(/^Me, Eleanor Carrow/).waitFor();
      await openWorkbench(workbench.page, workbench.page.url());
      await showRegistry(workbench);
      await row(/^Registry Office/).waitFor();
      await notification(
        "You are no longer signed in to Office: VS Code keeps secrets only for the session",
      ).waitFor({ timeout: 10_000 });
    }, 50_000);
    await row(/^Registry Office/).waitFor();
  });
});
