// Installs the project's npm packages if they are missing or do not match package-lock.json.
import { lstatSync, readFileSync } from "node:fs";
import { inRoot, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/** Ensures that node_modules matches package-lock.json. */
export async function prepareProject() {
  if (packagesAreThere()) return;
  await step("Installing the project's packages with npm ci", () => run("npm", ["ci"], { cwd: root }));
}

/**
 * Compares the lock file with npm's copy inside node_modules.
 * A linked node_modules belongs to another checkout, which maintains it.
 */
function packagesAreThere() {
  if (lstatSync(inRoot("node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  const wanted = packagesOf(inRoot("package-lock.json"));
  const installed = packagesOf(inRoot("node_modules/.package-lock.json"));
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional === true || installed[path]?.version === entry.version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")).packages;
  } catch {
    return {};
  }
}
