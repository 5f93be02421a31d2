import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { packageGreeting } from "../../scripts/lib/vsix.mjs";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { openOwnHost } from "./openOwnHost";
import { openWindow } from "./openWindow";

describe("a person who begins with the walkthrough", () => {
  const window = openWindow();

  const walkthrough = async (): Promise<void> => {
    const { workbench } = window;
    const title = "Get Started with Analyses & Registry";
    // The row's own hover covers it, so the test presses Enter instead of clicking.
    const found = workbench.quickInputRows.filter({ hasText: title }).first();
    await workbench.typeInto("Welcome: Open Walkthrough...", title, found);
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".getting-started-step").first().waitFor();
  };
  const step = (id: string, isDone: boolean) =>
    window.workbench.page.locator(`[data-done-step-id$="#${id}"][aria-checked="${isDone}"]`);

  it("opens a review's meta-analyses, and sees a forest plot of five studies next to them", async () => {
    const { workbench } = window;
    await walkthrough();
    await step("sample", false).waitFor();
    await workbench.page.getByRole("button", { name: "Open Sample", exact: true }).click();
    await workbench.page.getByRole("tab", { name: /^Untitled-1/ }).waitFor();
    const page = workbench.page.locator("iframe.webview").last().contentFrame();
    const panel = page.frameLocator("iframe#active-frame");
    await panel.locator("#table [data-row]").nth(4).waitFor();
    await panel.locator("polygon.diamond").first().waitFor();
    await window.screenshot("walkthrough with the first forest plot");
    await workbench.runCommand("View: Close All Editors");
    await workbench.page.getByRole("button", { name: "Don't Save" }).click();
  });

  it("opens a sample that has problems", async () => {
    const { workbench } = window;
    await walkthrough();
    await workbench.page.getByText("See a problem and fix it").click();
    await workbench.page.getByRole("button", { name: "Open Sample with Problems" }).click();
    await workbench.page.getByRole("tab", { name: /^Untitled-1/, selected: true }).waitFor();
    await workbench.editor.locator(".squiggly-error").first().waitFor();
  });

  it("mends one of them", async () => {
    const { workbench } = window;
    await workbench.goTo(3, 30);
    await workbench.takeQuickFix("RISK_OF_BIAS_2");
    await workbench.editor.getByText('"RISK_OF_BIAS_3"').waitFor({ state: "detached" });
  });

  it("finds ticked what is done, with the registry that is there already", async () => {
    await walkthrough();
    for (const id of ["sample", "problem", "evidence", "registry"]) await step(id, true).waitFor();
    for (const id of ["numbers", "itemSchema", "reference"]) await step(id, false).waitFor();
    await window.screenshot("walkthrough");
  });

  it("sees the figure of the sample next to the walkthrough, and finds that step ticked too", async () => {
    const { workbench } = window;
    await workbench.page.getByText("See what the numbers say").click();
    await workbench.page.getByRole("button", { name: "Open Sample with Errors in Numbers" }).click();
    await workbench.page.getByRole("tab", { name: /^Untitled-2/, selected: true }).waitFor();
    await walkthrough();
    // Opening the sample completes this step; opening the figure completes the next.
    await step("numbers", true).waitFor();
    await workbench.page.getByText("See the forest plot, and write into it").click();
    await workbench.page.getByRole("button", { name: "Show Evidence", exact: true }).click();
    await workbench.page.getByRole("tab", { name: /^Evidence of .*Untitled-2/, selected: true }).waitFor();
    // The walkthrough step is a webview, too. The sample's first analysis contains an impossible number.
    await eventually(async () => {
      const frames = workbench.page.frames();
      const said = frames.map((frame) =>
        frame.getByText("152 participants with events are more").first().isVisible(),
      );
      assert.ok((await Promise.all(said)).some((isVisible) => isVisible));
    });
    await step("evidence", true).waitFor();
    await window.screenshot("walkthrough with evidence");
  });

  it("chooses an item schema, inserts a reference, and has come to the end", async () => {
    const { workbench } = window;
    await workbench.chooseFrom("Analyses: Select Item Schema", "Example: pairwise meta-analysis");
    writeFileSync(join(window.folder, "team.md"), "");
    await workbench.openFile("team.md");
    const centre = workbench.quickInputRows.filter({ hasText: "Australia Centre" }).first();
    await workbench.typeInto("Registry: Insert Group Reference", "Australia Centre", centre);
    await centre.getByRole("checkbox").click();
    await workbench.quickInput.getByRole("button", { name: "OK" }).click();
    await workbench.editor.getByText("Australia Centre").waitFor();
    await walkthrough();
    for (const id of ["itemSchema", "reference"]) await step(id, true).waitFor();
  });
});

describe("a person who opens VS Code by npm start for the first time", () => {
  const window = openOwnHost({
    name: "greeted",
    options: { settings: {}, trusted: true },
    prepare: (folder) => cpSync("samples", join(folder, "samples"), { recursive: true }),
    also: packageGreeting,
    address: (host, folder) => workbenchAddress(host, join(folder, "samples")),
  });

  it("is greeted with the walkthrough", async () => {
    await window.workbench.page.getByText("Get Started with Analyses & Registry").first().waitFor();
  });
});
