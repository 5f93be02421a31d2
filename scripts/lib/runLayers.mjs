// Runs test layers, two at the same time.
import { openSync, readFileSync } from "node:fs";
import { totalOf } from "./counts.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { startReferenceRegistry } from "./referenceRegistry.mjs";
import { testLayers } from "./testLayers.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./testLayers.mjs").LayerOptions} LayerOptions */
/** @typedef {{ name: string, run: import("./testLayers.mjs").Layer["run"], prepared: Promise<void> }} PreparedLayer */

/**
 * Starts installing the system requirements of layers, which do not depend on the build.
 * @param {readonly string[]} wanted
 * @param {LayerOptions} options
 * @returns {PreparedLayer[]}
 */
export function prepareLayers(wanted, options) {
  const inTurn = Object.entries(testLayers).filter(([name]) => wanted.includes(name));
  return inTurn.map(([name, { prepare, run }]) => {
    const prepared = (async () => prepare?.(options))();
    // runLayer() reports the failure.
    prepared.catch(() => undefined);
    return { name, run, prepared };
  });
}

/**
 * Runs layers. Shows the output of a single layer immediately, that of several when each ends; until then, or if one
 * hangs, test-results/<layer>.log contains it.
 * @param {PreparedLayer[]} waiting
 * @param {LayerOptions} options
 * @returns {Promise<Required<Counts>>} the total, with the layer's name before each title
 */
export async function runLayers(waiting, options) {
  const live = waiting.length === 1;
  /** @type {Counts[]} */
  const counts = [];
  /** Runs the next waiting layer until none is left, so that both cores have work to the end. */
  const work = async () => {
    for (let layer = waiting.shift(); layer !== undefined; layer = waiting.shift()) {
      const { name } = layer;
      const log = inRoot("test-results", `${name}.log`);
      const output = live ? 1 : openSync(log, "a");
      const { passed, failed, flaky = [] } = await step(name, () => runLayer(layer, options, output));
      if (!live) console.log(`\n== ${name}\n${readFileSync(log, "utf8")}`);
      const named = (/** @type {string} */ title) => `${name}: ${title}`;
      counts.push({ passed, failed: failed.map(named), flaky: flaky.map(named) });
    }
  };
  await Promise.all([work(), work()]);
  return totalOf(counts);
}

/**
 * @param {PreparedLayer} layer
 * @param {LayerOptions} options
 * @param {number} log
 * @returns {Promise<Counts>}
 */
async function runLayer({ run, prepared }, options, log) {
  /** @type {ReturnType<typeof startReferenceRegistry> | undefined} */
  let started;
  try {
    await prepared;
    return await run({ ...options, log, registry: () => (started ??= startReferenceRegistry()) });
  } catch (error) {
    return { passed: 0, failed: [`could not run. ${error instanceof Error ? error.message : error}`] };
  } finally {
    const registry = await started?.catch(() => undefined);
    await registry?.stop();
  }
}
