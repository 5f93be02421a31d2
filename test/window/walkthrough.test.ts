import { openWindow } from "./openWindow";

describe("a person who begins with the walkthrough", () => {
  const window = openWindow();

  const walkthrough = async (): Promise<void> => {
    const { workbench } = window;
    const title = "Get Started with Analyses & Registry";
    // The row's own hover lies over it: Enter takes it, a click would not.
    const found = workbench.quickInputRows.filter({ hasText: title }).first();
    await workbench.typeInto("Welcome: Open Walkthrough...", title, found);
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".getting-started-step").first().waitFor();
  };
  const step = (id: string, isDone: boolean) =>
    window.workbench.page.locator(`[data-done-step-id$="#${id}"][aria-checked="${isDone}"]`);

  it("opens a sample that has problems", async () => {
    const { workbench } = window;
    await walkthrough();
    await step("sample", false).waitFor();
    await workbench.page.getByRole("button", { name: "Open Sample", exact: true }).click();
    await workbench.page.getByRole("tab", { name: /Untitled-1/, selected: true }).waitFor();
    await workbench.editor.locator(".squiggly-error").first().waitFor();
  });

  it("mends one of them", async () => {
    const { workbench } = window;
    await workbench.goTo(3, 30);
    await workbench.takeQuickFix("RISK_OF_BIAS_2");
    await workbench.editor.getByText('"RISK_OF_BIAS_3"').waitFor({ state: "detached" });
  });

  it("finds both steps ticked, and no other", async () => {
    await walkthrough();
    await step("sample", true).waitFor();
    await step("problem", true).waitFor();
    for (const id of ["itemSchema", "registry", "reference"]) await step(id, false).waitFor();
    await window.screenshot("walkthrough");
  });
});
