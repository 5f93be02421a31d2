import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharedWindow } from "./openWindow";

describe("a person who wants to know the result of an analysis", () => {
  const window = sharedWindow();

  const lens = (words: string | RegExp) =>
    window.workbench.editor.locator(".codelens-decoration").filter({ hasText: words });

  it("sees the forest of an analysis in the hover", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await workbench.goTo(11, 14);
    await lens("RR 0.67").waitFor();
    await workbench.runCommand("Show or Focus Hover");
    const hover = workbench.page.locator(".monaco-hover:not(.hidden)").first();
    await hover.getByText("Risk ratio by Mantel-Haenszel, random-effects model").waitFor();
    await hover.locator("img").waitFor();
    const isDrawn = await workbench.page.evaluate<boolean>(`(() => {
      const image = document.querySelector(".monaco-hover:not(.hidden) img");
      return image.complete && image.naturalWidth > 300 && image.naturalHeight > 90;
    })()`);
    assert.ok(isDrawn);
    await window.screenshot("evidence hover");
    await workbench.page.keyboard.press("Escape");
  });

  it("states in the panel what an unknown value means, and which arm is the experimental one", async () => {
    const { workbench } = window;
    const { page, quickInput } = workbench;
    const studies = [
      { study: "Abara 2014", yoga: { events: 12, n: 40 }, "usual care": { events: 8, n: 41 } },
      { study: "Osei 2020", yoga: { events: 5, n: 20 }, "usual care": { events: 4, n: 22 } },
    ];
    const analyses = [{ number: 1, name: "Pain", "effect-measure": "Risiko", studies }];
    const groups = [{ number: 1, name: "Yoga", analyses }];
    writeFileSync(
      join(window.folder, "yoga.analyses.json"),
      JSON.stringify({ "analysis-groups": groups }, undefined, 2),
    );
    await workbench.openFile("yoga.analyses.json");
    await lens("“Risiko” is no known value").click();
    const panel = workbench.panel;
    await panel.getByRole("button", { name: "Show Roles…" }).click();
    await quickInput.getByText("“Risiko” means risk-ratio").click();
    await panel.getByText("Which arm is the experimental one: “yoga” or “usual care”?").waitFor();
    await page.keyboard.press("Escape");
    await panel.getByRole("button", { name: "Show Roles…" }).click();
    await quickInput.getByText("“yoga” is the experimental arm").click();
    await panel.getByText("RR 1.48, 95% CI 0.78 to 2.84").first().waitFor();
    await page.keyboard.press("Escape");
    await workbench.runCommand("View: Close All Editors");
  });
});
