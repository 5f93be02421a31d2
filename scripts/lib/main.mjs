import { lstatSync, readFileSync } from "node:fs";
import { inRoot, root } from "./paths.mjs";
import { CommandFailed, endWithEverythingStarted, run } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * Runs a script after installing the project's packages. Prints errors that a user can correct as plain messages,
 * without a stack trace.
 * @param {() => Promise<void>} script
 * @param {() => Promise<void>} [endTheRest] ends started programs that are not children of this process
 */
export async function main(script, endTheRest) {
  endWithEverythingStarted(endTheRest);
  try {
    await prepareProject();
    await script();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * Installs the npm packages unless npm's copy of the lock file inside node_modules matches package-lock.json. A linked
 * node_modules belongs to another checkout, which maintains it.
 */
export async function prepareProject() {
  if (lstatSync(inRoot("node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const installed = packagesOf("node_modules/.package-lock.json");
  const isInstalled = Object.entries(packagesOf("package-lock.json")).every(
    ([path, entry]) => path === "" || entry.optional === true || installed[path]?.version === entry.version,
  );
  if (!isInstalled)
    await step("Installing the project's packages with npm ci", () => run("npm", ["ci"], { cwd: root }));
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(inRoot(lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}
