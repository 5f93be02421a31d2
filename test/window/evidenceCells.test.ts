import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { forbiddenIn } from "./forbiddenIn";
import { inPage } from "./inPage";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";
const subgroups = "every-kind-of-data.analyses.json";

describe("a person who fills the table of evidence by keys", () => {
  const window = openWindow();
  const { panel, cell, focused, press, text, saved, show } = evidenceTable(window, name);
  /** Goes from one to the next until it has the focus. */
  const tabTo = async (focused: Locator, key: string) => {
    for (let steps = 0; steps < 40 && !(await focused.isVisible()); steps += 1) await press(key);
    await focused.waitFor();
  };

  it("comes to the table, along its cells and to its buttons without the mouse", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await show();
    await workbench.runCommand("View: Focus Next Editor Group");
    await tabTo(panel().locator("[data-row='/studies/0'] [data-part='study']:focus"), "Tab");
    await press("ArrowRight");
    await press("ArrowDown");
    await focused("/studies/1", "experimental-events");
    await page.keyboard.type("17", { delay: 20 });
    await press("Enter");
    await focused("/studies/2", "experimental-events");
    await eventually(async () =>
      assert.equal(await cell("/studies/1", "experimental-events").innerText(), "17"),
    );
    await saved(/"events": 17/);
    await tabTo(
      panel().getByRole("button", { name: "Leave Out" }).and(panel().locator(":focus")),
      "Shift+Tab",
    );
    await press("Enter");
    await panel().locator("#bar-text", { hasText: "Left out for the moment: Delgado 2018." }).waitFor();
    await panel().getByRole("button", { name: "Put Back" }).click();
  });

  it("sees the number of the text after it is taken back, and goes on in its cell", async () => {
    const { workbench } = window;
    const events = cell("/studies/0", "experimental-events");
    const shows = (expected: string) =>
      eventually(async () => assert.equal(await events.innerText(), expected));
    const before = text();
    const was = await events.innerText();
    await events.click();
    await workbench.page.keyboard.type(`${was}.0`, { delay: 20 });
    await press("Enter");
    await shows(was);
    await saved(new RegExp(`"events": ${was}\\.0`));
    // The tab of the text comes to the front, with its cursor in another study.
    await workbench.page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    await workbench.openFile("review-team.md");
    await events.click();
    await press("Control+Z");
    await events.and(panel().locator(":focus")).waitFor();
    await saved(before);
  });

  it("is told that a document is read-only in this session, and nothing is written", async () => {
    const { workbench } = window;
    const tab = workbench.page.getByRole("tab", { name: new RegExp(`^${name}`) });
    const events = cell("/studies/0", "experimental-events");
    const was = await events.innerText();
    const refused = panel().getByText(`“${name}” is read-only.`);
    await tab.click();
    await workbench.runCommand("File: Set Active Editor Read-only in Session");
    await events.click();
    await workbench.page.keyboard.type("70", { delay: 20 });
    await press("Enter");
    await refused.waitFor();
    assert.equal(await events.innerText(), "70", "What was typed stays where it was typed.");
    await panel().getByRole("button", { name: "Write It Again" }).click();
    await press("Escape");
    await eventually(async () => assert.equal(await events.innerText(), was));
    // Also where another tab is before the text.
    for (const front of [tab, workbench.page.getByRole("tab", { name: "review-team.md" })]) {
      await front.click();
      await cell("/studies/1", "study").click();
      await panel().getByRole("button", { name: "Duplicate" }).click();
      await refused.waitFor();
      // What was tried in the text, and taken back, comes to the panel sooner than this is done.
      await tab.click();
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

  it("reaches everything in a window of half the size, as at 200 % zoom", async () => {
    const { page } = window.workbench;
    await page.setViewportSize({ width: 640, height: 480 });
    const { scrollWidth, clientWidth } = await inPage<
      Readonly<Record<"scrollWidth" | "clientWidth", number>>
    >(
      panel(),
      `(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)`,
    );
    const overflow = scrollWidth - clientWidth;
    assert.ok(overflow <= 0, `${overflow} pixels of the page are beside it`);
    for (const label of ["Overview", "Export…", "Sort Descending"])
      await panel().getByRole("button", { name: label }).click({ trial: true });
    await cell("/studies/3", "comparator-total").click();
    assert.deepEqual(await forbiddenIn(panel()), []);
    await window.screenshot("evidence in a small window");
  });

  it("has the cells of a study once more in the order of the others, where columns have no room", async () => {
    await panel().locator("[data-folded]:not([data-folded=''])").waitFor();
    const partsOf = async (row: string) => {
      const cells = await cell(row, "study").locator("xpath=..").locator("[data-part]").all();
      return Promise.all(cells.map((one) => one.getAttribute("data-part")));
    };
    const before = text();
    await cell("/studies/1", "study").click();
    await panel().getByRole("button", { name: "Duplicate" }).click();
    await eventually(async () =>
      assert.equal(await cell("/studies/2", "study").innerText(), "Bergström 2016"),
    );
    await cell("/studies/2", "weight").waitFor({ state: "attached" });
    assert.deepEqual(await partsOf("/studies/2"), await partsOf("/studies/1"));
    await saved(/("study": "Bergström 2016"(?:(?!"study")[^])*){2}/);
    await cell("/studies/2", "study").click();
    await press("Control+Shift+K");
    await saved(before);
  });

  it("empties a subgroup and fills it again, by keys and by the button", async () => {
    const { workbench } = window;
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(subgroups);
    await workbench.goTo(28, 30);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().getByRole("heading", { name: "1.1 Falls, by the participants' age" }).waitFor();
    const names = panel().locator("[data-row='subgroup 1'] ~ [data-row^='/'] [data-part='study']");
    const reads = (study: string) =>
      eventually(async () => assert.equal(await names.first().innerText(), study));
    await names.first().click();
    await press("Control+Shift+K");
    await reads("Oyelaran 2019");
    await press("Control+Shift+K");
    await names.first().waitFor({ state: "detached" });
    const heading = panel().locator("[data-row='subgroup 1'] [data-part='name']");
    await heading.and(panel().locator(":focus")).waitFor();
    await press("Control+Enter");
    await names.first().and(panel().locator(":focus")).waitFor();
    await workbench.page.keyboard.type("Ortega 2025", { delay: 20 });
    await press("Enter");
    await reads("Ortega 2025");
    await heading.click();
    await panel().getByRole("button", { name: "Add Study" }).click();
    await names.nth(1).waitFor();
    await window.saved(
      subgroups,
      /"75 years and older",\s+"studies": \[\s+\{\s+"study": "Ortega 2025",[^\]]*"study": "",/,
    );
    await cell("/subgroups/0/studies/2", "study").click();
    await panel().getByRole("button", { name: "Move Down" }).click();
    await panel().getByText("“Mwangi 2017” is the last study of its list.").waitFor();
  });
});
