import assert from "node:assert/strict";
import { openWindow, registry } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

describe("a person with the details of a group", () => {
  const window = openWindow();
  const page = () => window.workbench.page;
  const row = (label: RegExp) => page().getByRole("treeitem", { name: label }).first();
  const details = () => page().frameLocator("iframe.webview").frameLocator("iframe#active-frame");

  it("reads what is public of it without signing in, and is told how to see the rest", async () => {
    await showRegistry(window.workbench);
    await row(/^Groups/).click();
    await row(/^Agia Petra Associate Centre/).hover();
    await row(/^Agia Petra Associate Centre/)
      .getByRole("button", { name: "Show Details" })
      .click();
    await details().getByRole("heading", { name: "Agia Petra Associate Centre" }).waitFor();
    await details().getByRole("button", { name: "Sign In" }).waitFor();
    await details().getByText("Group type", { exact: true }).waitFor();
    await details().getByRole("link", { name: registry }).waitFor();
    assert.equal(await details().getByText("Contact person").count(), 0);
    await window.screenshot("details of a group, signed out");
  });

  it("reads all of it once signed in", async () => {
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await details().getByText("Contact person", { exact: true }).waitFor();
    assert.equal(await details().getByRole("button", { name: "Sign In" }).count(), 0);
  });

  it("inserts a reference where they last were in a text, also one behind the details", async () => {
    const { workbench } = window;
    await workbench.openFile("review-team.md");
    await workbench.goTo(1, 1);
    await page().getByRole("tab", { name: "Agia Petra Associate Centre" }).click();
    await details().getByRole("button", { name: "Insert Reference" }).click();
    await page().getByRole("tab", { name: "review-team.md", selected: true }).waitFor();
    await workbench.editor.getByText("Agia Petra Associate Centre").waitFor();
    await window.saved("review-team.md", /^\[Agia Petra Associate Centre\]\(https:\/\/\S+\/groups\/\w+\)/);
  });
});
