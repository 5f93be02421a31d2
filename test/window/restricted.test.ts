import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTeamFolder } from "../../scripts/lib/teamFolder.mjs";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { openOwnHost } from "./openOwnHost";

const arms = { experimental: { events: 12, total: 148 }, comparator: { events: 19, total: 151 } };

/** Only an annotation of the folder's schema marks the second study as left out. */
const leftOut = {
  name: "left-out.analyses.json",
  text: JSON.stringify({
    "risk-of-bias-method": "RISK_OF_BIAS_2",
    "analysis-groups": [
      {
        number: 1,
        name: "Drug versus placebo",
        analyses: [
          {
            number: 1,
            name: "Mortality",
            "effect-measure": "RISK_RATIO",
            studies: [
              { study: "Abara 2014", ...arms },
              { study: "Osei 2020", "left-out": true, ...arms },
            ],
          },
        ],
      },
    ],
  }),
};

describe("a person who does not trust a folder", () => {
  const samples = (folder: string) => join(folder, "samples");
  const window = openOwnHost({
    name: "analyses-restricted",
    options: { settings: { "security.workspace.trust.startupPrompt": "never" }, trusted: false },
    prepare: (folder) => {
      copyTeamFolder(samples(folder));
      // Without settings: VS Code itself reports that workspace settings apply after trust is granted.
      rmSync(join(samples(folder), ".vscode"), { recursive: true });
      const configuration = { itemSchema: "pairwise-analysis.schema.json" };
      writeFileSync(join(samples(folder), "analyses.config.json"), JSON.stringify(configuration));
      writeFileSync(join(samples(folder), leftOut.name), leftOut.text);
    },
    address: (host, folder) => workbenchAddress(host, samples(folder)),
  });

  const problem = (text: string) => window.workbench.problemRows.filter({ hasText: text }).first();
  const bySchemaOfFolder = () => problem("no `heterogeneity-estimator`");
  const restriction = "(Restricted Mode: no schema of the workspace is loaded)";

  /** Opens the language status until it shows the text. */
  async function status(text: string): Promise<void> {
    const { workbench } = window;
    const { page } = workbench;
    const shown = page.locator(".hover-language-status").filter({ hasText: text }).first();
    await workbench.until(shown, () => page.locator('[id="status.languageStatus"]').click());
    await page.keyboard.press("Escape");
  }

  it("reads why no schema of the folder counts, trusts the folder, and sees the other problems at once", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.showProblems();
    await workbench.openFile("problems-to-fix.analyses.json");
    await problem("`RISK_OF_BIAS_3` is not a risk-of-bias method").waitFor();
    await status(`no item schema ${restriction}`);
    assert.equal(await bySchemaOfFolder().count(), 0);
    await workbench.openFile(leftOut.name);
    await workbench.runCommand("Analyses: Show Evidence");
    const panel = workbench.panel;
    const pooled = (text: string) => panel.locator("#pooled").getByText(text);
    await pooled("2 studies").waitFor();
    await workbench.focusText();
    await workbench.runCommand("Workspaces: Manage Workspace Trust");
    await page.getByRole("button", { name: "Trust", exact: true }).click();
    await bySchemaOfFolder().waitFor();
    await pooled("1 study").waitFor();
    await workbench.openFile("problems-to-fix.analyses.json");
    await status("item schema: Pairwise meta-analysis");
    assert.equal(await page.getByText(restriction).count(), 0);
  });
});
