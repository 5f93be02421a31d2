import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench } from "../../scripts/vscode-host/browser.mjs";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { isBackedUp } from "./isBackedUp";
import { openWindow } from "./openWindow";
import { storedByWindow } from "./storedByWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who is typing into a cell of evidence", () => {
  const window = openWindow();
  const { panel, cell, focused, press, reads, text, saved, onDisk, show } = evidenceTable(window, name);

  before(show);

  it("begins a name with a letter that takes several keys, and a letter that was only begun changes nothing", async () => {
    const before = text();
    const { page } = window.workbench;
    const keys = await page.context().newCDPSession(page);
    /** What an input method makes of keys; `text` while it is not chosen. */
    const begin = async (key: "Dead" | "Process", text: string) => {
      await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, windowsVirtualKeyCode: 229 });
      if (text !== "")
        await keys.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
    };
    await cell("/studies/1", "study").click();
    await begin("Dead", "");
    await panel().locator("[data-row='/studies/1'] input").waitFor();
    await cell("/studies/0", "study").click();
    await reads("/studies/1", "study", "Bergström 2016");
    await press("ArrowDown");
    await begin("Process", "´");
    // Chooses a letter: the cell does not take it for its own key.
    await press("Enter");
    await keys.send("Input.insertText", { text: "Á" });
    await page.keyboard.type("lvarez 2016", { delay: 20 });
    await press("Enter");
    await saved(/"Álvarez 2016"/);
    await press("Control+z");
    await saved(before);
  });

  it("has what is typed saved with the document, and adds a study from within a cell", async () => {
    const before = text();
    await cell("/studies/1", "experimental-events").click();
    await window.workbench.page.keyboard.type("13", { delay: 20 });
    await press("Control+s");
    await saved(/"Bergström 2016"[^]*?"events": 13,/);
    await window.workbench.page.keyboard.type("14", { delay: 20 });
    await press("Control+Enter");
    await focused("/studies/2", "study");
    await press("Control+z");
    await reads("/studies/2", "study", "Delgado 2018");
    for (const events of ["13", "7"]) {
      await press("Control+z");
      await reads("/studies/1", "experimental-events", events);
    }
    await saved(before);
  });

  it("is offered to write again, once it is mended, what could not be written into broken text", async () => {
    const { workbench } = window;
    const before = text();
    const line = before.split("\n").findIndex((one) => one.includes('"name": "Mort')) + 1;
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.goTo(line, 1);
    await press("End");
    await press("Backspace");
    await panel().locator('body[data-state="stale"]').waitFor();
    await cell("/studies/1", "experimental-events").click();
    await workbench.page.keyboard.type("9");
    await press("Enter");
    const refused = panel().getByText("The text of this analysis is not JSON at the moment: mend it first.");
    await refused.waitFor();
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.goTo(line, 1);
    await press("End");
    await workbench.page.keyboard.type(",");
    await panel().locator('body[data-state="current"]').waitFor();
    await panel().getByRole("button", { name: "Write It Again" }).click();
    await press("Enter");
    await refused.waitFor({ state: "hidden" });
    await reads("/studies/1", "experimental-events", "9");
    await saved(/"Bergström 2016"[^]*?"events": 9,/);
    await cell("/studies/1", "experimental-events").click();
    await workbench.page.keyboard.type("7");
    await press("Enter");
    await saved(before);
  });

  it("writes nothing into another study that has come to stand where a number was refused", async () => {
    const before = text();
    const at = before.indexOf("{", before.indexOf('"studies"'));
    const end = before.indexOf('"study": "Bergström 2016"');
    await cell("/studies/0", "experimental-events").click();
    await window.workbench.page.keyboard.type("77", { delay: 20 });
    onDisk(before.slice(0, at) + before.slice(before.lastIndexOf("{", end)));
    await reads("/studies/0", "study", "Bergström 2016");
    await press("Enter");
    await panel().getByText("“77” (Abara 2014, ").waitFor();
    await panel().locator("#title").click();
    assert.equal(await window.workbench.unsaved.isVisible(), false);
    assert.notEqual(await cell("/studies/0", "experimental-events").innerText(), "77");
    onDisk(before);
    await reads("/studies/0", "study", "Abara 2014");
  });

  it("goes on typing in the row of a study that has moved", async () => {
    const { keyboard } = window.workbench.page;
    const before = text();
    const at = before.indexOf("{", before.indexOf('"studies"'));
    await cell("/studies/1", "experimental-events").click();
    await keyboard.type("3", { delay: 20 });
    onDisk(`${before.slice(0, at)}{ "study": "Zhou 2024" },\n${before.slice(at)}`);
    await cell("/studies/2", "experimental-events").locator("input").waitFor();
    await reads("/studies/0", "study", "Zhou 2024");
    await reads("/studies/1", "study", "Abara 2014");
    await keyboard.type("3", { delay: 20 });
    await press("Enter");
    await saved(/"study": "Bergström 2016"[^]*?"events": 33,/);
    onDisk(before);
    await reads("/studies/0", "study", "Abara 2014");
  });

  it("has what is typed written when the panel is closed by a key or by its ×, and is told where it cannot be", async () => {
    const { workbench } = window;
    const { page, notifications } = workbench;
    const before = text();
    const tab = page.getByRole("tab", { name: `Evidence of ${name}` });
    const typeAndClose = async (typed: string, close: () => Promise<void>) => {
      await cell("/studies/1", "experimental-events").click();
      await page.keyboard.type(typed, { delay: 20 });
      // VS Code learns a moment later that the page has the focus: until then its keys are for the text.
      await page.locator(".editor-group-container.active").filter({ has: tab }).waitFor();
      await close();
      await tab.waitFor({ state: "detached" });
    };
    const reopen = async () => {
      await workbench.runCommand("Analyses: Show Evidence");
      await cell("/studies/1", "experimental-events").waitFor();
    };
    const ways = [() => press("Control+w"), () => tab.getByRole("button", { name: /^Close/ }).click()];
    for (const [index, close] of ways.entries()) {
      const events = String(15 + index);
      await typeAndClose(events, close);
      await saved(new RegExp(`"Bergström 2016"[^]*?"events": ${events},`));
      await reopen();
      await typeAndClose("many", close);
      await notifications.getByText("“many”, typed into a cell, is not in").waitFor();
      assert.equal(await workbench.unsaved.isVisible(), false);
      await workbench.runCommand("Notifications: Clear All Notifications");
      await reopen();
    }
    // What was done in a panel that was closed is taken back in the text.
    await cell("/studies/1", "experimental-events").click();
    await press("Control+z");
    await panel().getByText("There is nothing to take back here").waitFor();
    onDisk(before);
    await reads("/studies/1", "experimental-events", "7");
  });

  it("has what was written when its tab was hidden not written once more over what the text has after a reload", async () => {
    const { workbench } = window;
    const { page } = workbench;
    const before = text();
    const tab = page.getByRole("tab", { name: `Evidence of ${name}` });
    await tab.click();
    await workbench.openFile("review-team.md");
    await tab.click();
    await cell("/studies/0", "experimental-events").click();
    await page.keyboard.type("99", { delay: 20 });
    // What a page keeps reaches the window's own store a moment later.
    await eventually(async () => assert.match(await storedByWindow(page), /typed[^]*99/), 60_000);
    await press("Control+PageDown");
    await tab.and(page.locator("[aria-selected='false']")).waitFor();
    await workbench.runCommand("View: Focus First Editor Group");
    await saved(/"events": 99,/);
    onDisk(before.replace('"events": 12,', '"events": 14,'));
    await workbench.editor.getByText('"events": 14,').waitFor();
    await eventually(() => assert.equal(isBackedUp(window.folder), false));
    await openWorkbench(page, page.url());
    await tab.click({ timeout: 60_000 });
    await cell("/studies/1", "experimental-events").click({ timeout: 60_000 });
    await page.keyboard.type("8", { delay: 20 });
    await press("Enter");
    await saved(before.replace('"events": 12,', '"events": 14,').replace('"events": 7,', '"events": 8,'));
  });

  it("has what was refused or is to be pasted nowhere but in its own analysis", async () => {
    const { workbench } = window;
    const { page } = workbench;
    const alike = "alike.analyses.json";
    const studies = ["A", "B"].map((study) => ({ study, events1: 5, total1: 50, events2: 9, total2: 50 }));
    const analyses = [1, 2].map((number) => ({ number, name: `Outcome ${number}`, studies }));
    const content = (list: readonly object[]) =>
      `${JSON.stringify({ "analysis-groups": [{ number: 1, name: "a", analyses: list }] }, undefined, 2)}\n`;
    writeFileSync(join(window.folder, alike), content(analyses));
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(alike);
    await workbench.goTo(8, 11);
    await workbench.runCommand("Analyses: Show Evidence");
    const heading = (title: string) => panel().getByRole("heading", { name: title }).waitFor();
    await heading("1.1 Outcome 1");
    await cell("/studies/0", "experimental-events").click();
    await page.keyboard.type("many", { delay: 20 });
    await panel().getByRole("button", { name: "Next" }).click();
    await heading("1.2 Outcome 2");
    await panel()
      .getByText(/“many” \(1\.1 Outcome 1, A, .*\) is not in the document: “many” is no number\./)
      .waitFor();
    assert.equal(await panel().locator("#table input").count(), 0);
    await reads("/studies/0", "experimental-events", "5");
    await panel().getByRole("button", { name: "Previous" }).click();
    await heading("1.1 Outcome 1");
    await reads("/studies/0", "experimental-events", "many");
    await panel().getByRole("button", { name: "Write It Again" }).click();
    await press("Escape");
    await reads("/studies/0", "experimental-events", "5");

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText("6\\t60\\n7\\t70\\n")`);
    await cell("/studies/0", "experimental-events").click();
    await press("Control+v");
    const paste = panel().locator("#paste-apply");
    await paste.waitFor();
    const line = content(analyses)
      .split("\n")
      .findIndex((one) => one.includes("Outcome 2"));
    await panel().getByRole("button", { name: "Follow Cursor" }).dispatchEvent("click");
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.goTo(line + 1, 11);
    await heading("1.2 Outcome 2");
    await paste.click();
    const [first, second] = analyses;
    const changed = studies.map((one, index) => ({ ...one, events1: 6 + index, total1: 60 + 10 * index }));
    await window.saved(alike, content([{ ...first, studies: changed }, second ?? {}]));
  });

  it("saves a new document from its cells or its text, and goes on with the file", async () => {
    const { workbench } = window;
    const { page, quickInput } = workbench;
    const tab = (title: string) => page.getByRole("tab", { name: title });
    for (const [file, saves] of [
      ["from-cells.analyses.json", () => cell("/studies/0", "experimental-events").click()],
      ["from-text.analyses.json", () => workbench.editor.locator(".view-line").first().click()],
    ] as const) {
      await workbench.runCommand("View: Close All Editors");
      await workbench.chooseFrom("Analyses: New Analyses Document", "Risk of bias, version 2");
      await workbench.editor.getByText("RISK_OF_BIAS_2").first().waitFor();
      await press("Control+A");
      await page.keyboard.insertText(
        JSON.stringify(JSON.parse(text().replace(/,\s*\{\s*"study"[^]*$/, "]}]}]}"))),
      );
      await workbench.goTo(1, 300);
      await workbench.runCommand("Analyses: Show Evidence");
      await cell("/studies/0", "experimental-events").waitFor();
      await saves();
      await press("Control+S");
      await quickInput.locator(".quick-input-title", { hasText: "Save As" }).waitFor();
      await eventually(async () =>
        assert.match(await workbench.quickInputBox.inputValue(), /\.analyses\.json$/),
      );
      await workbench.answer(join(window.folder, file));
      await tab(`Evidence of ${file}`).waitFor();
      await page.getByRole("tab", { name: new RegExp(`^${file}`) }).waitFor();
      await cell("/studies/0", "experimental-events").click();
      await page.keyboard.type("18", { delay: 20 });
      await press("Enter");
      await window.saved(file, /"events": ?18,/);
    }
  });
});
