import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { sharedWindow } from "./openWindow";

const strictSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Our $(flame) own analyses",
  required: ["certainty-of-evidence"],
};

describe("a person who chooses what each analysis must follow", () => {
  const window = sharedWindow();

  const statusRow = () => window.workbench.page.locator(".hover-language-status");
  const openStatus = async () => {
    await window.workbench.page.locator('[id="status.languageStatus"]').click();
    await statusRow().filter({ hasText: "Analyses schema 1.0.0" }).first().waitFor();
  };
  const saved = (): unknown => JSON.parse(window.text(join(".vscode", "settings.json")));
  const complaint = () => window.workbench.problemRows.filter({ hasText: "certainty-of-evidence" }).first();

  it("chooses another by the command, and the findings follow it", async () => {
    const { workbench } = window;
    writeFileSync(join(window.folder, "our-own.schema.json"), JSON.stringify(strictSchema));
    await workbench.showProblems();
    assert.equal(await complaint().count(), 0);
    await workbench.openFile("drug-versus-placebo.analyses.json");
    // A schema's title is plain text: VS Code must not render an icon from it.
    const own = workbench.quickInputRows.filter({ hasText: "Our $(flame) own analyses" }).first();
    await workbench.until(own, () => workbench.runCommand("Analyses: Select Item Schema"));
    await workbench.choose("our-own.schema.json");
    await complaint().waitFor();
    assert.deepEqual(saved(), { "analysesRegistry.itemSchema": "our-own.schema.json" });
    await openStatus();
    await statusRow().filter({ hasText: "item schema: Our $(flame) own analyses" }).first().waitFor();
  });

  it("opens the choice from the language status, takes none, and the findings are gone", async () => {
    const { workbench } = window;
    await statusRow().getByText("Select Item Schema").click();
    await workbench.choose("None");
    await complaint().waitFor({ state: "detached" });
    await eventually(() => assert.deepEqual(saved(), { "analysesRegistry.itemSchema": "" }));
    await openStatus();
    await statusRow().filter({ hasText: "no item schema" }).first().waitFor();
  });

  it("opens the page about a problem from its code, rendered, and from the light bulb", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.openFile("problems-to-fix.analyses.json");
    await workbench.showProblems();
    await workbench.problemRows
      .getByText("not-allowed-value")
      .first()
      .click({ modifiers: ["Control"] });
    const preview = page.getByRole("tab", { name: /Preview not-allowed-value/ });
    await preview.waitFor();
    await window.screenshot("page of a problem");
    await workbench.runCommand("View: Close Editor");
    await preview.waitFor({ state: "detached" });
    await workbench.openFile("problems-to-fix.analyses.json");
    await workbench.goTo(3, 30);
    await workbench.takeQuickFix("Explain this problem");
    await preview.waitFor();
  });
});
