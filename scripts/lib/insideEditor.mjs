// Runs code in VS Code's extension host, together with the extension under development.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calmSettings } from "../vscode-host/settings.mjs";
import { inRoot, root } from "./paths.mjs";
import { copyTeamFolder } from "./teamFolder.mjs";

/**
 * Opens a folder of a team's documents in a VS Code with an empty profile, and runs a module that exports `run`.
 * @param {object} what
 * @param {string} what.module absolute path
 * @param {Readonly<Record<string, unknown>>} [what.settings] user settings, added to those of a calm window
 * @param {(folder: string) => Readonly<Record<string, string>>} what.env for VS Code; may write into the folder
 * @param {readonly string[]} [what.options] VS Code's options
 * @param {string | undefined} [what.vscode] version of desktop VS Code; by default the hosted VS Code
 * @returns {Promise<boolean>} whether `run` completed
 */
export async function runInsideEditor({ module, settings, env, options = [], vscode }) {
  const { runTests } = await import("@vscode/test-electron");
  const folder = mkdtempSync(join(tmpdir(), "analyses-extension-"));
  const workspace = join(folder, "samples");
  const userSettings = join(folder, "user-data/User");
  try {
    copyTeamFolder(workspace);
    mkdirSync(userSettings, { recursive: true });
    writeFileSync(join(userSettings, "settings.json"), JSON.stringify({ ...calmSettings, ...settings }));
    return await runTests({
      ...(vscode === undefined
        ? { vscodeExecutablePath: inRoot("scripts/vscode-host/code.mjs") }
        : { version: vscode }),
      extensionDevelopmentPath: root,
      extensionTestsPath: module,
      extensionTestsEnv: env(folder),
      launchArgs: [
        workspace,
        `--user-data-dir=${join(folder, "user-data")}`,
        `--extensions-dir=${join(folder, "extensions")}`,
        ...options,
      ],
    }).then(
      () => true,
      () => false,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
