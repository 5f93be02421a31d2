import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { forbiddenIn } from "./forbiddenIn";
import { inPage } from "./inPage";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";
const subgroups = "every-kind-of-data.analyses.json";

/** Five studies that are there, and five more, as a spreadsheet copies them with an empty row and their totals. */
const block = [
  "Study\tEvents\tTotal\tEvents\tTotal",
  ...["Abara 2014", "Bergström 2016", "Delgado 2018", "Ito 2019", "Lindqvist 2021a"].map(
    (study, row) => `${study}\t${20 + row}\t1.200\t${30 + row}\t1.210`,
  ),
  ...["Moreau", "Nakata", "Okafor", "Petrov", "Quist"].map(
    (study, row) => `${study} 2024\t${5 + row}\t90\t${9 + row}\t91`,
  ),
  "\t\t\t\t",
  "Total (95% CI)\t\t6.450\t\t6.505",
].join("\r\n");

describe("a person who fills the table of evidence from a spreadsheet and by keys", () => {
  const window = openWindow();
  const { panel, cell, focused, press, text, saved, onDisk, show } = evidenceTable(window, name);
  const dialog = () => panel().getByRole("dialog", { name: "Write these cells into the document?" });
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

  it("goes on with the study that is added or moved, and none is written over", async () => {
    const { page } = window.workbench;
    const reads = (row: string, study: string) =>
      eventually(async () => assert.equal(await cell(row, "study").innerText(), study));
    await cell("/studies/0", "study").click();
    await press("Control+Enter");
    await focused("/studies/1", "study");
    await page.keyboard.type("New 2025", { delay: 20 });
    await press("Enter");
    await reads("/studies/1", "New 2025");
    await reads("/studies/0", "Abara 2014");
    await saved(/"Abara 2014"[^]*"New 2025"[^]*"Bergström 2016"/);
    await cell("/studies/1", "study").click();
    await press("Alt+ArrowDown");
    await press("Alt+ArrowDown");
    await reads("/studies/3", "New 2025");
    await focused("/studies/3", "study");
    await press("Control+Shift+K");
    await eventually(async () => assert.notEqual(await cell("/studies/3", "study").innerText(), "New 2025"));
    await saved(/^(?![^]*"New 2025")[^]*"Abara 2014"[^]*"Bergström 2016"[^]*"Delgado 2018"/);
    await focused("/studies/3", "study");
  });

  it("pastes ten rows, sees first what they make of which, and one undo takes all back", async () => {
    const { page } = window.workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(block)})`);
    const before = text();
    await cell("/studies/0", "study").click();
    await press("Control+V");
    await dialog().waitFor();
    await dialog()
      .getByRole("row", { name: /Abara 2014 Abara 2014 12 20 148 1200 19 30 151 1210/ })
      .waitFor();
    assert.equal(
      await dialog()
        .getByRole("row", { name: /new study/ })
        .count(),
      5,
    );
    await dialog().getByText("Drug Events").waitFor();
    await dialog().getByText("Lines that are left out: Total (95% CI)").waitFor();
    assert.deepEqual(await forbiddenIn(panel()), []);
    await window.screenshot("a block that is to be pasted");
    await press("Escape");
    await dialog().waitFor({ state: "hidden" });
    assert.equal(await window.workbench.unsaved.isVisible(), false);
    await cell("/studies/0", "study").click();
    await press("Control+V");
    await dialog().waitFor();
    await press("Enter");
    await cell("/studies/9", "study").waitFor();
    assert.equal(await cell("/studies/9", "study").innerText(), "Quist 2024");
    await panel().locator("#title").click();
    await saved(/"study": "Quist 2024",\s+"experimental": \{\s+"events": 9,\s+"total": 90\s+\}/);
    assert.match(text(), /"study": "Abara 2014",\s+"experimental": \{\s+"events": 20,\s+"total": 1200/);
    await cell("/studies/0", "study").click();
    await press("Control+Z");
    await cell("/studies/9", "study").waitFor({ state: "detached" });
    await panel().locator("#title").click();
    await saved(before);
  });

  it("adds a study by its button, and what is typed next is its name", async () => {
    const { page } = window.workbench;
    const before = text();
    await cell("/studies/1", "study").click();
    await panel().getByRole("button", { name: "Add Study" }).click();
    await cell("/studies/2", "study").and(panel().locator(":focus")).waitFor();
    await page.keyboard.type("New study 2025", { delay: 20 });
    await press("Enter");
    await saved(/"study": "New study 2025"/);
    assert.equal(text().match(/"study":/g)?.length, (before.match(/"study":/g)?.length ?? 0) + 1);
    await cell("/studies/2", "study").click();
    await press("Control+Shift+K");
    await saved(before);
  });

  it("adds a study at the end, in the line of totals that follows the last one", async () => {
    const before = text();
    await cell("/studies/4", "study").click();
    await press("ArrowDown");
    await panel().locator("[data-row='total sums'] [data-part='study']:focus").waitFor();
    await press("Control+Enter");
    await cell("/studies/5", "study").and(panel().locator(":focus")).waitFor();
    await saved(/"study": ""/);
    await press("Control+Z");
    await cell("/studies/5", "study").waitFor({ state: "detached" });
    await saved(before);
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

  it("sees the number that the text has, however it was typed", async () => {
    const events = cell("/studies/0", "experimental-total");
    const before = await events.innerText();
    await events.click();
    await window.workbench.page.keyboard.type(`0${before}`, { delay: 20 });
    await press("Enter");
    await eventually(async () => assert.equal(await events.innerText(), before));
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

  it("is told at once where a block does not fit, and nothing is asked", async () => {
    await cell("/studies/0", "comparator-events").click();
    await press("Control+V");
    await panel().getByText("The block has 5 columns; from here the table has 2.").waitFor();
    assert.equal(await dialog().isVisible(), false);
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

  it("has what is typed go to its study, though the text has changed under it", async () => {
    const { workbench } = window;
    const events = (row: string, expected: string) =>
      eventually(async () => assert.equal(await cell(row, "experimental-events").innerText(), expected));
    await cell("/studies/1", "experimental-events").click();
    await workbench.page.keyboard.type("55", { delay: 20 });
    const changed = text().replace(/\{\s*"study": "Abara 2014"[^]*?(?=\{\s*"study": "Bergström)/, "");
    assert.notEqual(changed, text());
    onDisk(changed);
    await eventually(async () =>
      assert.equal(await cell("/studies/0", "study").innerText(), "Bergström 2016"),
    );
    await press("Enter");
    await events("/studies/0", "55");
    // That of the study at whose place it was typed.
    await events("/studies/1", /"Delgado 2018"[^]*?"events": (\d+)/.exec(changed)?.[1] ?? "");
  });

  it("leaves the same study out under another name, and is told once the text does not have it any more", async () => {
    // What is unsaved is not read anew from the disk.
    await saved(/"events": 55/);
    await cell("/studies/1", "study").click();
    await panel().getByRole("button", { name: "Leave Out" }).click();
    await panel().locator("#bar-text", { hasText: "Left out for the moment: Delgado 2018." }).waitFor();
    onDisk(text().replace('"study": "Delgado 2018"', '"study": "Delgado 2019"'));
    await panel().locator("#bar-text", { hasText: "Left out for the moment: Delgado 2019." }).waitFor();
    onDisk(text().replace(/\{\s*"study": "Delgado 2019"[^]*?(?=\{\s*"study": "Okafor)/, ""));
    await panel()
      .getByText("Not left out any more, since the text does not have it any more: Delgado 2019.")
      .waitFor();
  });

  it("stays in the table by keys, where the study is taken away in the text", async () => {
    const rows = await panel().locator("[data-row^='/studies/']").count();
    const last = `/studies/${rows - 1}`;
    await cell(last, "study").click();
    const document = JSON.parse(text()) as {
      "analysis-groups": { analyses: { studies: unknown[] }[] }[];
    };
    document["analysis-groups"][0]?.analyses[0]?.studies.pop();
    onDisk(JSON.stringify(document, undefined, 2));
    await cell(last, "study").waitFor({ state: "detached" });
    await panel().locator("[data-part]:focus").waitFor();
  });

  it("adds the first study of all by the button, with the caret in its list", async () => {
    const { workbench } = window;
    await workbench.runCommand("View: Close All Editors");
    onDisk(text().replace(/"studies": \[[^]*?\n {10}\]/, '"studies": []'));
    const lines = text().split("\n");
    const line = lines.findIndex((one) => one.includes('"studies": []'));
    await workbench.openFile(name);
    await workbench.goTo(line + 1, (lines[line] ?? "").indexOf("[") + 2);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().locator("[data-row='total sums']").waitFor();
    await panel().getByRole("button", { name: "Add Study" }).click();
    await cell("/studies/0", "study").and(panel().locator(":focus")).waitFor();
    await workbench.page.keyboard.type("First study 2025", { delay: 20 });
    await press("Enter");
    await saved(/"studies": \[\s+\{\s+"study": "First study 2025"/);
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
