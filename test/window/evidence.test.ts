import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharedWindow } from "./openWindow";

describe("a person who wants to know the result of an analysis", () => {
  const window = sharedWindow();

  const lens = (words: string | RegExp) =>
    window.workbench.editor.locator(".codelens-decoration").filter({ hasText: words });
  const hover = () => window.workbench.page.locator(".monaco-hover:not(.hidden)").first();

  for (const [theme, name] of [
    ["Dark Modern", "dark"],
    ["Light Modern", "light"],
  ] as const)
    it(`sees the forest of an analysis in the hover, in the theme ${theme}`, async () => {
      const { workbench } = window;
      await workbench.openFile("drug-versus-placebo.analyses.json");
      await workbench.chooseFrom("Preferences: Color Theme", theme);
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

  describe("with an item schema that has no annotations", () => {
    const schema = "pairwise-analysis.schema.json";
    const write = (text: string) => writeFileSync(join(window.folder, schema), text);
    let annotated: string;

    before(() => (annotated = window.text(schema)));
    beforeEach(() => write(withoutAnnotations()));
    after(() => write(annotated));
    const withoutAnnotations = (): string =>
      JSON.stringify(
        JSON.parse(annotated, (key, value: unknown) => (key.startsWith("x-evidence") ? undefined : value)),
        undefined,
        2,
      );

    it("writes the roles of names into it", async () => {
      const { page } = window.workbench;
      await showRoles("/studies/*/experimental/events · by its name");
      await writeRoles("Write them into the item schema");
      await page.getByRole("tab", { name: "pairwise-analysis.schema.json", selected: true }).waitFor();
      await window.saved(schema, /"events": \{\s*"x-evidence-role": "experimental-events"/);
      await showRoles("/studies/*/experimental/events · by the item schema");
      await page.keyboard.press("Escape");
    });
  });

  it("accepts a finding that is right all the same, with a reason, and does not see it again", async () => {
    const { workbench } = window;
    await workbench.openFile("numbers-to-check.analyses.json");
    await workbench.showProblems();
    const problem = workbench.problemRows.filter({ hasText: "0.61 is stored here" }).first();
    await problem.waitFor();
    await goToText('"estimate": 0.61', '"estimate": 0'.length);
    await workbench.takeQuickFix("Accept with a reason");
    await workbench.answer("Printed so in the report.", "Why is this right?");
    await workbench.answer("Ada", "Your name, as the team knows you");
    await problem.waitFor({ state: "detached" });
    const file = window.text("accepted-findings.json");
    const { accepted } = JSON.parse(file) as { accepted: readonly Record<string, unknown>[] };
    assert.deepEqual(
      accepted.map(({ document, analysis, code, by, reason }) => [document, analysis, code, by, reason]),
      [["numbers-to-check.analyses.json", "2.4", "result-mismatch", "Ada", "Printed so in the report."]],
    );
    assert.match(String(accepted[0]?.on), /^\d{4}-\d\d-\d\d$/);
  });

  it("calculates a standard deviation from what the report gives", async () => {
    const { workbench } = window;
    await workbench.openFile("numbers-to-check.analyses.json");
    await goToText('"standard-deviation": 1.2,', '"standard-deviation": 1'.length);
    await workbench.takeQuickFix("Calculate the standard deviation of the experimental group");
    await workbench.choose("Standard error of the mean");
    await workbench.answer("1.2", "Standard error (Press");
    // The input contains the number of participants from the document.
    await workbench.page.getByText("Participants of the experimental group").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.choose("Write 13.145");
    await workbench.editor.getByText("13.145").first().waitFor();
    await window.saved("numbers-to-check.analyses.json", /"standard-deviation": 13\.145/);
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

  async function showRoles(shown: string): Promise<void> {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await workbench.goTo(26, 20);
    const row = workbench.page.getByText(shown).first();
    await workbench.until(row, async () => {
      await workbench.page.keyboard.press("Escape");
      await workbench.runCommand("Analyses: Show Evidence Roles");
    });
  }

  async function writeRoles(label: string): Promise<void> {
    const { page } = window.workbench;
    await page.keyboard.type(label);
    await page.locator(".quick-input-list .focused").getByText(label).waitFor();
    await page.keyboard.press("Enter");
  }

  async function goToText(words: string, column: number): Promise<void> {
    const text = window.text("numbers-to-check.analyses.json");
    const before = text.slice(0, text.indexOf(words)).split("\n");
    await window.workbench.goTo(before.length, (before.at(-1)?.length ?? 0) + column + 1);
  }
});
