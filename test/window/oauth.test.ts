import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReferenceRegistry } from "../support/referenceRegistry";
import { startReferenceRegistry } from "../support/referenceRegistry";
import { dataFolder, openWindow } from "./openWindow";
import { showRegistry } from "./signIn";

const settingsFile = join(dataFolder, "data/Machine/settings.json");

describe("a person whose organisation has a sign-in page of its own", () => {
  const window = openWindow();
  let office: ReferenceRegistry;
  let settings: string;

  const notification = (text: string | RegExp) =>
    window.workbench.notifications.filter({ hasText: text }).first();

  before(async () => {
    settings = readFileSync(settingsFile, "utf8");
    office = await startReferenceRegistry({ oauth: {} });
    await showRegistry(window.workbench);
    const { workbench } = window;
    await workbench.runCommand("Registry: Add Registry");
    await workbench.answer(office.url, "The registry's address");
    await workbench.answer("Office", "What do you call it?");
    await workbench.page.getByRole("treeitem", { name: /^Registry Office/ }).waitFor();
  });

  after(async () => {
    writeFileSync(settingsFile, settings);
    await office.stop();
  });

  const signIn = async () => {
    const { workbench } = window;
    await workbench.runCommand("Registry: Sign In");
    await workbench.choose("Office");
    await workbench.choose("Sign in with your browser");
  };

  it("is told both hosts first, and nothing is sent there without a yes", async () => {
    const { page } = window.workbench;
    await signIn();
    const [registry, issuer] = [office.url, office.issuer].map((address) => new URL(address).host);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${registry} says that you sign in at ${issuer}.`).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("signs in on that page, with the code that VS Code shows, and reads what needs it", async () => {
    const { page } = window.workbench;
    await signIn();
    await page.getByRole("dialog").getByRole("button", { name: "Sign In There" }).click();
    const shown = notification("Enter the code");
    await shown.waitFor();
    const [code] = /[A-Z]{4}-[A-Z]{4}/.exec((await shown.textContent()) ?? "") ?? [];
    assert.ok(code);
    const context = await page.context().browser()?.newContext({ ignoreHTTPSErrors: true });
    assert.ok(context);
    const browser = await context.newPage();
    await browser.goto(`${office.issuer}/device`);
    await browser.getByPlaceholder("Enter code").fill(code);
    await browser.getByRole("button", { name: "Continue" }).click();
    await browser.getByText(code).waitFor();
    await browser.getByRole("button", { name: "Continue" }).click();
    await browser.getByRole("button", { name: "Sign in as reviewer" }).click();
    await browser.getByText("You can close this window.").waitFor();
    await context.close();
    await notification(/Signed in to Office as/).waitFor();
    const sent = office.requests.map(({ headers }) => headers.authorization ?? "");
    assert.match(sent.find((header) => header !== "") ?? "", /^Bearer /);
  });
});
