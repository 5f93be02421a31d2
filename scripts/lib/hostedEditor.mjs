// The hosted VS Code for a person's own browser, with its state in .local/vscode.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeServerEntry, nodeCommand } from "../vscode-host/paths.mjs";
import { freePort } from "./freePort.mjs";
import { inRoot } from "./paths.mjs";
import { prepareHost } from "./prepareHost.mjs";
import { run, start, waitForOutput } from "./processes.mjs";
import { writeSettings } from "./startSettings.mjs";

const folder = inRoot(".local/vscode");
const configuration = join(folder, "config.yaml");
const dataFolder = join(folder, "data");

/** The same port at each start, if free: browsers store data per address. */
const usualPort = 8788;

/** @returns {Promise<import("../start.mjs").Editor>} */
export async function hostedEditor() {
  await prepareHost();
  return {
    async install(vsix) {
      mkdirSync(folder, { recursive: true });
      // Without its own configuration file, code-server would create one in the user's home.
      writeFileSync(configuration, "");
      const env = surroundings(process.env);
      await run(nodeCommand, [...codeServer, "--install-extension", vsix, "--force"], { env });
    },

    async open({ workspace, settings, env }) {
      writeSettings(join(dataFolder, "Machine/settings.json"), settings);
      const port = await freePort(usualPort);
      const { server, password } = await startCodeServer(codeServer, port, env);
      return {
        message: `VS Code is at http://127.0.0.1:${port}/?folder=${encodeURI(workspace)}
It asks for this password, which is of this start only: ${password}`,
        closed: once(server, "exit"),
      };
    },

    async close() {},
  };
}

const codeServer = [
  codeServerEntry,
  ...["--config", configuration],
  ...["--user-data-dir", dataFolder],
  ...["--extensions-dir", join(folder, "extensions")],
];

/**
 * Starts code-server on the loopback address, with a new random password each time: other users of the machine can
 * reach its port, and its terminal runs as the user who started it.
 * @param {readonly string[]} command code-server with its folders
 * @param {number} port
 * @param {NodeJS.ProcessEnv} env
 */
export async function startCodeServer(command, port, env) {
  const password = randomBytes(16).toString("hex");
  const server = start(
    nodeCommand,
    [
      ...command,
      ...["--auth", "password", "--bind-addr", `127.0.0.1:${port}`],
      ...["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
    ],
    { env: { ...surroundings(env), PASSWORD: password } },
  );
  await waitForOutput(server, /HTTP server listening on/, "The hosted VS Code");
  return { server, password };
}

/**
 * Removes variables that would make code-server listen elsewhere, use another password, or, in a terminal of
 * VS Code, open the folder in that VS Code.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function surroundings({ PORT, PASSWORD, HASHED_PASSWORD, VSCODE_IPC_HOOK_CLI, ...env }) {
  return env;
}
