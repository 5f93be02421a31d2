import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { sharedWindow } from "./openWindow";

describe("a person who brings a review", () => {
  const window = sharedWindow();
  const name = "drug-versus-placebo.analyses.json";
  const panel = () => window.workbench.panel;
  const file = (label: string) =>
    window.workbench.page.locator(".explorer-folders-view").getByRole("treeitem", { name: label });
  const row = (label: string) => window.workbench.quickInputRows.filter({ hasText: label }).first();
  /** Chooses a command in a file's context menu in the Explorer. */
  const take = async (label: string, title: string) => {
    const { page } = window.workbench;
    const item = page.locator(".monaco-menu").getByText(title);
    await window.workbench.until(item, async () => {
      await page.keyboard.press("Escape");
      await file(label).click({ button: "right" });
    });
    // A menu that has just opened may ignore the click.
    await window.workbench.again(async () => {
      if (await item.isVisible()) await item.click({ timeout: 2000 });
      await item.waitFor({ state: "hidden", timeout: 2000 });
    });
  };

  before(() => {
    copyFileSync("test/fixtures/exchange/made-up.rm5", join(window.folder, "review.rm5"));
  });

  it("imports all but one analysis of an rm5, sees a forest plot, and one undo takes them back", async () => {
    const { workbench } = window;
    await take("review.rm5", "Import Analyses from File…");
    await workbench.quickInput.getByText("Analyses in review.rm5").waitFor();
    await row("RR 0.69 [0.48, 0.99] · 4 studies").waitFor();
    await row("1.2 Death").locator("input, .monaco-checkbox").first().click();
    await workbench.quickInput.getByText("6 Selected").waitFor();
    await workbench.quickInput.getByRole("button", { name: "OK" }).click();
    const report = workbench.notifications.filter({ hasText: "6 analyses, 18 rows." });
    // A message after several others appears in the notification center alone.
    const showAll = (): Promise<void> => workbench.runCommand("Notifications: Show Notifications");
    await report.waitFor({ timeout: 3000 }).catch(showAll);
    await report.waitFor();
    await panel().locator("polygon.diamond").first().waitFor();
    const lens = workbench.editor.getByText("RR 0.69 [0.48, 0.99]").first();
    await lens.waitFor();
    const { page } = workbench;
    // The cursor is in the first analysis.
    await page.getByText("Ln 9, Col 10").waitFor();
    await window.screenshot("imported with its forest plot");
    await workbench.notifications.getByRole("button", { name: "Show Report" }).click();
    await page.getByRole("tab", { name: /^Import of review\.rm5/ }).waitFor();
    const link = page
      .locator(".detected-link")
      .filter({ hasText: /^review\.rm5:\d+$/ })
      .first();
    const [, line] = /:(\d+)/.exec(await link.innerText()) ?? assert.fail();
    await window.screenshot("report of an import");
    await workbench.until(page.getByText(`Ln ${line}, `), () => link.click({ modifiers: ["Control"] }));
    await page.getByRole("tab", { name: /^review\.rm5/ }).waitFor();
    await page.getByRole("tab", { name: /^Untitled-/ }).click();
    await page.keyboard.press("Control+Z");
    await lens.waitFor({ state: "hidden" });
  });

  it("drops a file on a document with Shift, and its analyses come at the end of that", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.openFile(name);
    const before = window.text(name);
    const title = workbench.quickInput.getByText("Analyses in review.rm5");
    const { x = 0, y = 0 } = (await workbench.editor.boundingBox()) ?? {};
    await workbench.dropOnText(file("review.rm5"), { x: x + 300, y: y + 300 }, title);
    await page.keyboard.press("Enter");
    await workbench.choose("Import without these judgements", "");
    await window.saved(name, /Falls <with injury>/);
    await page.keyboard.press("Control+Z");
    await window.saved(name, before);
    assert.equal(window.text(name), before);
  });
});
