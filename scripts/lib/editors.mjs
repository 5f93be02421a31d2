// The VS Code that `npm start` opens: a desktop one, or the hosted one for a person's own browser. Each has a profile in
// .local: it neither reads nor changes the user's extensions and settings.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { codeServerEntry, nodeCommand } from "../vscode-host/paths.mjs";
import { findOnPath } from "./findOnPath.mjs";
import { inRoot } from "./paths.mjs";
import { prepareHost } from "./prepareHost.mjs";
import { run, start, waitForOutput } from "./processes.mjs";

/**
 * @typedef {object} Editor
 * @property {(vsix: string) => Promise<void>} install installs the packaged extension
 * @property {(what: { workspace: string, settings: Record<string, unknown>, env: NodeJS.ProcessEnv })
 *   => Promise<{ message: string, closed: Promise<unknown> }>} open `message` contains its location
 * @property {() => Promise<void>} [close] ends processes that are not children of this one
 */

/**
 * @returns {Editor | undefined} undefined if the PATH has no desktop VS Code. In a remote terminal and in WSL, `code` is
 *   another program of the same name.
 */
export function desktopEditor() {
  const code = findOnPath(["code"]);
  if (code === undefined || process.env["VSCODE_IPC_HOOK_CLI"] || process.env["WSL_DISTRO_NAME"])
    return undefined;
  const data = inRoot(".local/desktop/data");
  const profile = [`--user-data-dir=${data}`, `--extensions-dir=${inRoot(".local/desktop/extensions")}`];
  return {
    async install(vsix) {
      await run(code, [...profile, "--install-extension", vsix, "--force"]);
    },

    async open({ workspace, settings, env }) {
      writeSettings(`${data}/User/settings.json`, settings);
      const window = start(code, [...profile, "--disable-workspace-trust", "--wait", workspace], { env });
      window.stdout?.resume();
      window.stderr?.resume();
      return { message: "VS Code opens in a window of its own.", closed: once(window, "exit") };
    },

    async close() {
      try {
        // The `code` program exits after starting VS Code; this file contains VS Code's process id.
        process.kill(Number(readFileSync(`${data}/code.lock`, "utf8")), "SIGTERM");
      } catch {
        // VS Code is not running.
      }
    },
  };
}

/** @returns {Promise<Editor>} */
export async function hostedEditor() {
  await prepareHost();
  const folder = inRoot(".local/vscode");
  const options = codeServerFolders(folder);
  return {
    async install(vsix) {
      const env = surroundings(process.env);
      await run(nodeCommand, [codeServerEntry, ...options, "--install-extension", vsix, "--force"], { env });
    },

    async open({ workspace, settings, env }) {
      writeSettings(join(folder, "data/Machine/settings.json"), settings);
      // The same port at each start, if free: browsers store data per address.
      const { server, address, password } = await startCodeServer(options, await usualPort(8788), env);
      return {
        message: `VS Code is at ${address}/?folder=${encodeURI(workspace)}
It asks for this password, which is of this start only: ${password}`,
        closed: once(server, "exit"),
      };
    },
  };
}

/** @param {string} folder @returns {readonly string[]} the options of a code-server that keeps its state in a folder */
export const codeServerFolders = (folder) => [
  ...["--user-data-dir", join(folder, "data"), "--extensions-dir", join(folder, "extensions")],
  // Without a configuration file, code-server would create one in the user's home.
  ...["--config", "/dev/null"],
];

/**
 * Starts code-server on the loopback address, with a new random password each time: other users of the machine can
 * reach its port, and its terminal runs as the user who started it.
 * @param {readonly string[]} folders
 * @param {number} port 0 for any
 * @param {NodeJS.ProcessEnv} env
 */
export async function startCodeServer(folders, port, env) {
  const password = randomBytes(16).toString("hex");
  const options = ["--auth", "password", "--bind-addr", `127.0.0.1:${port}`];
  const silence = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const server = start(nodeCommand, [codeServerEntry, ...folders, ...options, ...silence], {
    env: { ...surroundings(env), PASSWORD: password },
  });
  const ready = /HTTP server listening on (http:\/\/[\d.:]+)/;
  const [, address] = await waitForOutput(server, ready, "The hosted VS Code");
  return { server, address, password };
}

/**
 * Removes variables that would make code-server listen elsewhere, use another password, or, in a terminal of
 * VS Code, open the folder in that VS Code.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
const surroundings = ({ PORT, PASSWORD, HASHED_PASSWORD, VSCODE_IPC_HOOK_CLI, ...env }) => env;

/**
 * @param {number} usual
 * @returns {Promise<number>} the usual port of the loopback address, or 0 if that is in use: then the system chooses one
 */
export async function usualPort(usual) {
  const probe = createServer().listen(usual, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return 0;
  }
  await once(probe.close(), "close");
  return usual;
}

/**
 * Writes VS Code's settings for `npm start`. Keeps the user's later changes and the registries that they
 * have added.
 * @param {string} file
 * @param {Readonly<Record<string, any>>} settings
 */
export function writeSettings(file, settings) {
  const key = "analysesRegistry.registries";
  /** @type {Record<string, any>} */
  let present = {};
  try {
    present = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // It does not exist or is not JSON.
  }
  const wanted = [settings[key] ?? []].flat();
  const names = wanted.map(({ name }) => name);
  const added = [present[key] ?? []].flat().filter(({ name }) => !names.includes(name));
  mkdirSync(dirname(file), { recursive: true });
  const all = { ...settings, ...present, [key]: [...wanted, ...added] };
  writeFileSync(file, JSON.stringify(all, undefined, 2));
}
