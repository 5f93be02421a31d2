// The desktop VS Code on the PATH, with a separate profile in .local/desktop: it neither reads nor changes
// the user's extensions and settings.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { findOnPath } from "./findOnPath.mjs";
import { inRoot } from "./paths.mjs";
import { run, start } from "./processes.mjs";
import { writeSettings } from "./startSettings.mjs";

const dataFolder = inRoot(".local/desktop/data");
const profile = [`--user-data-dir=${dataFolder}`, `--extensions-dir=${inRoot(".local/desktop/extensions")}`];

/**
 * @returns {import("../start.mjs").Editor | undefined} undefined if the PATH has no desktop VS Code. In a
 *   remote terminal and in WSL, `code` is another program of the same name.
 */
export function desktopEditor() {
  const code = findOnPath(["code"]);
  if (code === undefined || process.env["VSCODE_IPC_HOOK_CLI"] || process.env["WSL_DISTRO_NAME"])
    return undefined;
  return {
    async install(vsix) {
      await run(code, [...profile, "--install-extension", vsix, "--force"]);
    },

    async open({ workspace, settings, env }) {
      writeSettings(`${dataFolder}/User/settings.json`, settings);
      const window = start(code, [...profile, "--disable-workspace-trust", "--wait", workspace], { env });
      window.stdout?.resume();
      window.stderr?.resume();
      return { message: "VS Code opens in a window of its own.", closed: once(window, "exit") };
    },

    async close() {
      try {
        // The `code` program exits after starting VS Code; this file contains VS Code's process id.
        process.kill(Number(readFileSync(`${dataFolder}/code.lock`, "utf8")), "SIGTERM");
      } catch {
        // VS Code is not running.
      }
    },
  };
}
