// Runs one test layer, and writes its results to a file. runLayers.mjs starts it.
import { writeFileSync } from "node:fs";
import { endWithEverythingStarted } from "./processes.mjs";
import { startReferenceRegistry } from "./referenceRegistry.mjs";
import { testLayers } from "./testLayers.mjs";

/** @type {{ name: string, result: string, options: import("./testLayers.mjs").LayerOptions }} */
const { name, result, options } = JSON.parse(process.argv[2] ?? "{}");

endWithEverythingStarted();

/** @type {Promise<import("./referenceRegistry.mjs").ReferenceRegistry> | undefined} */
let started;
const registry = () => (started ??= startReferenceRegistry());

writeFileSync(result, JSON.stringify(await counts()));
await (await started?.catch(() => undefined))?.stop();

/** @returns {Promise<import("./counts.mjs").Counts>} */
async function counts() {
  try {
    const run = testLayers[name]?.run;
    if (run === undefined) throw new Error("There is no such layer.");
    return await run({ ...options, registry });
  } catch (error) {
    return { passed: 0, failed: [`could not run. ${error instanceof Error ? error.message : error}`] };
  }
}
