// Takes the pictures of README.md from the real workbench, with the packaged extension and the reference
// registry: npm run screenshots. They land in docs/images, light and dark.
import { mkdirSync } from "node:fs";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { withPackagedHost } from "./lib/packagedHost.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHostAndBrowser } from "./lib/prepareHost.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
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
  await step("Building the extension and the reference registry", async () => {
    await build();
    await packageExtension();
  });
  mkdirSync(inRoot("docs/images"), { recursive: true });
  const registry = await startReferenceRegistry();
  for (const [name, theme] of Object.entries(themes)) {
    await step(`Taking the pictures, ${name}`, () => takePictures(name, theme, registry));
  }
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
      await page.screenshot({ path: inRoot("docs/images", `workbench-${name}.png`) });
    });
  } finally {
    await browser.close();
  }
}
