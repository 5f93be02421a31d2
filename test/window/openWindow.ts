import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openWorkbench, startBrowser } from "../../scripts/vscode-host/browser.mjs";
import { copyTeamFolder } from "../../scripts/lib/teamFolder.mjs";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { eventually } from "../support/eventually";
import { folderToMake } from "../support/folderToMake";

/** Parameters from `npm test`, as JSON in the environment variable WINDOW_TESTS: one for each mocha process. */
interface WindowTests {
  /** `host:port` of the VS Code that has the packaged extension installed and the reference registry configured. */
  readonly authority: string;
  /** Base address of the reference registry. */
  readonly registry: string;
  /** VS Code's folder for settings, state and logs. */
  readonly dataFolder: string;
}

const windowTests = JSON.parse(process.env.WINDOW_TESTS ?? "[]") as readonly WindowTests[];

/** Number of the mocha worker; the replacement of a crashed one has a new number. Unset without `--parallel`. */
const processNumber = Number(process.env.MOCHA_WORKER_ID ?? 0);

export const {
  authority = "",
  registry = "",
  dataFolder = "",
}: Partial<WindowTests> = windowTests[processNumber % windowTests.length] ?? {};

const screenshots = "test-results/screenshots";

/** A VS Code window on a separate copy of a team's folder. */
export interface TestWindow {
  readonly workbench: Workbench;
  readonly folder: string;
  /** Reads a file of the folder. */
  text(name: string): string;
  /** Replaces a file of the folder as another program would. */
  replace(name: string, content: string): void;
  /**
   * Saves until the file matches and VS Code shows no unsaved changes. Does not work for a text that the file had
   * before: the latest keys may not have been processed yet.
   *
   * @param expected the whole text, or a pattern that matches part of it
   */
  saved(name: string, expected: string | RegExp): Promise<void>;
  /** Saves a screenshot to test-results/screenshots. */
  screenshot(name: string): Promise<void>;
}

/**
 * Opens a window for the tests of the calling `describe`, and closes it after them. Each window starts without history
 * and without secrets. When a test fails, it saves a screenshot.
 *
 * @param language VS Code's display language. Its own texts stay English: there is no language pack here.
 * @param flags additional browser flags, see {@link trustFlag}
 */
export function openWindow(language = "en", flags: () => readonly string[] = () => []): TestWindow {
  let browser: Browser | undefined;
  let workbench: Workbench | undefined;
  const parent = folderToMake("analyses-folder");
  const folder = join(parent, "samples");
  const window: TestWindow = {
    folder,
    get workbench() {
      if (workbench === undefined) throw new Error("The window opens before the first test, not earlier.");
      return workbench;
    },
    // May be empty while VS Code is writing the file.
    text: (name) => readFileSync(join(folder, name), "utf8"),
    replace(name, content) {
      // Atomic: if VS Code read a partial file, it would later reject a save because the file is newer.
      writeFileSync(join(folder, "new"), content);
      renameSync(join(folder, "new"), join(folder, name));
    },
    async saved(name, expected) {
      const { page, unsaved } = window.workbench;
      const isSaved = async () => {
        if (typeof expected === "string") assert.equal(window.text(name), expected);
        else assert.match(window.text(name), expected);
        // An edit undone during the save would be neither unsaved nor in the file.
        assert.ok(!(await unsaved.isVisible()), "Something is unsaved.");
      };
      const save = async () => {
        await page.keyboard.press("Control+S");
        await eventually(isSaved, 3000);
      };
      // An undo may already have restored the saved text; saving during the undo would write the text before it.
      await eventually(isSaved, 300)
        .catch(() => eventually(save, 20_000))
        // A wrong text is an assertion error, not a timeout.
        .catch(isSaved);
    },
    screenshot: (name) => takePicture(window.workbench, name),
  };

  before(async () => {
    copyTeamFolder(folder);
    browser = await startBrowser(flags());
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(40_000);
    // The global from which VS Code's page reads its language; a language pack would set it.
    await page.addInitScript((tag) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: tag }), language);
    await openWorkbench(page, workbenchAddress({ authority }, folder));
    workbench = new Workbench(page);
  });

  keepPicturesOfFailures(() => workbench);

  after(async () => {
    await browser?.close();
    rmSync(parent, { recursive: true, force: true });
  });

  return window;
}

/**
 * Makes a browser trust a test's own authority by its key, but no other unknown one.
 *
 * @param certificate certificate of the authority, as PEM
 */
export function trustFlag(certificate: string): string {
  // Chromium expects the SHA-256 of the SubjectPublicKeyInfo.
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`;
}

/** Saves a screenshot of the window after each failed test of the calling `describe`. */
export function keepPicturesOfFailures(workbench: () => Workbench | undefined): void {
  afterEach(async function () {
    const test = this.currentTest;
    const shown = workbench();
    if (test?.state !== "failed" || shown === undefined) return;
    await takePicture(shown, `failed ${test.fullTitle().replaceAll(/[^\w ]/g, "")}`);
  });
}

async function takePicture({ page }: Workbench, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}
