// Installs the hosted VS Code once, from its lock file, with its own Node.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { hostFolder, hostManifest, installedStamp, nodeCommand, nodeFolder } from "../vscode-host/paths.mjs";
import { CannotPrepare } from "./cannotPrepare.mjs";
import { buildTools, chromium, prepareSystem } from "./prepareSystem.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/** @type {Promise<void> | undefined} */
let prepared;

/**
 * Ensures that the hosted VS Code is installed.
 * @returns {Promise<void>}
 * @throws {CannotPrepare}
 */
export function prepareHost() {
  return (prepared ??= installHost());
}

async function installHost() {
  const wanted = createHash("sha256")
    .update(readFileSync(join(hostFolder, "package-lock.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex");
  if (installed() === wanted) return;
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new CannotPrepare(
      "The hosted VS Code runs on Linux (x64, arm64) only. Please install the desktop VS Code, so that `code` is on the PATH.",
    );
  }
  await step("Installing the hosted VS Code, once: 700 MB, a minute or two", async () => {
    // Its install scripts need apt's packages and its own Node: install all files first, then run the scripts.
    const files = run("npm", ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: hostFolder });
    await Promise.all([prepareSystem(buildTools), files]);
    leaveUnusedUnbuilt();
    await run("npm", ["rebuild", "--loglevel=error"], { cwd: hostFolder, env: underItsOwnNode() });
    writeFileSync(installedStamp, wanted);
  });
}

/** Native modules that desktop VS Code alone loads: SQLite compiles for longer than all others together. */
const unused = /^(@vscode\/(deviceid|fs-copyfile|sqlite3)|kerberos)@/;

/** Makes npm, from version 11, skip the install scripts of modules that a served VS Code does not load. */
function leaveUnusedUnbuilt() {
  const manifest = JSON.parse(readFileSync(hostManifest, "utf8"));
  for (const name of Object.keys(manifest.allowScripts ?? {}))
    if (unused.test(name)) manifest.allowScripts[name] = false;
  writeFileSync(hostManifest, JSON.stringify(manifest, undefined, 2));
}

/** @returns {NodeJS.ProcessEnv} */
function underItsOwnNode() {
  // Removes the variables in which a parent npm stores its own Node.
  const { npm_config_user_agent, npm_node_execpath, NODE, ...env } = process.env;
  return {
    ...env,
    PATH: [dirname(nodeCommand), env["PATH"]].join(delimiter),
    // Uses the headers of that Node, without a download.
    npm_config_nodedir: nodeFolder,
    JOBS: "max",
  };
}

/**
 * Ensures that the hosted VS Code and a browser for it are installed.
 * @throws {CannotPrepare}
 */
export async function prepareHostAndBrowser() {
  await Promise.all([prepareSystem([chromium, ...buildTools]), prepareHost()]);
}

function installed() {
  try {
    return readFileSync(installedStamp, "utf8");
  } catch {
    return undefined;
  }
}
