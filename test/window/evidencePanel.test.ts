import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { forbiddenIn, inThemes } from "./inPage";
import { sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who has the evidence open next to the text", () => {
  const window = sharedWindow();
  const { panel, cell, press, reads, text, saved } = evidenceTable(window, name);
  const type = (typed: string) => window.workbench.page.keyboard.type(typed, { delay: 20 });
  const tab = () => window.workbench.page.getByRole("tab", { name: new RegExp(`^${name}`) });
  const first = ["/studies/0", "experimental-events"] as const;

  it("sees the figure of the analysis at the cursor, in a real table, and the result as a sentence", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().getByRole("heading", { name: "1.1 Mortality at 12 months" }).waitFor();
    await panel().locator("polygon.diamond").waitFor();
    const row = panel().getByRole("row", { name: /Abara 2014/ });
    assert.match(await row.innerText(), /12[^]*148[^]*19[^]*151/);
    await panel().locator("#pooled").getByText("RR 0.67, 95% CI 0.50 to 0.89").waitFor();
    assert.equal(await workbench.page.locator(".editor-group-container").count(), 2);
    await window.screenshot("evidence light");
  });

  it("selects a study's text by a click, which leaves the focus, and goes there by two", async () => {
    await cell("/studies/2", "comparator-total").click();
    await window.workbench.page.locator(".monaco-editor .selected-text").first().waitFor();
    await panel().locator("td:focus").waitFor();
    await cell("/studies/3", "experimental-events").dblclick();
    await window.workbench.statusBar.getByText("(1 selected)").waitFor();
    await window.workbench.page.locator(".monaco-editor.focused").waitFor();
  });

  it("writes into cells, which one undo takes back, and reads above the analysis in the text what it comes to", async () => {
    const { workbench } = window;
    const lens = (words: string) =>
      workbench.page.locator(".codelens-decoration").filter({ hasText: words }).waitFor();
    const before = text();
    // VS Code requests code lenses only while the editor has the focus.
    await workbench.focusText();
    await workbench.goTo(26, 29);
    await lens("RR 0.67");
    await cell(...first).click();
    await type("30");
    await press("Tab");
    await lens("RR 0.84");
    await saved(before.replace('"events": 12,', '"events": 30,'));
    await workbench.focusText();
    // VS Code registers the panel's focus after a delay; until then its own undo would also run.
    await cell(...first).click();
    await press("Control+Z");
    await reads(...first, "12");
    await lens("RR 0.67");
    await saved(before);
  });

  it("has it taken back too, and goes on in its cell, where another tab is before the text", async () => {
    const { workbench } = window;
    const before = text();
    await cell(...first).click();
    await type("12.0");
    await press("Enter");
    await reads(...first, "12");
    await saved(/"events": 12\.0/);
    await tab().click();
    await workbench.openFile("review-team.md");
    await cell(...first).click();
    await press("Control+Z");
    await cell(...first)
      .and(panel().locator(":focus"))
      .waitFor();
    await saved(before);
  });

  it("reads that a document is read-only in this session, and nothing is written", async () => {
    const { workbench } = window;
    const refused = panel().getByText(`“${name}” is read-only.`);
    await tab().click();
    await workbench.runCommand("File: Set Active Editor Read-only in Session");
    await cell(...first).click();
    await type("70");
    await press("Enter");
    await refused.waitFor();
    await reads(...first, "70");
    await panel().getByRole("button", { name: "Write It Again" }).click();
    await press("Escape");
    await reads(...first, "12");
    // Also if another tab hides the editor.
    for (const front of [tab(), workbench.page.getByRole("tab", { name: "review-team.md" })]) {
      await front.click();
      await cell("/studies/1", "study").click();
      await panel().getByRole("button", { name: "Duplicate" }).click();
      await refused.waitFor();
      // The attempted edit and its undo reach the panel before this focus change has completed.
      await tab().click();
      await workbench.page.locator(".monaco-editor.focused").waitFor();
      assert.ok(await refused.isVisible(), "What was said has vanished.");
      await panel().getByRole("heading", { name: "1.1 Mortality at 12 months" }).waitFor();
    }
    await workbench.editor.getByText('"events": 70').waitFor({ state: "detached" });
    await workbench.runCommand("File: Set Active Editor Writeable in Session");
  });

  it("replaces all of a cell after Select All, from the first key on", async () => {
    const before = text();
    await cell("/studies/1", "experimental-events").click();
    await press("F2");
    await press("Control+A");
    await window.workbench.page.keyboard.type("9876");
    await press("Enter");
    await saved(/"events": 9876,/);
    await press("Control+Z");
    await saved(before);
  });

  it("finds it and the overview accessible in each theme", async () => {
    await inThemes(window.workbench, async (theme) => {
      assert.deepEqual(await forbiddenIn(panel()), []);
      await window.screenshot(`evidence ${theme}`);
      await panel().getByRole("button", { name: "Overview" }).click();
      await panel().locator("#analyses tbody button:focus").waitFor();
      assert.deepEqual(await forbiddenIn(panel()), []);
      await panel().getByRole("button", { name: "Overview" }).click();
    });
  });

  it("reads that the document is closed, and opens it again next to the panel, not over it", async () => {
    const { workbench } = window;
    const { page } = workbench;
    const closed = panel().getByText(`“${name}” is closed.`);
    await tab().click();
    await workbench.runCommand("View: Close Other Editors in Group");
    await workbench.runCommand("View: Close Editor");
    await closed.waitFor();
    await panel().getByRole("button", { name: "Open Document" }).click();
    await tab().waitFor();
    await workbench.editor.locator(".view-line").first().waitFor();
    await eventually(async () => assert.equal(await page.locator(".editor-group-container").count(), 2));
    await closed.waitFor({ state: "hidden" });
  });

  it("reads on the page that its document was deleted, and is offered to open nothing", async () => {
    const { workbench, folder } = window;
    const gone = "gone.analyses.json";
    copyFileSync(join(folder, name), join(folder, gone));
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(gone);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().locator("polygon.diamond").waitFor();
    const open = panel().getByRole("button", { name: "Open Document" });
    await workbench.focusText();
    await workbench.runCommand("View: Close Editor");
    await panel().getByText(`“${gone}” is closed.`).waitFor();
    rmSync(join(folder, gone));
    await open.click();
    await panel().getByText(`“${gone}” was deleted.`).waitFor();
    assert.equal(await open.isVisible(), false);
  });
});
