// Takes README.md's screenshots of the real workbench, with the packaged extension and the reference
// registry: npm run screenshots. Writes them to docs/images: stills light and dark, two moving pictures.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { takeMovingPicture } from "./lib/movingPicture.mjs";
import { withPackagedHost } from "./lib/packagedHost.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHostAndBrowser } from "./lib/prepareHost.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { ffmpeg, prepareSystem } from "./lib/prepareSystem.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { step } from "./lib/progress.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { packageExtension } from "./lib/vsix.mjs";
import { openWorkbench, startBrowser } from "./vscode-host/browser.mjs";
import { workbenchAddress } from "./vscode-host/host.mjs";
import { Workbench } from "./vscode-host/workbench.mjs";

const themes = { light: "Default Light Modern", dark: "Default Dark Modern" };

endWithEverythingStarted();
await main(async () => {
  await prepareProject();
  await prepareHostAndBrowser();
  await prepareSystem([ffmpeg]);
  await step("Building the extension and the reference registry", async () => {
    await build();
    await packageExtension();
  });
  mkdirSync(inRoot("docs/images"), { recursive: true });
  const registry = await startReferenceRegistry();
  for (const [name, theme] of Object.entries(themes)) {
    await step(`Taking the pictures, ${name}`, () => takePictures(name, theme, registry));
  }
  await step("Taking the moving pictures", () => takeMovingPictures(registry));
  await registry.stop();
});

/**
 * @param {string} name
 * @param {string} theme
 * @param {import("./lib/referenceRegistry.mjs").ReferenceRegistry} registry
 */
async function takePictures(name, theme, registry) {
  const settings = { "workbench.colorTheme": theme, "editor.minimap.enabled": false };
  const browser = await startBrowser();
  try {
    await withPackagedHost({ registry, settings }, async ({ host }) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await openWorkbench(page, workbenchAddress(host, inRoot("samples")));
      const workbench = new Workbench(page);
      await page.getByRole("tab", { name: "Analyses & Registry" }).first().click();
      await page.getByRole("treeitem", { name: /^Group types/ }).click();
      await page.getByRole("treeitem", { name: /^Review Group\b(?! Sat)/ }).click();
      await workbench.openFile("problems-to-fix.analyses.json");
      await workbench.showProblems();
      // VS Code draws these last.
      await page.getByRole("button", { name: "Sign In" }).waitFor();
      await page.locator(".squiggly-error").first().waitFor();
      await page.screenshot({ path: inRoot("docs/images", `workbench-${name}.png`) });
      await showPerson(workbench);
      await page.screenshot({ path: inRoot("docs/images", `registry-${name}.png`) });
      await showFigure(workbench);
      await page.screenshot({ path: inRoot("docs/images", `evidence-${name}.png`) });
    });
  } finally {
    await browser.close();
  }
}

/**
 * Signs in as the sample user, and opens that person in the tree and in the details.
 * @param {Workbench} workbench
 */
async function showPerson(workbench) {
  const { page, quickInput } = workbench;
  /** @param {RegExp} label */
  const row = (label) => page.getByRole("treeitem", { name: label }).first();
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Toggle Panel Visibility");
  await row(/^Review Group\b(?! Sat)/).click();
  await row(/^Group types/).click();
  await row(/^Sign in/).click();
  await workbench.choose("User name and password");
  await page.getByText(/^User name at \S+ \(Press/).waitFor();
  await workbench.answer("reviewer");
  await quickInput.locator("input[type=password]").fill("reviewer-password");
  await page.keyboard.press("Enter");
  await row(/^Me, /).click();
  await row(/^Author, document role/).click();
  const person = row(/^Eleanor Bríd Carrow/);
  await person.hover();
  await person.getByRole("button", { name: "Show Details" }).click();
  const details = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  await details.getByRole("heading", { name: "Eleanor Bríd Carrow" }).hover();
  await workbench.runCommand("Notifications: Clear All Notifications");
  await details.getByRole("heading", { name: "Eleanor Bríd Carrow" }).click();
}

/**
 * Opens the figure of an analysis with subgroups next to its text.
 * @param {Workbench} workbench
 */
async function showFigure(workbench) {
  const { page } = workbench;
  // In a narrower window the risk-of-bias judgements are visible only by scrolling.
  await page.setViewportSize({ width: 1600, height: 900 });
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.openFile("drug-versus-placebo.analyses.json");
  await showEvidenceAt(workbench, 222, 12);
}

/**
 * Opens the panel of the analysis at a position of the open document, and returns to the text.
 * @param {Workbench} workbench
 * @param {number} line
 * @param {number} column
 */
async function showEvidenceAt(workbench, line, column) {
  await workbench.goTo(line, column);
  await workbench.runCommand("Analyses: Show Evidence");
  const panel = workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  await panel.locator("polygon.diamond").first().waitFor();
  await workbench.focusText();
  // The palette fades out.
  await workbench.quickInput.waitFor({ state: "hidden" });
}

/**
 * Imports a review through the Explorer's menu, and opens its first forest plot.
 * @param {Workbench} workbench
 */
async function importReview(workbench) {
  const { page } = workbench;
  const item = page.locator(".monaco-menu").getByText("Import Analyses from File…");
  const file = page.locator(".explorer-folders-view").getByRole("treeitem", { name: "review.rm5" });
  // VS Code closes a menu that was opened while the workbench still loads.
  await workbench.until(item, async () => {
    await page.keyboard.press("Escape");
    await file.click({ button: "right" });
  });
  await item.click();
  await page.getByText("Analyses in review.rm5").waitFor();
  await page.waitForTimeout(2500);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /^Untitled/ }).waitFor();
  await page.waitForTimeout(1500);
  await showEvidenceAt(workbench, 12, 12);
  await page.waitForTimeout(1000);
}

/**
 * Records an import and the typing of a number, on a copy of the samples.
 * @param {import("./lib/referenceRegistry.mjs").ReferenceRegistry} registry
 */
async function takeMovingPictures(registry) {
  const folder = mkdtempSync(join(tmpdir(), "analyses-samples-"));
  cpSync(inRoot("samples"), folder, { recursive: true });
  cpSync(inRoot("test/fixtures/exchange/made-up.rm5"), join(folder, "review.rm5"));
  const browser = await startBrowser();
  try {
    const settings = { "workbench.colorTheme": themes.light, "editor.minimap.enabled": false };
    await withPackagedHost({ registry, settings }, async ({ host }) => {
      const page = await browser.newPage({ viewport: { width: 1400, height: 700 } });
      await openWorkbench(page, workbenchAddress(host, folder));
      const workbench = new Workbench(page);
      // VS Code knows the extension's menus from here on.
      await page.getByRole("tab", { name: "Analyses & Registry" }).first().waitFor();
      await takeMovingPicture(page, inRoot("docs/images/import.gif"), () => importReview(workbench));
      await workbench.runCommand("View: Revert and Close Editor");
      await workbench.runCommand("View: Close All Editors");
      await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
      await workbench.openFile("drug-versus-placebo.analyses.json");
      await showEvidenceAt(workbench, 42, 50);
      await takeMovingPicture(page, inRoot("docs/images/typing.gif"), async () => {
        for (const key of ["Backspace", "8", "Backspace", "5", "Backspace", "2"]) {
          await page.keyboard.press(key);
          await page.waitForTimeout(900);
        }
      });
    });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
