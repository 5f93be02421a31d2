// The hosted VS Code for a person's own browser, with its state in .local/vscode.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeServerEntry, nodeCommand } from "../vscode-host/paths.mjs";
import { inRoot } from "./paths.mjs";
import { prepareHost } from "./prepareHost.mjs";
import { run, start, waitForOutput } from "./processes.mjs";
import { writeSettings } from "./startSettings.mjs";
import { usualPort } from "./usualPort.mjs";

/** @returns {Promise<import("../start.mjs").Editor>} */
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

    async close() {},
  };
}

/** @param {string} folder @returns {readonly string[]} the options of a code-server that keeps its state in a folder */
export function codeServerFolders(folder) {
  mkdirSync(folder, { recursive: true });
  // Without its own configuration file, code-server would create one in the user's home.
  const configuration = join(folder, "config.yaml");
  writeFileSync(configuration, "");
  const folders = ["--user-data-dir", join(folder, "data"), "--extensions-dir", join(folder, "extensions")];
  return ["--config", configuration, ...folders];
}

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
