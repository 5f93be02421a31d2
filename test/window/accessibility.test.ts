import assert from "node:assert/strict";
import { forbiddenIn } from "./forbiddenIn";
import { openWindow } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

describe("a person who needs what is shown to be accessible", () => {
  const window = openWindow();

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();
  const details = () =>
    window.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

  async function showDetails(label: RegExp, title: string): Promise<void> {
    await row(label).hover();
    await row(label).getByRole("button", { name: "Show Details" }).click();
    await details().getByRole("heading", { name: title, level: 1 }).waitFor();
  }

  before(async () => {
    await showRegistry(window.workbench);
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^Group types/).click();
    await row(/^Groups/).click();
  });

  // VS Code's default theme comes last: the theme is a user setting, which windows opened later share.
  for (const [theme, kind] of [
    ["Dark Modern", "vscode-dark"],
    ["Dark High Contrast", "vscode-high-contrast"],
    ["Light High Contrast", "vscode-high-contrast-light"],
    ["Light Modern", "vscode-light"],
  ] as const) {
    it(`can read the details of a person, a group and a group type in the theme ${theme}`, async () => {
      const { workbench } = window;
      await workbench.chooseFrom("Preferences: Color Theme", theme);
      await showDetails(/^Eleanor Bríd Carrow/, "Eleanor Bríd Carrow");
      await details()
        .getByRole("button", { name: /^Show Home/ })
        .click();
      await details().getByText("Flat 18").waitFor();
      await details().locator(`body.${kind}`).waitFor();
      assert.deepEqual(await forbiddenIn(details()), []);
      await showDetails(/^Advisory Group/, "Advisory Group");
      assert.deepEqual(await forbiddenIn(details()), []);
      await showDetails(/^Agia Petra Associate Centre/, "Agia Petra Associate Centre");
      assert.deepEqual(await forbiddenIn(details()), []);
      await window.screenshot(`accessible ${theme}`);
    });
  }
});
