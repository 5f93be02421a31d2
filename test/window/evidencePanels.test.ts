import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { eventually } from "../support/eventually";
import { openWorkbench } from "../../scripts/vscode-host/browser.mjs";
import { storedByWindow } from "./inPage";
import { dataFolder, sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";
const other = "other-review.analyses.json";

/** Process ids of all language servers in the VS Code of these tests: hosts share their installed extensions. */
function languageServers(): readonly number[] {
  const listed = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const processes = new Map(
    Array.from(listed.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm), ([, pid, parent, command = ""]) => [
      pid,
      { parent, command },
    ]),
  );
  const isOurs = (pid: string | undefined): boolean => {
    const found = processes.get(pid);
    return found !== undefined && (found.command.includes(dataFolder) || isOurs(found.parent));
  };
  return [...processes].flatMap(([pid, { command }]) =>
    command.includes("languageServer.js") && isOurs(pid) ? [Number(pid)] : [],
  );
}

describe("a person who has the evidence of documents open that come and go", () => {
  const window = sharedWindow();
  const file = (one: string) => join(window.folder, one);
  const shown = () => window.workbench.panel;
  const press = (key: string) => window.workbench.page.keyboard.press(key);
  const type = (typed: string) => window.workbench.page.keyboard.type(typed, { delay: 20 });
  const cell = (row: string, part: string): Locator =>
    shown().locator(`[data-row="${row}"] [data-part="${part}"]`);
  const events = () => cell("/studies/0", "experimental-events");
  const tab = (title: string) => window.workbench.page.getByRole("tab", { name: title });
  const heading = (title: string) => shown().getByRole("heading", { name: title }).waitFor();
  /** Shows the evidence of the analysis at a position. */
  const show = async (one: string, line: number, column: number, title: string) => {
    const { workbench } = window;
    await workbench.openFile(one);
    await workbench.goTo(line, column);
    await workbench.runCommand("Analyses: Show Evidence");
    await heading(title);
  };
  const showSample = () => show(name, 26, 29, "1.1 Mortality at 12 months");

  before(async () => {
    copyFileSync(file(name), file(other));
    await showSample();
  });

  it("has a click select in the editor that was used last, of two with the same text", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.focusText();
    await workbench.runCommand("View: Split Editor Down");
    const editors = page.locator(".editor-group-container").filter({ has: page.locator(".monaco-editor") });
    await eventually(async () => assert.equal(await editors.count(), 2));
    await workbench.goTo(30, 1);
    await cell("/studies/3", "comparator-total").click();
    // The lower editor has the selection.
    await eventually(async () => {
      const selected = await page.locator(".selected-text").first().boundingBox();
      assert.ok(selected && selected.y > 440);
    });
    // Each editor has its own cursor; the panel follows the cursor of the focused one.
    const lines = window.text(name).split("\n");
    await workbench.focusText();
    await workbench.runCommand("View: Focus Editor Group Below");
    await workbench.goTo(lines.findIndex((line) => line.includes("Pain at end of treatment")) + 1, 12);
    await heading("1.2 Pain at end of treatment");
    await workbench.focusText();
    await heading("1.1 Mortality at 12 months");
    await workbench.focusText();
    await workbench.runCommand("View: Focus Editor Group Below");
    await workbench.runCommand("View: Close Editor");
  });

  it("takes back in a comparison with what is saved, and no further tab comes over that", async () => {
    const { workbench } = window;
    const { page, unsaved } = workbench;
    await workbench.focusText();
    await workbench.runCommand("File: Compare Active File with Saved");
    const compared = page.getByRole("tab", { name: "↔", selected: true });
    await compared.waitFor();
    const tabs = await page.getByRole("tab").count();
    const before = await events().innerText();
    await events().click();
    await type("77");
    await press("Enter");
    await unsaved.waitFor();
    await press("Control+Z");
    await eventually(async () => assert.equal(await events().innerText(), before));
    await window.saved(name, new RegExp(`"events": ${before},`));
    await compared.waitFor();
    assert.equal(await page.getByRole("tab").count(), tabs);
    await workbench.focusText();
    await workbench.runCommand("View: Close Editor");
  });

  it("finds it as it was after the window was reloaded: analysis, lock, plot and what is left out", async () => {
    const { workbench } = window;
    await shown().getByRole("button", { name: "Next" }).click();
    await heading("1.2 Pain at end of treatment");
    await shown().getByLabel("Figure").selectOption("funnel");
    await shown().locator("circle.circle").first().waitFor();
    await shown().getByLabel("Figure").selectOption("forest");
    // A click would move the cursor there.
    await shown().locator('tr[data-row^="/"] td').first().focus();
    await shown().getByRole("button", { name: "Leave Out" }).click();
    const bar = shown().locator("#bar-text", { hasText: "Left out for the moment:" });
    await bar.waitFor();
    const leftOut = await bar.innerText();
    await shown().getByLabel("Figure").selectOption("funnel");
    await shown().locator("circle.circle").first().waitFor();
    const loaded = workbench.page.waitForEvent("load");
    await workbench.runCommand("Developer: Reload Window");
    await loaded;
    await tab(`Evidence of ${name}`).waitFor();
    // On a busy machine the window takes long to reload.
    const found = shown().getByRole("heading", { name: "1.2 Pain at end of treatment" });
    await found.waitFor({ timeout: 60_000 });
    await shown().locator("circle.circle").first().waitFor();
    assert.equal(await shown().getByLabel("Figure").inputValue(), "funnel");
    const follow = shown().getByRole("button", { name: "Follow Cursor" });
    assert.equal(await follow.getAttribute("aria-pressed"), "false");
    assert.equal(await bar.innerText(), leftOut);
    await shown().getByRole("button", { name: "Put Back" }).click();
    await shown().getByLabel("Figure").selectOption("forest");
    await follow.click();
  });

  it("finds in the text what stood half-typed in a cell when the window went without a word", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await heading("1.1 Mortality at 12 months");
    await events().click();
    await type("1234");
    // The page's saved state reaches the window's database after a delay.
    await eventually(async () => assert.match(await storedByWindow(page), /1234/), 60_000);
    await openWorkbench(page, page.url());
    await workbench.unsaved.waitFor({ timeout: 60_000 });
    await eventually(async () => assert.equal(await events().innerText(), "1234"));
    await events().click();
    await press("Control+Z");
    await eventually(async () => assert.equal(await events().innerText(), "12"));
    await window.saved(name, /"events": 12,/);
  });

  it("has it go on with a document that is renamed", async () => {
    const { workbench } = window;
    const { page } = workbench;
    // The Explorer opens files in the editor group that last had the focus.
    await workbench.focusText();
    const row = page.getByRole("treeitem", { name: /^drug-versus-placebo/ });
    await row.click();
    await press("F2");
    const box = page.locator(".explorer-folders-view .monaco-inputbox input");
    await box.fill("renamed.analyses.json");
    await press("Enter");
    await tab("Evidence of renamed.analyses.json").waitFor();
    await heading("1.1 Mortality at 12 months");
    await events().click();
    await type("14");
    await press("Enter");
    await window.saved("renamed.analyses.json", /"events": 14,/);
    assert.ok(!existsSync(file(name)));
  });

  it("has it go on with the file that a document is saved as", async () => {
    const { workbench } = window;
    // “Save As” writes the unsaved edit into the copy and reverts the original document.
    await events().click();
    await type("16");
    await press("Enter");
    await workbench.unsaved.waitFor();
    const { page, quickInput } = workbench;
    const focused = page
      .locator(".editor-group-container.active")
      .filter({ has: page.getByRole("tab", { name: /^renamed/, selected: true }) })
      .locator(".monaco-editor.focused");
    await workbench.until(quickInput.locator(".quick-input-title", { hasText: "Save As" }), async () => {
      // The palette returns the focus to the panel while it closes; VS Code would then save another document, or none.
      await workbench.until(focused, () => workbench.focusText());
      await workbench.runCommand("File: Save As...");
    });
    const path = file("saved-as.analyses.json");
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), /renamed/));
    await workbench.answer(path);
    await tab("Evidence of saved-as.analyses.json").waitFor();
    await eventually(async () => assert.equal(await events().innerText(), "16"));
    await events().click();
    await type("15");
    await press("Enter");
    await window.saved("saved-as.analyses.json", /"events": 15,/);
    assert.match(window.text("renamed.analyses.json"), /"events": 14,/);
  });

  it("reads that the document has another language now, and sees it again once it has not", async () => {
    const { workbench } = window;
    const said = shown().getByText("The language mode of “saved-as.analyses.json” is not Analyses JSON.");
    await workbench.focusText();
    await workbench.chooseFrom("Change Language Mode", "Plain Text");
    await said.waitFor();
    await workbench.chooseFrom("Change Language Mode", "Analyses JSON");
    await eventually(async () => assert.equal(await events().innerText(), "15"));
    await said.waitFor({ state: "hidden" });
  });

  it("has one for each of two documents, each with its own figure", async () => {
    const { workbench } = window;
    await workbench.focusText();
    await workbench.openFile(other);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await tab(`Evidence of ${other}`).waitFor();
    await eventually(async () => assert.equal(await events().innerText(), "12"));
    await tab("Evidence of saved-as.analyses.json").click();
    await eventually(async () => assert.equal(await events().innerText(), "15"));
  });

  it("has no figure of an earlier text come up when a tab is shown again whose document was changed meanwhile", async () => {
    const { workbench } = window;
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(other);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    const before = await events().innerText();
    // This tab hides the panel.
    await tab(`Evidence of ${other}`).click();
    await workbench.openFile("pairwise-analysis.schema.json");
    await workbench.focusText();
    await type("0");
    await window.saved(other, new RegExp(`"events": ${before}0,`));
    // Records every value of the cell from the first render on; ends by itself, since later pages run it too.
    await workbench.page.addInitScript(`
      globalThis.numbersSeen = new Set();
      const reading = setInterval(() => {
        const cell = document.querySelector('[data-row="/studies/0"] [data-part="experimental-events"]');
        if (cell) numbersSeen.add(cell.textContent);
      }, 1);
      setTimeout(() => clearInterval(reading), 30_000);
    `);
    await tab(`Evidence of ${other}`).click();
    await eventually(async () => assert.equal(await events().innerText(), `${before}0`));
    const seen = () =>
      events().evaluate(() =>
        Array.from((globalThis as unknown as { numbersSeen: Iterable<string> }).numbersSeen),
      );
    await eventually(async () => assert.deepEqual(await seen(), [`${before}0`]));
  });

  it("reads on the page that no language server runs any more, and goes on after a restart there", async () => {
    const { workbench } = window;
    const gone = shown().getByText("The language server is not running.");
    // The client restarts a crashed server several times before it gives up.
    await eventually(async () => {
      for (const server of languageServers()) process.kill(server, "SIGKILL");
      await gone.waitFor({ timeout: 500 });
    }, 60_000);
    await shown().locator('body[data-state="stale"]').waitFor();
    const before = await events().innerText();
    await workbench.page
      .locator(".view-line", { hasText: `"events": ${before},` })
      .first()
      .click();
    await press("End");
    await press("ArrowLeft");
    await type("0");
    await window.saved(other, new RegExp(`"events": ${before}0,`));
    await window.screenshot("evidence without a language server");
    await shown().getByRole("button", { name: "Restart" }).click();
    await gone.waitFor({ state: "hidden" });
    await shown().locator('body[data-state="current"]').waitFor();
    await eventually(async () => assert.equal(await events().innerText(), `${before}0`));
  });
});
