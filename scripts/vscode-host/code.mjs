#!/usr/bin/env node
// Accepts VS Code's command line from @vscode/test-electron, and runs extension tests in the hosted
// VS Code. Reads user settings from desktop VS Code's location under --user-data-dir.
// --restricted-mode, an option of this program only, leaves the folder untrusted.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { format, parseArgs } from "node:util";
import { endWithEverythingStarted } from "../lib/processes.mjs";
import { openWorkbench, startBrowser, testScreen } from "./browser.mjs";
import { startHost, workbenchAddress } from "./host.mjs";

const { values, positionals } = parseArgs({
  // VS Code's other options do not apply to a page.
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: "string" },
    extensionTestsPath: { type: "string" },
    "user-data-dir": { type: "string" },
    "extensions-dir": { type: "string" },
    "restricted-mode": { type: "boolean" },
  },
});

/** Like on VS Code's command line: the folder to open, and a file to show in it. */
const [folder = ".", file] = positionals;

/** Messages that the workbench logs at every start and end. */
const chatter =
  /^(Canceled: |Creation of workbench|Timed out waiting for authentication|Resolv(ed|ing) connection|Creating a socket|Ignoring fetching|Updating additional|\[(reconnection|AgentHost|AccountPolicyGate|Service Worker))/;

endWithEverythingStarted();
process.exitCode = await runExtensionTests();

/** @returns {Promise<number>} the exit code of the tests */
async function runExtensionTests() {
  const userData = resolve(path("user-data-dir"));
  const host = await startHost({
    dataFolder: join(userData, "server"),
    extensionsFolder: resolve(path("extensions-dir")),
    settings: userSettings(join(userData, "User/settings.json")),
    trusted: values["restricted-mode"] !== true,
    takesExtensionTests: true,
  });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage(testScreen);
    const crashed = new Promise((_, reject) =>
      page.once("crash", () => reject(new Error("The page crashed."))),
    );
    /** @type {Promise<number>} */
    const ended = new Promise((exit) => page.exposeFunction("codeAutomationExit", exit));
    await page.exposeFunction("codeAutomationLog", printed);
    await openWorkbench(
      page,
      workbenchAddress(host, resolve(folder), [
        ["extensionDevelopmentPath", remote(host, path("extensionDevelopmentPath"))],
        ["extensionTestsPath", remote(host, path("extensionTestsPath"))],
        ...(file === undefined ? [] : [/** @type {const} */ (["openFile", remote(host, file)])]),
      ]),
    );
    return await Promise.race([ended, crashed]);
  } finally {
    await browser.close();
    await host.stop();
  }
}

/**
 * @param {"user-data-dir" | "extensions-dir" | "extensionDevelopmentPath" | "extensionTestsPath"} option
 * @returns {string}
 */
function path(option) {
  const value = values[option];
  if (typeof value !== "string") throw new Error(`--${option} is missing.`);
  return value;
}

/**
 * @param {string} file
 * @returns {Record<string, unknown>}
 */
function userSettings(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * @param {import("./host.mjs").Host} host
 * @param {string} file
 */
function remote({ authority }, file) {
  return `vscode-remote://${authority}${resolve(file)}`;
}

/**
 * @param {string} type
 * @param {unknown[]} parameters
 */
function printed(type, parameters) {
  const text = `${format(...parameters)}\n`;
  if (chatter.test(text)) return;
  if (type === "error") process.stderr.write(text);
  else process.stdout.write(text);
}
