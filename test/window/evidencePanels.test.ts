import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { openWorkbench } from "../../scripts/vscode-host/browser.mjs";
import { evidenceTable } from "./evidenceTable";
import { storedByWindow } from "./inPage";
import { sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";
const other = "other-review.analyses.json";

describe("a person who has the evidence of documents open that come and go", () => {
  const window = sharedWindow();
  const { panel: shown, cell, press, show } = evidenceTable(window, name);
  const type = (typed: string) => window.workbench.page.keyboard.type(typed, { delay: 20 });
  const events = () => cell("/studies/0", "experimental-events");
  const tab = (title: string) => window.workbench.page.getByRole("tab", { name: title });
  const heading = (title: string) => shown().getByRole("heading", { name: title }).waitFor();

  before(async () => {
    window.replace(other, window.text(name).replace('"events": 12,', '"events": 15,'));
    await show();
  });

  it("finds it as it was after the window was reloaded: analysis, lock and plot", async () => {
    const { workbench } = window;
    await shown().getByRole("button", { name: "Next" }).click();
    await heading("1.2 Pain at end of treatment");
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

  it("reads that the document has another language now, and sees it again once it has not", async () => {
    const { workbench } = window;
    const said = shown().getByText(`The language mode of “${name}” is not Analyses JSON.`);
    await workbench.focusText();
    await workbench.chooseFrom("Change Language Mode", "Plain Text");
    await said.waitFor();
    await workbench.chooseFrom("Change Language Mode", "Analyses JSON");
    await eventually(async () => assert.equal(await events().innerText(), "12"));
    await said.waitFor({ state: "hidden" });
  });

  it("has one for each of two documents, each with its own figure", async () => {
    const { workbench } = window;
    await workbench.focusText();
    await workbench.openFile(other);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await tab(`Evidence of ${other}`).waitFor();
    await eventually(async () => assert.equal(await events().innerText(), "15"));
    await tab(`Evidence of ${name}`).click();
    await eventually(async () => assert.equal(await events().innerText(), "12"));
  });
});
