// The browser for the hosted VS Code.
import { findOnPath } from "../lib/findOnPath.mjs";
import { chromium as chromiumTool } from "../lib/prepareSystem.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const quietFlags = [
  ...["--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-quic", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

/** The screen of tests: half as many pixels each way take a fifth of the browser's processor time less. */
export const testScreen = { viewport: { width: 1400, height: 900 }, deviceScaleFactor: 0.5 };

/**
 * @param {readonly string[]} [flags] further flags
 * @returns {Promise<Browser>} headless Chromium
 */
export async function startBrowser(flags = []) {
  const executablePath = findOnPath(chromiumTool.commands);
  if (executablePath === undefined) throw new Error("There is no Chromium on the PATH.");
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath, args: [...quietFlags, ...flags] });
}

/**
 * Opens the workbench and waits until it is ready.
 * @param {Page} page
 * @param {string} address from workbenchAddress()
 */
export async function openWorkbench(page, address) {
  await page.goto(address, { waitUntil: "domcontentloaded", timeout: 60_000 });
  await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 60_000 });
}
