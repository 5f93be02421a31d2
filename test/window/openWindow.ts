import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { openWorkbench, startBrowser, testScreen } from "../../scripts/vscode-host/browser.mjs";
import { copyTeamFolder } from "../../scripts/lib/teamFolder.mjs";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { eventually } from "../support/eventually";

/** Parameters from `npm test`, as JSON in the environment variable WINDOW_TESTS: one for each mocha process. */
interface WindowTests {
  /** `host:port` of the VS Code that has the packaged extension installed and the reference registry configured. */
  readonly authority: string;
  /** Base address of the reference registry. */
  readonly registry: string;
  /** Path of the certificate of the authority that signs those of all reference registries. */
  readonly ca: string;
  /** VS Code's folder for settings, state and logs. */
  readonly dataFolder: string;
  /** VS Code's folder for extensions, with the packaged one. */
  readonly extensionsFolder: string;
}

const windowTests = JSON.parse(process.env.WINDOW_TESTS ?? "[]") as readonly WindowTests[];

/** Number of the mocha worker; the replacement of a crashed one has a new number. Unset without `--parallel`. */
const processNumber = Number(process.env.MOCHA_WORKER_ID ?? 0);

export const {
  authority = "",
  registry = "",
  ca = "",
  dataFolder = "",
  extensionsFolder = "",
}: Partial<WindowTests> = windowTests[processNumber % windowTests.length] ?? {};

const screenshots = "test-results/screenshots";

/** A VS Code window on a copy of a team's folder. */
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

/** A window on its own copy of a team's folder. */
interface Opened {
  readonly workbench: Workbench;
  /** Contains the window's folder alone. */
  readonly parent: string;
}

/**
 * What the test files of this process, each a bundle with its own modules, share: a browser, a window, and the context
 * of the windows that are not shared. A context that has compiled VS Code before opens one with a third less work.
 */
const inProcess = globalThis as {
  browser?: Browser;
  sharedWindow?: Opened | undefined;
  ownWindows?: BrowserContext;
};

const folderIn = (parent: string): string => join(parent, "samples");

/**
 * Opens a window for the tests of the calling `describe`, and closes it after them. It starts without history and
 * without secrets, which takes longer than most tests: see {@link sharedWindow}. When a test fails, it saves a
 * screenshot.
 *
 * @param language VS Code's display language. Its own texts stay English: there is no language pack here.
 */
export function openWindow(language = "en"): TestWindow {
  return windowOf(
    async () => open((inProcess.ownWindows ??= await newContext()), language),
    ({ workbench }) => workbench.page.close(),
  );
}

/**
 * The English window of this process, in which earlier `describe`s may have worked: for tests that depend neither on
 * what the extension remembers nor on the rows of the registry that are open, and that sign out again. It begins
 * without editors, messages and panels, on the team's files as they were. A failed test closes it.
 */
export function sharedWindow(): TestWindow {
  return windowOf(
    async () => (inProcess.sharedWindow ??= await open(await newContext(), "en")),
    async (opened, hasFailed) => {
      if (!hasFailed) return clear(opened);
      inProcess.sharedWindow = undefined;
      await opened.workbench.page.close();
    },
  );
}

/**
 * @param begin gives the window before the tests of the calling `describe`
 * @param end gets it after them, and whether one of them failed
 */
function windowOf(
  begin: () => Promise<Opened>,
  end: (opened: Opened, hasFailed: boolean) => Promise<void>,
): TestWindow {
  let opened: Opened | undefined;
  let hasFailed = false;
  const present = (): Opened => {
    if (opened === undefined) throw new Error("The window opens before the first test, not earlier.");
    return opened;
  };
  const window: TestWindow = {
    get folder() {
      return folderIn(present().parent);
    },
    get workbench() {
      return present().workbench;
    },
    // May be empty while VS Code is writing the file.
    text: (name) => readFileSync(join(window.folder, name), "utf8"),
    replace: (name, content) => replaceFile(window.folder, name, content),
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
    opened = await begin();
  });

  keepPicturesOfFailures(() => opened?.workbench);

  afterEach(function () {
    hasFailed ||= this.currentTest?.state === "failed";
  });

  after(async () => {
    if (opened !== undefined) await end(opened, hasFailed);
  });

  return window;
}

async function newContext(): Promise<BrowserContext> {
  inProcess.browser ??= await startBrowser([trustFlag(readFileSync(ca, "utf8"))]);
  return inProcess.browser.newContext(testScreen);
}

/** Opens a window in a context, which forgets what earlier windows stored: history, state and secrets. */
async function open(context: BrowserContext, language: string): Promise<Opened> {
  const parent = mkdtempSync(join(tmpdir(), "analyses-folder-"));
  copyTeamFolder(folderIn(parent));
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const storageTypes = "cookies,local_storage,indexeddb,service_workers,cache_storage";
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: `http://${authority}`, storageTypes });
  await session.detach();
  // The global from which VS Code's page reads its language; a language pack would set it.
  await page.addInitScript((tag) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: tag }), language);
  await openWorkbench(page, workbenchAddress({ authority }, folderIn(parent)));
  return { workbench: new Workbench(page), parent };
}

/** Closes what tests opened in a window, and restores the files of its folder. */
async function clear({ workbench, parent }: Opened): Promise<void> {
  const { page } = workbench;
  await page.setViewportSize(testScreen.viewport);
  await workbench.runCommand("View: Close All Editors");
  const discard = page.getByRole("dialog").getByRole("button", { name: "Don't Save" });
  await eventually(async () => {
    if (await discard.isVisible()) await discard.click();
    assert.equal(await page.locator(".editor-group-container .tab").count(), 0);
  });
  if (await page.locator(".part.panel").isVisible())
    await workbench.runCommand("View: Toggle Panel Visibility");
  await workbench.runCommand("Notifications: Clear All Notifications");
  const registryRows = page.locator("[id^='workbench.view.extension'] .monaco-list").first();
  if (await registryRows.isVisible()) await registryRows.press("Control+ArrowLeft");
  await workbench.runCommand("View: Show Explorer");
  restoreFiles(parent);
}

/** Writes only files that differ: VS Code would report each written one to the extension as changed. */
function restoreFiles(parent: string): void {
  const folder = folderIn(parent);
  const original = join(parent, "original");
  copyTeamFolder(original);
  const kept = readdirSync(original);
  for (const name of readdirSync(folder))
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(original, { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(original, name)).isFile()) continue;
    const content = readFileSync(join(original, name), "utf8");
    const isKept = existsSync(join(folder, name)) && readFileSync(join(folder, name), "utf8") === content;
    if (!isKept) replaceFile(folder, name, content);
  }
  rmSync(original, { recursive: true });
}

/** Replaces a file at once: if VS Code read a partial file, it would later reject a save because the file is newer. */
function replaceFile(folder: string, name: string, content: string): void {
  const written = join(folder, "..", "new");
  writeFileSync(written, content);
  renameSync(written, join(folder, name));
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
