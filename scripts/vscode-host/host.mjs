// A VS Code served to a browser page, for tests and screenshots.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, start, stop, waitForOutput } from "../lib/processes.mjs";
import { builtInExtensions, nodeCommand, serverMain } from "./paths.mjs";

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

/**
 * Folders of the built-in extensions that work on the same files and views as this extension. A window that starts the
 * others as well takes a quarter more processor time.
 */
const neededExtensions = new Set([
  ...["configuration-editing", "git", "git-base", "html", "json", "json-language-features"],
  ...["markdown-basics", "markdown-language-features", "merge-conflict", "references-view"],
  ...["search-result", "simple-browser", "theme-defaults", "theme-modern-icons", "theme-seti"],
  // VS Code asks it for trusted addresses before it opens one.
  "github-authentication",
]);

/** @returns {string[]} ids of all other built-in extensions */
function unneededExtensions() {
  return readdirSync(builtInExtensions).flatMap((folder) => {
    const manifest = join(builtInExtensions, folder, "package.json");
    if (neededExtensions.has(folder) || !existsSync(manifest)) return [];
    const { publisher, name } = JSON.parse(readFileSync(manifest, "utf8"));
    return `${publisher}.${name}`;
  });
}

/** User settings for a quiet window: no blinking, prompts, downloads or telemetry. */
export const calmSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  // Not false: VS Code would migrate that to "off" at startup by editing a JSON document, which activates extensions.
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  // Like on a desktop: in a browser, VS Code by default saves one second after a key press.
  "files.autoSave": "off",
  "git.openRepositoryInParentFolders": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Nothing moves on its own: each frame costs processor time. */
const stillSettings = { "editor.cursorBlinking": "solid", "workbench.reduceMotion": "on" };

/**
 * Starts the hosted VS Code, which lib/prepareHost.mjs installs.
 * @param {HostFolders & HostOptions} options
 * @returns {Promise<Host>}
 * @throws {import("../lib/processes.mjs").CommandFailed} if it does not start
 */
export async function startHost({ settings, trusted, takesExtensionTests, env = process.env, ...folders }) {
  const machineFolder = join(folders.dataFolder, "data/Machine");
  for (const folder of [machineFolder, folders.extensionsFolder]) mkdirSync(folder, { recursive: true });
  const allSettings = { ...calmSettings, ...stillSettings, ...settings };
  writeFileSync(join(machineFolder, "settings.json"), JSON.stringify(allSettings));
  const options = [
    ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--telemetry-level", "off"],
    ...(takesExtensionTests === true ? ["--enable-smoke-test-driver"] : []),
    ...(trusted ? ["--disable-workspace-trust"] : []),
  ];
  const server = start(nodeCommand, [...serverIn(folders), ...options], {
    // Without the extension gallery and its updates, the host does not use the network.
    env: {
      ...env,
      EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "" }),
      VSCODE_SKIP_BUILTIN_EXTENSIONS: unneededExtensions().join(),
    },
  });
  const ready = /Server bound to ([\d.]+:\d+)[^]*Extension host agent listening/;
  const [, authority = ""] = await waitForOutput(server, ready, "The hosted VS Code");
  return { authority, stop: () => stop(server) };
}

/**
 * Installs a packaged extension into the folders of a stopped host.
 * @param {string} vsix
 * @param {HostFolders} folders
 * @throws {import("../lib/processes.mjs").CommandFailed}
 */
export async function installExtension(vsix, folders) {
  await run(nodeCommand, [...serverIn(folders), "--install-extension", vsix]);
}

/**
 * Returns the address of the workbench with an open folder.
 * @param {Pick<Host, "authority">} host
 * @param {string} folder absolute path
 * @param {readonly (readonly [string, string])[]} [payload] names and values of the workbench's `payload` parameter
 */
export function workbenchAddress({ authority }, folder, payload = []) {
  const all = JSON.stringify([["skipWelcome", "true"], ...payload]);
  return `http://${authority}/?${new URLSearchParams({ folder, payload: all })}`;
}

/** @param {HostFolders} folders */
const serverIn = ({ dataFolder, extensionsFolder }) => [
  ...[serverMain, "--accept-server-license-terms"],
  ...["--server-data-dir", dataFolder, "--extensions-dir", extensionsFolder],
];
