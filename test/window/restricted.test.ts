import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { vsixFile } from "../../scripts/lib/vsix.mjs";
import { openWorkbench, startBrowser } from "../../scripts/vscode-host/browser.mjs";
import type { Host } from "../../scripts/vscode-host/host.mjs";
import { installExtension, startHost, workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { folderToMake } from "../support/folderToMake";
import { keepPicturesOfFailures } from "./openWindow";

describe("a person who does not trust a folder", () => {
  const folder = folderToMake("analyses-restricted");
  let host: Host | undefined;
  let browser: Browser | undefined;
  let workbench: Workbench;

  before(async () => {
    cpSync("samples", join(folder, "samples"), { recursive: true });
    const folders = { dataFolder: join(folder, "data"), extensionsFolder: join(folder, "extensions") };
    await installExtension(vsixFile, folders);
    const settings = { "security.workspace.trust.startupPrompt": "never" };
    host = await startHost({ ...folders, settings, trusted: false });
    browser = await startBrowser();
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(60_000);
    await openWorkbench(page, workbenchAddress(host, join(folder, "samples")));
    workbench = new Workbench(page);
  });

  keepPicturesOfFailures(() => workbench);

  after(async () => {
    await browser?.close();
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const problem = (text: string) => workbench.problemRows.filter({ hasText: text }).first();
  const bySchemaOfFolder = () => problem("no `heterogeneity-estimator`");
  const restriction = "(Restricted Mode: no schema of the workspace is loaded)";

  /** Reads the language status until it says something. */
  async function status(text: string): Promise<void> {
    const { page } = workbench;
    const shown = page.locator(".hover-language-status").filter({ hasText: text }).first();
    await workbench.until(shown, () => page.locator('[id="status.languageStatus"]').click());
    await page.keyboard.press("Escape");
  }

  it("has what the format itself says told, nothing by a schema of the folder, and reads why", async () => {
    await workbench.showProblems();
    await workbench.openFile("problems-to-fix.analyses.json");
    await problem("`RISK_OF_BIAS_3` is not a risk-of-bias method").waitFor();
    await status(`no item schema ${restriction}`);
    assert.equal(await bySchemaOfFolder().count(), 0);
  });

  it("trusts the folder, and has the rest told at once", async () => {
    const { page } = workbench;
    await workbench.runCommand("Workspaces: Manage Workspace Trust");
    await page.getByRole("button", { name: "Trust", exact: true }).click();
    await bySchemaOfFolder().waitFor();
    await workbench.openFile("problems-to-fix.analyses.json");
    await status("item schema: Pairwise meta-analysis");
    assert.equal(await page.getByText(restriction).count(), 0);
  });
});
