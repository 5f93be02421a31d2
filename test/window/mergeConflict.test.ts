import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { forbiddenIn } from "./forbiddenIn";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person whose branches changed the same cell", () => {
  const window = openWindow();

  it("is asked for that cell with the result of either answer, and one undo brings the conflict back", async () => {
    const { workbench } = window;
    const before = window.text(name);
    const marked = before.replace(
      /^.*"events": 12,\n/m,
      (line) =>
        `<<<<<<< ours\n${line.replace("12", "21")}||||||| base\n${line}=======\n${line.replace("12", "22")}>>>>>>> theirs\n`,
    );
    window.replace(name, marked);
    await workbench.openFile(name);
    const theirs = workbench.quickInputRows.filter({ hasText: "theirs" }).filter({ hasText: "RR 0." });
    await workbench.openQuickInput("Analyses: Resolve Merge Conflict…", theirs.first());
    await window.screenshot("merge conflict");
    await theirs.first().click();
    await window.saved(name, before.replace('"events": 12,', '"events": 22,'));
    await workbench.page.keyboard.press("Control+Z");
    await window.saved(name, marked);
    window.replace(name, before);
  });

  it("settles two extractions on the comparison page, by keys alone", async () => {
    const { workbench } = window;
    const { page: shown } = workbench;
    const page = (): FrameLocator =>
      shown.locator("iframe.webview:visible").contentFrame().frameLocator("iframe#active-frame");
    const second = window
      .text(name)
      .replace('"events": 12,', '"events": 21,')
      .replace('"total": 148', '"total": 149');
    window.replace("second.analyses.json", second);
    await workbench.openFile(name);
    await workbench.typeInto(
      "Analyses: Compare Extractions…",
      `${window.folder}/second.analyses.json`,
      workbench.quickInputRows.filter({ hasText: "second.analyses.json" }).first(),
    );
    await shown.keyboard.press("Enter");
    await page().locator("#summary", { hasText: "Disagreements: 2, decided: 0" }).waitFor();
    await window.screenshot("extractions");
    assert.deepEqual(await forbiddenIn(page()), []);
    await page().locator(".cell button:focus").waitFor();
    await shown.keyboard.press("ArrowRight");
    await page().locator("#reason-text:focus").waitFor();
    await shown.keyboard.type("Table 2 of the report");
    await shown.keyboard.press("Enter");
    await workbench.answer("Mara", "Your name");
    await page().getByText("Decided by Mara: 21. Table 2 of the report").waitFor();
    await window.screenshot("extractions decided");
    await page().getByRole("button", { name: "Open the agreed document" }).press("Enter");
    await shown.getByRole("tab", { name: /^Untitled/, selected: true }).waitFor();
  });
});
