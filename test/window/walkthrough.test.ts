import { openWindow } from "./openWindow";

describe("a person who begins with the walkthrough", () => {
  const window = openWindow();

  const walkthrough = async (): Promise<void> => {
    const { workbench } = window;
    const title = "Get Started with Analyses & Registry";
    // The row's own hover covers it, so the test presses Enter instead of clicking.
    const found = workbench.quickInputRows.filter({ hasText: title }).first();
    await workbench.typeInto("Welcome: Open Walkthrough...", title, found);
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".getting-started-step").first().waitFor();
  };
  const step = (id: string, isDone: boolean) =>
    window.workbench.page.locator(`[data-done-step-id$="#${id}"][aria-checked="${isDone}"]`);

  it("opens a review's meta-analyses, and sees a forest plot of five studies next to them", async () => {
    const { workbench } = window;
    await walkthrough();
    await step("sample", false).waitFor();
    await workbench.page.getByRole("button", { name: "Open Sample", exact: true }).click();
    await workbench.page.getByRole("tab", { name: /^Untitled-1/ }).waitFor();
    const page = workbench.page.locator("iframe.webview").last().contentFrame();
    const panel = page.frameLocator("iframe#active-frame");
    await panel.locator("#table [data-row]").nth(4).waitFor();
    await panel.locator("polygon.diamond").first().waitFor();
    await window.screenshot("walkthrough with the first forest plot");
    await workbench.runCommand("View: Close All Editors");
    await workbench.page.getByRole("button", { name: "Don't Save" }).click();
  });

  it("opens a sample that has problems", async () => {
    const { workbench } = window;
    await walkthrough();
    await workbench.page.getByText("See a problem and fix it").click();
    await workbench.page.getByRole("button", { name: "Open Sample with Problems" }).click();
    await workbench.page.getByRole("tab", { name: /^Untitled-1/, selected: true }).waitFor();
    await workbench.editor.locator(".squiggly-error").first().waitFor();
  });

  it("mends one of them", async () => {
    const { workbench } = window;
    await workbench.goTo(3, 30);
    await workbench.takeQuickFix("RISK_OF_BIAS_2");
    await workbench.editor.getByText('"RISK_OF_BIAS_3"').waitFor({ state: "detached" });
  });

  it("finds ticked what is done, with the registry that is there already", async () => {
    await walkthrough();
    for (const id of ["sample", "problem", "evidence", "registry"]) await step(id, true).waitFor();
    for (const id of ["numbers", "itemSchema", "reference"]) await step(id, false).waitFor();
    await window.screenshot("walkthrough");
  });
});
