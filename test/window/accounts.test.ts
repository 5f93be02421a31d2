import assert from "node:assert/strict";
import { failing } from "../support/registryFaults";
import { eventually } from "../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../support/referenceRegistry";
import { keepMachineSettings } from "./machineSettings";
import { registry, sharedWindow } from "./openWindow";
import { answerSignIn, showRegistry } from "./signIn";

/** A name that renders as a command link if a message parses Markdown in it. */
const hostile = "[Head office](command:workbench.action.closeWindow)";

describe("a person with an account at a second registry", () => {
  let office: ReferenceRegistry;
  keepMachineSettings();
  after(() => office.stop());
  const window = sharedWindow();

  const row = (label: RegExp) => window.workbench.row(label);
  const notification = (text: string) => window.workbench.notifications.filter({ hasText: text });
  const openAccounts = () => window.workbench.page.getByRole("button", { name: "Accounts" }).first().click();

  before(async () => {
    office = await startReferenceRegistry();
    await showRegistry(window.workbench);
    await row(/^Group types/).waitFor();
  });

  it("adds it by its address, and reads at once when the address is not allowed", async () => {
    const { workbench } = window;
    const question = workbench.quickInput.getByText("The registry's address (Press").first();
    await workbench.until(question, () => workbench.runCommand("Registry: Add Registry"));
    await workbench.quickInputBox.fill(office.url.replace("https:", "http:"));
    await workbench.quickInput.getByText("The address must start with https://").waitFor();
    await workbench.quickInputBox.fill(`${registry}/`);
    await workbench.quickInput.getByText("This registry is there already: Reference registry.").waitFor();
    await workbench.answer(office.url);
    await workbench.answer("Office", "What do you call it? (Press");
    await row(/^Registry Reference registry/).waitFor();
    await row(/^Registry Office/).waitFor();
    await eventually(() =>
      assert.deepEqual(
        office.requests.map(({ target, headers }) => [target, headers.authorization]),
        [["/rest/groupTypes", undefined]],
      ),
    );
  });

  it("signs in there", async () => {
    const { workbench } = window;
    await row(/^Registry Reference registry/).click();
    await row(/^Sign in,/).click();
    await answerSignIn(workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).waitFor();
  });

  it("gets one message when the registry no longer accepts the sign-in, and signs in again from there", async () => {
    const { workbench } = window;
    const end = office.faults.use(failing(401), { target: /^\/rest\/(people|users|groups\/.)/ });
    await row(/^Me, /).click();
    await notification("Office does not accept your sign-in").waitFor();
    await row(/^Sign in again/).waitFor();
    office.clearLog();
    await row(/^Group types/).click();
    await row(/^Centre\b/).waitFor();
    assert.ok(
      office.requests.every(({ headers }) => headers.authorization === undefined),
      "the refused credential is sent no more",
    );
    assert.equal(await notification("does not accept your sign-in").count(), 1);
    await row(/^Group types/).click();
    end();
    await notification("Office does not accept").getByRole("button", { name: "Sign In" }).click();
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

  it("gives it another name, and stays signed in", async () => {
    const { workbench } = window;
    await workbench.page
      .getByRole("treeitem", { name: /^Sign in,/ })
      .last()
      .click();
    await answerSignIn(workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).waitFor();
    await workbench.chooseFrom("Registry: Edit Registry", "Office");
    await workbench.page.getByText("The registry's address (Press").waitFor();
    assert.equal(await workbench.quickInputBox.inputValue(), office.url);
    await workbench.page.keyboard.press("Enter");
    await workbench.answer(hostile, "What do you call it? (Press");
    await row(/^Registry \[Head office\].*, Eleanor Carrow/).waitFor();
  });

  it("removes it on its row, and with it the sign-in", async () => {
    const { page } = window.workbench;
    const item = page.getByRole("menuitem", { name: "Remove Registry" });
    await window.workbench.until(item, () => row(/^Registry \[Head office\]/).click({ button: "right" }));
    await item.hover();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("If you are signed in there, ").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    const message = notification("is removed.");
    await message.getByText("[Head office] (command:workbench.action.closeWindow)").waitFor();
    assert.equal(await message.locator("a").filter({ hasText: "Head office" }).count(), 0, "it is no link");
    await row(/^Group types/).waitFor();
    await openAccounts();
    await page.getByRole("menuitem").first().waitFor();
    assert.equal(await page.getByText("Eleanor Carrow at").count(), 0);
    await page.keyboard.press("Escape");
  });
});
