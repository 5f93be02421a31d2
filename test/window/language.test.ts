import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { openWindow } from "./openWindow";

describe("a person who writes an analyses document", () => {
  const window = openWindow();

  const squiggles = () => window.workbench.editor.locator(".squiggly-error");

  it("types a value that is not allowed, and sees it underlined and explained in the Problems view", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await workbench.goTo(3, 41);
    await workbench.page.keyboard.type("7");
    await squiggles().first().waitFor();
    await workbench.showProblems();
    await workbench.problemRows.filter({ hasText: "RISK_OF_BIAS_27" }).first().waitFor();
    await window.screenshot("problem");
  });

  it("mends it with a quick fix, and the problem is gone", async () => {
    const { workbench } = window;
    await workbench.goTo(3, 30);
    await workbench.takeQuickFix("RISK_OF_BIAS_2", () => window.screenshot("quick fixes"));
    await workbench.editor.getByText('"RISK_OF_BIAS_2"').first().waitFor();
    await squiggles().first().waitFor({ state: "detached" });
  });

  it("sees the names of properties in another colour than texts", async () => {
    const { workbench } = window;
    const colourOf = (text: string) =>
      workbench.editor
        .locator(".view-line span[class^=mtk]")
        .filter({ hasText: text })
        .first()
        .getAttribute("class");
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await eventually(async () =>
      assert.notEqual(await colourOf("analysis-groups"), await colourOf("RISK_OF_BIAS_2")),
    );
  });

  it("has properties and values completed, with the commas that they need", async () => {
    const { workbench } = window;
    await workbench.goTo(2, 2);
    await workbench.page.keyboard.press("Control+A");
    await workbench.page.keyboard.type('{"risk');
    await workbench.suggest("risk-of-bias-method");
    await window.screenshot("completion");
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".suggest-widget").getByText("RISK_OF_BIAS_1").first().waitFor();
    // No value is chosen before the author chooses one.
    await workbench.page.keyboard.press("ArrowDown");
    await workbench.page.keyboard.press("Enter");
    await window.saved(
      "drug-versus-placebo.analyses.json",
      /^\{\s*"risk-of-bias-method": "RISK_OF_BIAS_[^,]*\}\s*$/,
    );
  });

  it("is told what a property means when the pointer is on it", async () => {
    const { workbench } = window;
    await workbench.openFile("problems-to-fix.analyses.json");
    await workbench.pointAt('"risk-of-bias-method"', "Risk-of-bias method");
    await window.screenshot("hover");
  });

  it("finds the groups and analyses of a document in its outline, in the author's words", async () => {
    const { workbench } = window;
    await workbench.page.keyboard.press("Control+Shift+O");
    await workbench.quickInputRows.filter({ hasText: "Exercise versus no exercise" }).first().waitFor();
    await workbench.quickInputRows.filter({ hasText: "Quality of life at 6 months" }).first().waitFor();
    await window.screenshot("outline");
    await workbench.page.keyboard.press("Escape");
  });

  it("begins a new document that is valid, with the cursor in the first group's name", async () => {
    const { workbench } = window;
    await workbench.chooseFrom("Analyses: New Analyses Document", "Risk of bias, version 2");
    await workbench.page.getByRole("tab", { name: /Untitled-1/, selected: true }).waitFor();
    await workbench.editor.getByText("RISK_OF_BIAS_2").first().waitFor();
    await workbench.page.keyboard.type("Exercise versus rest");
    await workbench.editor.getByText("Exercise versus rest").first().waitFor();
    await eventually(async () => assert.equal(await squiggles().count(), 0));
  });
});
