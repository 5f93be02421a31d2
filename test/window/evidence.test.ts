import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { openWindow } from "./openWindow";

describe("a person who wants to know what an analysis says", () => {
  const window = openWindow();

  const lens = (words: string | RegExp) =>
    window.workbench.editor.locator(".codelens-decoration").filter({ hasText: words });
  const hover = () => window.workbench.page.locator(".monaco-hover:not(.hidden)").first();

  it("reads it above the analysis, and reads another result after a number is typed", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await lens("RR 0.67 [0.50, 0.89] · 5 studies · 1,857 participants · I² 0 %").waitFor();
    await workbench.goTo(26, 29);
    await workbench.page.keyboard.type("0");
    await lens(/RR (?!0\.67)/).waitFor();
    await workbench.page.keyboard.press("Backspace");
    await lens("RR 0.67 [0.50, 0.89]").waitFor();
  });

  for (const [theme, name] of [
    ["Dark Modern", "dark"],
    ["Light Modern", "light"],
  ] as const)
    it(`sees the forest of an analysis in the hover, in the theme ${theme}`, async () => {
      const { workbench } = window;
      await workbench.runCommand("Preferences: Color Theme");
      await workbench.choose(theme);
      await lens("RR 0.67").waitFor();
      await workbench.goTo(11, 14);
      await workbench.runCommand("Show or Focus Hover");
      await hover().getByText("Risk ratio by Mantel-Haenszel, random-effects model").waitFor();
      const image = hover().locator("img");
      await image.waitFor();
      const shown = await image.evaluate((element) => {
        const { complete, naturalWidth, naturalHeight } = element as unknown as {
          complete: boolean;
          naturalWidth: number;
          naturalHeight: number;
        };
        return { complete, isDrawn: naturalWidth > 300 && naturalHeight > 90 };
      });
      if (!shown.complete || !shown.isDrawn) throw new Error("VS Code did not draw the image.");
      await window.screenshot(`evidence hover ${name}`);
      await workbench.page.keyboard.press("Escape");
    });

  it("sees which property has which role, and writes it into the settings of the folder", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await workbench.goTo(26, 20);
    await workbench.runCommand("Analyses: Show Evidence Roles");
    await workbench.page.getByText("/studies/*/experimental/events · by its name").first().waitFor();
    await window.screenshot("evidence roles");
    await workbench.page.keyboard.type("Write the roles that names have");
    await workbench.page.locator(".quick-input-list .focused").getByText("Write the roles").waitFor();
    await workbench.page.keyboard.press("Enter");
    await eventually(() => {
      const settings = readFileSync(join(window.folder, ".vscode", "settings.json"), "utf8");
      assert.match(settings, /"\/studies\/\*\/experimental\/events": "experimental-events"/);
    });
  });
});
