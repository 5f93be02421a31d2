import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { openWindow } from "./openWindow";
import { showRegistry } from "./signIn";

describe("a person whose VS Code is German", () => {
  const window = openWindow("de");

  it("reads in German what is wrong with a document, and how a quick fix mends it", async () => {
    const { workbench } = window;
    await workbench.openFile("problems-to-fix.analyses.json");
    await workbench.showProblems();
    const problem =
      "`RISK_OF_BIAS_3` ist für „Methode zur Beurteilung des Verzerrungsrisikos“ nicht zulässig";
    await workbench.problemRows.filter({ hasText: problem }).first().waitFor();
    await workbench.openFile("problems-to-fix.analyses.json");
    await workbench.goTo(3, 28);
    await workbench.takeQuickFix('Durch "RISK_OF_BIAS_1" ersetzen', () => window.screenshot("German"));
    await workbench.problemRows.filter({ hasText: problem }).first().waitFor({ state: "detached" });
  });

  it("finds commands by their German names, and reads questions in German", async () => {
    const { workbench } = window;
    await workbench.chooseFrom("Analysen: Neues Analysedokument", "Risk of Bias, Version 2");
    await workbench.editor.getByText("RISK_OF_BIAS_2").first().waitFor();
  });

  it("reads the registry's view and its questions in German", async () => {
    const { page } = window.workbench;
    await showRegistry(window.workbench);
    await page
      .getByRole("treeitem", { name: /^Gruppentypen/ })
      .first()
      .waitFor();
    await page.getByText("Gruppen und Gruppentypen kann jeder lesen.").first().waitFor();
  });

  it("reads in German how the results differ from those of another file", async () => {
    const { workbench, folder } = window;
    const name = "drug-versus-placebo.analyses.json";
    const base = join(folder, "base.json");
    writeFileSync(base, window.text(name).replace('"events": 12', '"events": 120'));
    await workbench.openFile(name);
    await workbench.runCommand("Analysen: Evidenz mit Datei vergleichen…");
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), /samples/));
    await workbench.answer(base);
    await workbench.panel.getByText("Verglichen mit base.json").waitFor();
    await workbench.panel.getByText(/^Analysen: 1 geändert, 0 neu/).waitFor();
    await workbench.panel.getByRole("rowheader", { name: "Vorher", exact: true }).first().waitFor();
  });
});
