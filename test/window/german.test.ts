import { openWindow } from "./openWindow";

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
});
