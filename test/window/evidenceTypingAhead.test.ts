import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { inPage } from "./inPage";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who types into the table of evidence faster than the text has it", () => {
  const window = openWindow();
  const { panel, cell, press, reads, text, saved, onDisk, show } = evidenceTable(window, name);
  /** The study is called so in the text only after it. @param meanwhile what the page does between */
  const renameAndCount = (study: string, meanwhile = "") =>
    inPage(
      panel(),
      `{
        const key = (name) =>
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
        document.querySelector('[data-row="/studies/1"] [data-part="study"]').focus();
        key("F2");
        document.activeElement.value = ${JSON.stringify(study)};
        key("Tab");
        ${meanwhile};
        for (const name of ["5", "Enter"]) key(name);
      }`,
    );

  before(show);

  it("types the study that is added after the last one without waiting for it, and writes over none", async () => {
    const { keyboard } = window.workbench.page;
    const before = text();
    const start = before.indexOf('"study": "Lindqvist');
    const last = before.slice(start, before.indexOf('"risk-of-bias"', start));
    await cell("/studies/4", "study").click();
    await cell("/studies/4", "study").and(panel().locator(":focus")).waitFor();
    await press("Control+Enter");
    await keyboard.type("Quist 20256");
    await press("Backspace");
    await press("Tab");
    await keyboard.type("5");
    await press("Enter");
    await saved(/"study": "Quist 2025",\s+"experimental": \{\s+"events": 5,/);
    assert.ok(text().includes(last), "The last study is as it was.");
    await cell("/studies/5", "study").click();
    await press("Control+Shift+K");
    await saved(before);
  });

  it("types studies in a row, added by keys and by the button, and pastes a name, without waiting for any", async () => {
    const { page } = window.workbench;
    const { keyboard } = page;
    const before = text();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate("navigator.clipboard.writeText('Sund 2027')");
    await cell("/studies/4", "study").click();
    await cell("/studies/4", "study").and(panel().locator(":focus")).waitFor();
    await press("Control+Enter");
    await keyboard.type("Quist 2025");
    await press("Control+Enter");
    await keyboard.type("Rask 2026");
    await press("Tab");
    await reads("/studies/6", "study", "Rask 2026");
    await press("Control+Enter");
    await press("Control+v");
    await press("Tab");
    await keyboard.type("5");
    await press("Tab");
    await reads("/studies/7", "experimental-events", "5");
    await panel().getByRole("button", { name: "Add Study" }).click();
    await keyboard.type("Tveit 2028");
    await press("Enter");
    await saved(/"Quist 2025"[^]*"Rask 2026"[^]*"Sund 2027"[^}]*"events": 5,[^]*"Tveit 2028"/);
    assert.equal(text().match(/"study":/g)?.length, (before.match(/"study":/g)?.length ?? 0) + 4);
    assert.ok(text().includes('"study": "Lindqvist'), "The last study of before keeps its name.");
    for (const row of ["/studies/8", "/studies/7", "/studies/6", "/studies/5"]) {
      await cell(row, "study").click();
      await press("Control+Shift+K");
      await cell(row, "study").waitFor({ state: "detached" });
    }
    await saved(before);
  });

  it("types studies that are added between others without waiting for any, and writes over none", async () => {
    const { keyboard } = window.workbench.page;
    const before = text();
    await cell("/studies/1", "study").click();
    await cell("/studies/1", "study").and(panel().locator(":focus")).waitFor();
    for (const study of ["Quist 2025", "Rask 2026", "Sund 2027"]) {
      await press("Control+Enter");
      await keyboard.type(study);
    }
    await press("Enter");
    await saved(/"Bergström 2016"[^]*"Quist 2025"[^]*"Rask 2026"[^]*"Sund 2027"[^]*"Delgado 2018"/);
    for (const row of ["/studies/4", "/studies/3", "/studies/2"]) {
      await cell(row, "study").click();
      await press("Control+Shift+K");
    }
    await saved(before);
  });

  it("types a number behind a name that ends with a space, and both are written", async () => {
    const before = text();
    await renameAndCount("Bergström 2017 ");
    await saved(/"study": "Bergström 2017",\s+"experimental": \{\s+"events": 5,/);
    onDisk(before);
    await reads("/studies/1", "study", "Bergström 2016");
  });

  it("types a number behind a name while a figure of the text before is on its way", async () => {
    const before = text();
    await inPage(
      panel(),
      'addEventListener("message", ({ data }) => { if (data.kind === "view") window.viewBefore = data; })',
    );
    await cell("/studies/0", "study").click();
    await eventually(async () => assert.ok(await inPage<boolean>(panel(), "window.viewBefore?.isWritten")));
    await renameAndCount(
      "Bergström 2018",
      'dispatchEvent(new MessageEvent("message", { data: viewBefore }))',
    );
    await saved(/"study": "Bergström 2018",\s+"experimental": \{\s+"events": 5,/);
    onDisk(before);
    await reads("/studies/1", "study", "Bergström 2016");
  });
});
