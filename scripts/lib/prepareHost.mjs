// The hosted VS Code: installed once, from its lock file, under the Node that it brings.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { hostFolder, installedStamp, nodeCommand, nodeFolder } from "../vscode-host/paths.mjs";
import { CannotPrepare } from "./cannotPrepare.mjs";
import { buildTools, chromium, prepareSystem } from "./prepareSystem.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/** @type {Promise<void> | undefined} */
let prepared;

/**
 * Sees to it that the hosted VS Code is there.
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
  await step("Installing the hosted VS Code, once: 700 MB, some three minutes", async () => {
    // Its install scripts need what apt brings and must run under its own Node: so first all files, then the scripts.
    const files = run("npm", ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: hostFolder });
    await Promise.all([prepareSystem(buildTools), files]);
    await run("npm", ["rebuild", "--loglevel=error"], { cwd: hostFolder, env: underItsOwnNode() });
    writeFileSync(installedStamp, wanted);
  });
}

/** @returns {NodeJS.ProcessEnv} */
function underItsOwnNode() {
  // An npm that runs this script has put there which Node it runs under itself.
  const { npm_config_user_agent, npm_node_execpath, NODE, ...env } = process.env;
  return {
    ...env,
    PATH: [dirname(nodeCommand), env["PATH"]].join(delimiter),
    // Headers of that Node: neither another version's nor a download.
    npm_config_nodedir: nodeFolder,
    JOBS: "max",
  };
}

/**
 * Sees to it that tests and pictures can look at a hosted VS Code.
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
