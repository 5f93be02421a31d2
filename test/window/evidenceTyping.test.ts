import assert from "node:assert/strict";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who is typing into a cell of evidence", () => {
  const window = sharedWindow();
  const { panel, cell, press, reads, text, saved, onDisk, show } = evidenceTable(window, name);

  before(show);

  it("has typed text written when the panel is closed by a key or by its ×, and reads where it cannot be", async () => {
    const { workbench } = window;
    const { page, notifications } = workbench;
    const before = text();
    const tab = page.getByRole("tab", { name: `Evidence of ${name}` });
    const typeAndClose = async (typed: string, close: () => Promise<void>) => {
      await cell("/studies/1", "experimental-events").click();
      await page.keyboard.type(typed, { delay: 20 });
      // VS Code registers the page's focus after a delay; until then its editor receives the keys.
      await page.locator(".editor-group-container.active").filter({ has: tab }).waitFor();
      await close();
      await tab.waitFor({ state: "detached" });
    };
    const reopen = async () => {
      await workbench.runCommand("Analyses: Show Evidence");
      await cell("/studies/1", "experimental-events").waitFor();
    };
    const byKey = () => press("Control+w");
    const byMouse = () => tab.getByRole("button", { name: /^Close/ }).click();
    for (const [events, close] of [
      ["15", byKey],
      ["16", byMouse],
    ] as const) {
      await typeAndClose(events, close);
      await saved(new RegExp(`"Bergström 2016"[^]*?"events": ${events},`));
      await reopen();
    }
    await typeAndClose("many", byMouse);
    await notifications.getByText("“many”, typed into a cell, is not in").waitFor();
    assert.equal(await workbench.unsaved.isVisible(), false);
    await reopen();
    // After its panel is closed, the editor undoes an edit made there.
    await cell("/studies/1", "experimental-events").click();
    await press("Control+z");
    await panel().getByText("There is nothing to take back here").waitFor();
    onDisk(before);
    await reads("/studies/1", "experimental-events", "7");
  });

  it("saves a new document from its cells, and goes on with the file", async () => {
    const { workbench } = window;
    const { page, quickInput } = workbench;
    const file = "from-cells.analyses.json";
    await workbench.runCommand("View: Close All Editors");
    await workbench.chooseFrom("Analyses: New Analyses Document", "Risk of bias, version 2");
    await workbench.editor.getByText("RISK_OF_BIAS_2").first().waitFor();
    await press("Control+A");
    await page.keyboard.insertText(
      JSON.stringify(JSON.parse(text().replace(/,\s*\{\s*"study"[^]*$/, "]}]}]}"))),
    );
    await workbench.goTo(1, 300);
    await workbench.runCommand("Analyses: Show Evidence");
    await cell("/studies/0", "experimental-events").click();
    await press("Control+S");
    await quickInput.locator(".quick-input-title", { hasText: "Save As" }).waitFor();
    await eventually(async () =>
      assert.match(await workbench.quickInputBox.inputValue(), /\.analyses\.json$/),
    );
    await workbench.answer(join(window.folder, file));
    await page.getByRole("tab", { name: `Evidence of ${file}` }).waitFor();
    await page.getByRole("tab", { name: new RegExp(`^${file}`) }).waitFor();
    await cell("/studies/0", "experimental-events").click();
    await page.keyboard.type("18", { delay: 20 });
    await press("Enter");
    await window.saved(file, /"events": ?18,/);
  });
});
