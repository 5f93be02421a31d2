// Runs the tests: all layers, or those named. `npm test -- pure server --grep "what"`
// `--vscode VERSION` runs those inside the editor in the desktop VS Code of that version, which is downloaded.
import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { testLayers } from "./lib/testLayers.mjs";

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: "string" }, vscode: { type: "string" } },
});
const unknown = named.filter((name) => !(name in testLayers));
if (unknown.length > 0) {
  console.error(`There is no layer ${unknown.join(", ")}: there are ${Object.keys(testLayers).join(", ")}.`);
  process.exit(2);
}

endWithEverythingStarted();
await prepareProject();
await build();
rmSync(inRoot("test-results"), { recursive: true, force: true });
mkdirSync(inRoot("test-results"), { recursive: true });

/** @type {Promise<import("./lib/referenceRegistry.mjs").ReferenceRegistry> | undefined} */
let started;
const registry = () => (started ??= startReferenceRegistry());

let allPassed = 0;
/** @type {string[]} */
const allFailed = [];
for (const [name, runLayer] of Object.entries(testLayers)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n== ${name}`);
  const start = Date.now();
  try {
    const { passed, failed } = await runLayer({ ...values, registry });
    allPassed += passed;
    allFailed.push(...failed.map((title) => `${name}: ${title}`));
  } catch (error) {
    allFailed.push(`${name}: could not run. ${error instanceof Error ? error.message : error}`);
  }
  console.log(`(${Math.round((Date.now() - start) / 1000)} s)`);
}
await (await started?.catch(() => undefined))?.stop();

console.log();
for (const title of allFailed) console.log(`Failed: ${title}`);
console.log(`${allPassed} passed, ${allFailed.length} failed`);
process.exitCode = allFailed.length === 0 && allPassed > 0 ? 0 : 1;
