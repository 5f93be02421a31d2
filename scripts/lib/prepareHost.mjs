// Installs the hosted VS Code once, from its lock file, with its own Node.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { hostFolder, hostManifest, installedStamp, nodeCommand, nodeFolder } from "../vscode-host/paths.mjs";
import { buildTools, chromium, prepareSystem } from "./prepareSystem.mjs";
import { CommandFailed, run } from "./processes.mjs";
import { step } from "./progress.mjs";

/** @type {Promise<void> | undefined} */
let prepared;

/** @throws {CommandFailed} */
export function prepareHost() {
  return (prepared ??= installHost());
}

/** @throws {CommandFailed} */
export async function prepareHostAndBrowser() {
  await Promise.all([prepareSystem([chromium, ...buildTools]), prepareHost()]);
}

async function installHost() {
  const wanted = createHash("sha256")
    .update(readFileSync(join(hostFolder, "package-lock.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex");
  if (existsSync(installedStamp) && readFileSync(installedStamp, "utf8") === wanted) return;
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new CommandFailed(
      "The hosted VS Code runs on Linux (x64, arm64) only. Please install the desktop VS Code, so that `code` is on the PATH.",
    );
  }
  await step("Installing the hosted VS Code, once: 700 MB, a minute or two", async () => {
    // Its install scripts need apt's packages and its own Node: install all files first, then run the scripts.
    const files = run("npm", ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: hostFolder });
    await Promise.all([prepareSystem(buildTools), files]);
    leaveUnusedUnbuilt();
    // Removes the variables in which a parent npm stores its own Node.
    const { npm_config_user_agent, npm_node_execpath, NODE, ...env } = process.env;
    const PATH = [dirname(nodeCommand), env["PATH"]].join(delimiter);
    // Uses the headers of that Node, without a download.
    const ownNode = { ...env, PATH, npm_config_nodedir: nodeFolder, JOBS: "max" };
    await run("npm", ["rebuild", "--loglevel=error"], { cwd: hostFolder, env: ownNode });
    writeFileSync(installedStamp, wanted);
  });
}

/**
 * Makes npm, from version 11, skip the install scripts of modules that desktop VS Code alone loads: SQLite compiles for
 * longer than all others together.
 */
function leaveUnusedUnbuilt() {
  const manifest = JSON.parse(readFileSync(hostManifest, "utf8"));
  for (const name of Object.keys(manifest.allowScripts ?? {}))
    if (/^(@vscode\/(deviceid|fs-copyfile|sqlite3)|kerberos)@/.test(name))
      manifest.allowScripts[name] = false;
  writeFileSync(hostManifest, JSON.stringify(manifest, undefined, 2));
}
