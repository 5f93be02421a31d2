import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { knownClient } from "../../registry/src/authorizationServer";
import { eventually } from "../support/eventually";
import type { ReferenceRegistry } from "../support/referenceRegistry";
import { startReferenceRegistry } from "../support/referenceRegistry";
import { dataFolder, openWindow, trustFlag } from "./openWindow";
import { showRegistry } from "./signIn";

const settingsFile = join(dataFolder, "data/Machine/settings.json");

describe("a person whose organisation has a sign-in page of its own", () => {
  let office: ReferenceRegistry;
  const asked: string[] = [];
  before(async () => {
    const intercept = ({ method, target }: { method: string; target: string }) => {
      asked.push(`${method} ${target}`);
      return undefined;
    };
    office = await startReferenceRegistry({ oauth: { intercept } });
  });
  const window = openWindow("en", () => [trustFlag(office.ca)]);
  let settings: string;

  const notification = (text: string | RegExp) =>
    window.workbench.notifications.filter({ hasText: text }).first();

  before(async () => {
    settings = readFileSync(settingsFile, "utf8");
    await showRegistry(window.workbench);
    const { workbench } = window;
    const question = workbench.quickInput.getByText("The registry's address").first();
    await workbench.openQuickInput("Registry: Add Registry", question);
    await workbench.answer(office.url);
    await workbench.answer("Office", "What do you call it?");
    await workbench.page.getByRole("treeitem", { name: /^Registry Office/ }).waitFor();
  });

  after(async () => {
    writeFileSync(settingsFile, settings);
    await office.stop();
  });

  const startSignIn = async (name = "Office") => {
    const { workbench } = window;
    await workbench.chooseFrom("Registry: Sign In", name);
    await workbench.choose("Sign in with your browser");
  };
  const sayYes = () =>
    window.workbench.page.getByRole("dialog").getByRole("button", { name: "Sign In There" }).click();
  /** VS Code in a browser leads what it opens on localhost, where no organisation's page is, through a proxy. */
  const asWritten = (address: string) => {
    const [, query = "", redirect = "", rest = ""] =
      /\?(.*&redirect_uri=)(.*)(&scope=.*)/.exec(address) ?? [];
    const original = decodeURIComponent(redirect).replace("%3F", "?");
    return `${office.issuer}/auth?${query}${encodeURIComponent(original)}${rest}`;
  };
  const isSignedIn = async () => {
    await notification(/Signed in to (Office|Bureau) as/).waitFor();
    const sent = office.requests.map(({ headers }) => headers.authorization ?? "");
    assert.match(sent.find((header) => header !== "") ?? "", /^Bearer /);
  };
  const signOut = async () => {
    const { workbench } = window;
    await workbench.runCommand("Notifications: Clear All Notifications");
    asked.length = 0;
    await workbench.runCommand("Registry: Sign Out");
    await eventually(() => assert.deepEqual(asked, ["POST /token/revocation"]));
    office.clearLog();
  };

  it("is told both hosts first, and nothing is sent there without a yes", async () => {
    const { page } = window.workbench;
    await startSignIn();
    const [registry, issuer] = [office.url, office.issuer].map((address) => new URL(address).host);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${registry} says that you sign in at ${issuer}.`).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.deepEqual(asked, []);
  });

  it("signs in on that page, from which the browser comes back to VS Code, and reads what needs it", async () => {
    await startSignIn();
    const opened = window.workbench.page.context().waitForEvent("page");
    await sayYes();
    const browser = await opened;
    await browser.goto(asWritten(browser.url()));
    await browser.getByText("Who are you?").waitFor();
    await browser.getByRole("button", { name: "Sign in as reviewer" }).click();
    await browser.getByText("You can close this page now.").waitFor();
    assert.match(browser.url(), /\/callback\?vscode-reqid=/);
    await browser.close();
    await isSignedIn();
    assert.equal(asked.filter((each) => each === "POST /token").length, 1);
    await signOut();
  });

  it("signs in with the code that VS Code shows, where the address of the window cannot be registered", async () => {
    const { page } = window.workbench;
    const own = JSON.parse(readFileSync(settingsFile, "utf8")) as {
      "analysesRegistry.registries": { name: string; oauth?: unknown }[];
    };
    for (const each of own["analysesRegistry.registries"]) {
      if (each.name !== "Office") continue;
      each.name = "Bureau";
      each.oauth = { issuer: office.issuer, clientId: knownClient.client_id };
    }
    writeFileSync(settingsFile, JSON.stringify(own));
    await page.getByRole("treeitem", { name: /^Registry Bureau/ }).waitFor();
    await startSignIn("Bureau");
    const shown = window.workbench.quickInput.getByText("Enter the code").first();
    await shown.waitFor();
    const [code] = /[A-Z]{4}-[A-Z]{4}/.exec((await shown.textContent()) ?? "") ?? [];
    assert.ok(code);
    const context = await page.context().browser()?.newContext();
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
    await isSignedIn();
    await shown.waitFor({ state: "hidden" });
  });
});
