// Runs test layers, each in its own process, two at the same time.
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCounts } from "./counts.mjs";
import { inRoot } from "./paths.mjs";
import { start } from "./processes.mjs";
import { testLayers } from "./testLayers.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./testLayers.mjs").LayerOptions} LayerOptions */

/**
 * Layers in preparation; each promise resolves to the reason of a failure.
 * @typedef {ReadonlyMap<string, Promise<string | undefined>>} Prepared
 */

/**
 * Starts installing the system requirements of layers, which do not depend on the build.
 * @param {readonly string[]} wanted
 * @param {LayerOptions} options
 * @returns {Prepared}
 */
export function prepareLayers(wanted, options) {
  const inTurn = Object.keys(testLayers).filter((name) => wanted.includes(name));
  return new Map(inTurn.map((name) => [name, prepare(name, options)]));
}

/**
 * Runs layers. Shows the output of a single layer immediately, that of several when each ends.
 * @param {Prepared} prepared
 * @param {LayerOptions} options
 * @returns {Promise<Required<Counts>>} the total, with the layer's name before each title
 */
export async function runLayers(prepared, options) {
  const waiting = [...prepared.keys()];
  const live = waiting.length === 1;
  /** @type {Set<string>} */
  const running = new Set();
  const begin = Date.now();
  const heartbeat = setInterval(() => {
    if (!live && running.size > 0)
      console.log(`  after ${secondsSince(begin)} s: running ${[...running].join(" and ")}`);
  }, 60_000);
  /** @param {string} name */
  const runLayer = async (name) => {
    const problem = await prepared.get(name);
    if (problem !== undefined) return couldNotRun(name, problem);
    running.add(name);
    const layerBegin = Date.now();
    if (live) console.log(`\n== ${name}`);
    const { counts, output } = await runInProcess(name, options, live);
    running.delete(name);
    console.log(`${live ? "" : `\n== ${name}\n${output}`}(${secondsSince(layerBegin)} s)`);
    const named = (/** @type {string} */ title) => `${name}: ${title}`;
    return { ...counts, failed: counts.failed.map(named), flaky: counts.flaky?.map(named) ?? [] };
  };
  /** @type {Counts[]} */
  const counts = [];
  /** Runs the next waiting layer until none is left, so that both cores have work to the end. */
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      counts.push(await runLayer(name));
  };
  await Promise.all([work(), work()]);
  clearInterval(heartbeat);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.flatMap(({ failed }) => failed),
    flaky: counts.flatMap(({ flaky = [] }) => flaky),
  };
}

/**
 * @param {string} name
 * @param {LayerOptions} options
 * @returns {Promise<string | undefined>} why its preparation failed
 */
async function prepare(name, options) {
  try {
    await testLayers[name]?.prepare?.(options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * @param {string} name
 * @param {string} problem
 * @returns {Counts}
 */
function couldNotRun(name, problem) {
  return { passed: 0, failed: [`${name}: could not run. ${problem}`] };
}

/**
 * @param {string} name
 * @param {LayerOptions} options
 * @param {boolean} showsOutput whether to print the output immediately
 * @returns {Promise<{ counts: Counts, output: string }>}
 */
async function runInProcess(name, options, showsOutput) {
  const result = inRoot("test-results", `layer-${name}.json`);
  const script = fileURLToPath(new URL("./runLayer.mjs", import.meta.url));
  const child = start(process.execPath, [script, JSON.stringify({ name, result, options })], {
    stdio: showsOutput ? "inherit" : "pipe",
    endsOthers: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output += text;
      // A log to read before the layer ends, or if it hangs.
      appendFileSync(inRoot("test-results", `${name}.log`), text);
    });
  const [code] = await once(child, "close");
  return { counts: readCounts(result, code === 0), output };
}

/** @param {number} begin */
function secondsSince(begin) {
  return Math.round((Date.now() - begin) / 1000);
}
