// Takes README.md's screenshots of the real workbench, with the packaged extension and the reference
// registry: npm run screenshots. Writes them to docs/images: stills light and dark, two moving pictures.
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { withPackagedWindow } from "./lib/packagedHost.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHostAndBrowser } from "./lib/prepareHost.mjs";
import { ffmpeg, prepareSystem } from "./lib/prepareSystem.mjs";
import { run } from "./lib/processes.mjs";
import { step } from "./lib/progress.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { withTemporaryFolder } from "./lib/temporaryFolder.mjs";
import { packageExtension } from "./lib/vsix.mjs";

/** @typedef {import("./vscode-host/workbench.mjs").Workbench} Workbench */

const images = inRoot("docs/images");
const themes = { light: "Default Light Modern", dark: "Default Dark Modern" };
/** Duration of the last frame, in seconds. */
const pause = 2.5;
/** @param {string} theme */
const settingsWith = (theme) => ({ "workbench.colorTheme": theme, "editor.minimap.enabled": false });

await main(async () => {
  await prepareHostAndBrowser();
  await prepareSystem([ffmpeg]);
  await step("Building the extension and the reference registry", async () => {
    await build();
    await packageExtension();
  });
  const registry = await startReferenceRegistry();
  const stills = { folder: inRoot("samples"), width: 1280, height: 800 };
  for (const [name, theme] of Object.entries(themes))
    await step(`Taking the pictures, ${name}`, () =>
      withPackagedWindow({ registry, settings: settingsWith(theme) }, stills, async (workbench) => {
        for (const [picture, show] of Object.entries({
          workbench: showProblems,
          registry: showPerson,
          evidence: showFigure,
        })) {
          await show(workbench);
          await workbench.page.screenshot({ path: join(images, `${picture}-${name}.png`) });
        }
      }),
    );
  await step("Taking the moving pictures", () =>
    withTemporaryFolder(async (folder) => {
      cpSync(inRoot("samples"), folder, { recursive: true });
      cpSync(inRoot("test/fixtures/exchange/made-up.rm5"), join(folder, "review.rm5"));
      const window = { folder, width: 1400, height: 700 };
      await withPackagedWindow(
        { registry, settings: settingsWith(themes.light) },
        window,
        takeMovingPictures,
      );
    }),
  );
  await registry.stop();
});

/** @param {Workbench} workbench */
async function showProblems(workbench) {
  const { page } = workbench;
  await page.getByRole("tab", { name: "Analyses & Registry" }).first().click();
  await workbench.row(/^Group types/).click();
  await workbench.row(/^Review Group\b(?! Sat)/).click();
  await workbench.openFile("problems-to-fix.analyses.json");
  await workbench.showProblems();
  // VS Code draws these last.
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await page.locator(".squiggly-error").first().waitFor();
}

/**
 * Signs in as the sample user, and opens that person in the tree and in the details.
 * @param {Workbench} workbench
 */
async function showPerson(workbench) {
  const { page, quickInput } = workbench;
  /** @param {RegExp} label */
  const row = (label) => workbench.row(label);
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Toggle Panel Visibility");
  await row(/^Review Group\b(?! Sat)/).click();
  await row(/^Group types/).click();
  await row(/^Sign in/).click();
  await workbench.choose("User name and password");
  await workbench.answer("reviewer", "User name at");
  await quickInput.locator("input[type=password]").fill("reviewer-password");
  await page.keyboard.press("Enter");
  await row(/^Me, /).click();
  await row(/^Author, document role/).click();
  const person = row(/^Eleanor Bríd Carrow/);
  await person.hover();
  await person.getByRole("button", { name: "Show Details" }).click();
  const name = workbench.panel.getByRole("heading", { name: "Eleanor Bríd Carrow" });
  await name.hover();
  await workbench.runCommand("Notifications: Clear All Notifications");
  await name.click();
}

/**
 * Opens the figure of an analysis with subgroups next to its text.
 * @param {Workbench} workbench
 */
async function showFigure(workbench) {
  // In a narrower window the risk-of-bias judgements are visible only by scrolling.
  await workbench.page.setViewportSize({ width: 1600, height: 900 });
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.openFile("drug-versus-placebo.analyses.json");
  await showEvidenceAt(workbench, 222, 12);
  // The lens and the notes come last.
  await workbench.page.locator(".codelens-decoration", { hasText: "MD -10.58" }).waitFor();
  await workbench.panel.getByText("With fewer than five studies").waitFor();
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
  await workbench.panel.locator("polygon.diamond").first().waitFor();
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
 * @param {Workbench} workbench
 */
async function takeMovingPictures(workbench) {
  const { page } = workbench;
  // VS Code knows the extension's menus from here on.
  await page.getByRole("tab", { name: "Analyses & Registry" }).first().waitFor();
  await takeMovingPicture(page, join(images, "import.gif"), () => importReview(workbench));
  await workbench.runCommand("View: Revert and Close Editor");
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.openFile("drug-versus-placebo.analyses.json");
  await showEvidenceAt(workbench, 42, 50);
  await takeMovingPicture(page, join(images, "typing.gif"), async () => {
    for (const key of ["Backspace", "8", "Backspace", "5", "Backspace", "2"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(900);
    }
  });
}

/**
 * Records a page as a GIF: takes screenshots one after the other, and joins them with ffmpeg.
 * @param {import("playwright-core").Page} page
 * @param {string} file a GIF
 * @param {() => Promise<void>} act the actions to record
 */
function takeMovingPicture(page, file, act) {
  return withTemporaryFolder(async (folder) => {
    /** @type {{ readonly path: string, readonly at: number }[]} */
    const pictures = [];
    let isOver = false;
    const taken = (async () => {
      while (!isOver) {
        const path = join(folder, `${pictures.length}.png`);
        await page.screenshot({ path, animations: "allow", caret: "initial" });
        pictures.push({ path, at: performance.now() });
      }
    })();
    await act().finally(() => (isOver = true));
    await taken;
    const list = pictures.map(({ path, at }, index) => {
      const next = pictures[index + 1];
      return `file '${path}'\nduration ${next === undefined ? pause : (next.at - at) / 1000}\n`;
    });
    writeFileSync(join(folder, "list"), list.join(""));
    const colours =
      "fps=8,scale=1000:-1:flags=lanczos,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none";
    const from = ["-f", "concat", "-safe", "0", "-i", join(folder, "list")];
    await run("ffmpeg", ["-y", "-loglevel", "error", ...from, "-vf", colours, file]);
  });
}
