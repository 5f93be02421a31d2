// A VS Code served to a browser page, for tests and screenshots.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, start, stop, waitForOutput } from "../lib/processes.mjs";
import { nodeCommand, serverMain } from "./paths.mjs";
import { calmSettings } from "./settings.mjs";

/**
 * @typedef {object} HostFolders
 * @property {string} dataFolder VS Code's folder for state and settings; created if missing
 * @property {string} extensionsFolder VS Code's folder for extensions; created if missing
 */

/**
 * @typedef {object} HostOptions
 * @property {Readonly<Record<string, unknown>>} settings user settings, added to those of a calm window
 * @property {boolean} trusted false: every folder opens in Restricted Mode
 * @property {boolean} [takesExtensionTests] the page runs an extension under development and its tests; VS Code
 *   then shows messages only in the notification center
 * @property {NodeJS.ProcessEnv} [env] the environment of VS Code and its extensions; by default this process's
 */

/**
 * @typedef {object} Host
 * @property {string} authority `host:port`, as in `vscode-remote://` URIs
 * @property {() => Promise<void>} stop ends VS Code and its child processes
 */

/** Disables the extension gallery and its updates, so that the host does not use the network. */
const withoutGallery = { EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "" }) };

/**
 * Starts the hosted VS Code, which lib/prepareHost.mjs installs.
 * @param {HostFolders & HostOptions} options
 * @returns {Promise<Host>}
 * @throws {import("../lib/processes.mjs").CommandFailed} if it does not start
 */
export async function startHost({
  dataFolder,
  extensionsFolder,
  settings,
  trusted,
  takesExtensionTests,
  env,
}) {
  const machineSettings = join(dataFolder, "data/Machine/settings.json");
  mkdirSync(join(machineSettings, ".."), { recursive: true });
  mkdirSync(extensionsFolder, { recursive: true });
  writeFileSync(machineSettings, JSON.stringify({ ...calmSettings, ...settings }, undefined, 2));

  const server = start(
    nodeCommand,
    [
      serverMain,
      ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token"],
      ...["--accept-server-license-terms", "--telemetry-level", "off"],
      ...(takesExtensionTests === true ? ["--enable-smoke-test-driver"] : []),
      ...(trusted ? ["--disable-workspace-trust"] : []),
      ...folderOptions({ dataFolder, extensionsFolder }),
    ],
    { env: { ...(env ?? process.env), ...withoutGallery } },
  );
  const [, authority = ""] = await waitForOutput(
    server,
    /Server bound to ([\d.]+:\d+)[^]*Extension host agent listening/,
    "The hosted VS Code",
  );
  return { authority, stop: () => stop(server) };
}

/**
 * Installs a packaged extension into the folders of a stopped host.
 * @param {string} vsix
 * @param {HostFolders} folders
 * @throws {import("../lib/processes.mjs").CommandFailed}
 */
export async function installExtension(vsix, folders) {
  await run(nodeCommand, [
    serverMain,
    "--accept-server-license-terms",
    ...folderOptions(folders),
    ...["--install-extension", vsix],
  ]);
}

/**
 * Returns the address of the workbench with an open folder.
 * @param {Pick<Host, "authority">} host
 * @param {string} folder absolute path
 * @param {readonly (readonly [string, string])[]} [payload] names and values of the workbench's `payload` parameter
 */
export function workbenchAddress({ authority }, folder, payload = []) {
  const query = new URLSearchParams({
    folder,
    payload: JSON.stringify([["skipWelcome", "true"], ...payload]),
  });
  return `http://${authority}/?${query}`;
}

/** @param {HostFolders} folders */
function folderOptions({ dataFolder, extensionsFolder }) {
  return ["--server-data-dir", dataFolder, "--extensions-dir", extensionsFolder];
}
