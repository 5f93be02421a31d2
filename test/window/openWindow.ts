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

/** What `npm test` gives window tests, as JSON in the environment variable WINDOW_TESTS: one for each process of mocha. */
interface WindowTests {
  /** `host:port` of the VS Code that has the packaged extension and knows the reference registry. */
  readonly authority: string;
  /** The reference registry's base address. */
  readonly registry: string;
  /** Where VS Code keeps its settings, state and logs. */
  readonly dataFolder: string;
}

const windowTests = JSON.parse(process.env.WINDOW_TESTS ?? "[]") as readonly WindowTests[];

/** Mocha counts its processes; one that ended early has a successor with a new number. Without: there is one. */
const processNumber = Number(process.env.MOCHA_WORKER_ID ?? 0);

export const {
  authority = "",
  registry = "",
  dataFolder = "",
}: Partial<WindowTests> = windowTests[processNumber % windowTests.length] ?? {};

const screenshots = "test-results/screenshots";

/** A window of VS Code on a folder of its own, with a team's documents. */
export interface TestWindow {
  readonly workbench: Workbench;
  readonly folder: string;
  /** The text of a file of the folder. */
  text(name: string): string;
  /** Writes a file of the folder as another program. */
  replace(name: string, content: string): void;
  /**
   * Saves until a file is as it is expected, and nothing is unsaved. Not for a text that the file has had already: what
   * was typed last may still be on its way.
   *
   * @param expected the whole text, or what is somewhere in it
   */
  saved(name: string, expected: string | RegExp): Promise<void>;
  /** Keeps a picture of the window in test-results/screenshots. */
  screenshot(name: string): Promise<void>;
}

/**
 * Opens a window for the tests of the `describe` that this is called in, and closes it after them. Each
 * window begins without history and without secrets. When a test fails, a picture of its window is kept.
 *
 * @param language VS Code's display language. Its own texts stay English: there is no language pack here.
 * @param flags further ones of the browser, see {@link trustFlag}
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
    // One that is being written is empty for a moment.
    text: (name) => readFileSync(join(folder, name), "utf8"),
    replace(name, content) {
      // All at once: of half a file that VS Code has read it says later that it is older than the file.
      writeFileSync(join(folder, "new"), content);
      renameSync(join(folder, "new"), join(folder, name));
    },
    async saved(name, expected) {
      const { page, unsaved } = window.workbench;
      const isSaved = async () => {
        if (typeof expected === "string") assert.equal(window.text(name), expected);
        else assert.match(window.text(name), expected);
        // What is taken back while it is being saved would be neither unsaved nor in the file.
        assert.ok(!(await unsaved.isVisible()), "Something is unsaved.");
      };
      const save = async () => {
        await page.keyboard.press("Control+S");
        await eventually(isSaved, 3000);
      };
      // What was taken back may be as it was saved: a save meanwhile would write what was before that.
      await eventually(isSaved, 300)
        .catch(() => eventually(save, 20_000))
        // A text that is another one is no matter of time.
        .catch(isSaved);
    },
    screenshot: (name) => takePicture(window.workbench, name),
  };

  before(async () => {
    copyTeamFolder(folder);
    browser = await startBrowser(flags());
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(40_000);
    // Where VS Code's page has its language, which a language pack's texts would bring with them.
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
 * Has a browser trust a test's own authority, by its key, and no other unknown one.
 *
 * @param certificate of the authority, as PEM
 */
export function trustFlag(certificate: string): string {
  // As Chromium wants it: the SHA-256 of its SubjectPublicKeyInfo.
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`;
}

/** Keeps a picture of the window of each test of this `describe` that fails. */
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
