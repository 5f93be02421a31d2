// The test layers: their requirements and how to run them.
import { writeSync } from "node:fs";
import { runExtensionLayer } from "./extensionLayer.mjs";
import { jobsFor, runMocha } from "./mocha.mjs";
import { withPackagedHosts } from "./packagedHost.mjs";
import { root } from "./paths.mjs";
import { prepareHostAndBrowser } from "./prepareHost.mjs";
import { chromium, editors, eglot, prepareSystem } from "./prepareSystem.mjs";
import { run } from "./processes.mjs";
import { prepareSchemaSuite } from "./schemaSuite.mjs";
import { packageExtension } from "./vsix.mjs";

/**
 * Options of `npm test`.
 * @typedef {object} LayerOptions
 * @property {string | undefined} [grep] run only tests whose title contains this
 * @property {string | undefined} [vscode] version of desktop VS Code to run tests in; by default the hosted VS Code
 */

/**
 * The context of a running layer.
 * @typedef {object} Running
 * @property {number} log file descriptor for its output
 * @property {() => Promise<import("./referenceRegistry.mjs").ReferenceRegistry>} registry starts one reference registry
 *   for all its tests, at the first call
 */

/** @typedef {LayerOptions & Running} LayerContext */
/** @typedef {import("./counts.mjs").Counts} Counts */

/**
 * @typedef {object} Layer
 * @property {(options: LayerOptions) => Promise<void>} [prepare] installs its requirements
 * @property {(context: LayerContext) => Promise<Counts>} run
 */

/**
 * In starting order, two at the same time: the longest first, although on a bare machine it waits about a minute for
 * the installation of VS Code, while layers without requirements run; the shortest last, so that both end together.
 * @type {Readonly<Record<string, Layer>>}
 */
export const testLayers = {
  window: { prepare: prepareHostAndBrowser, run: runWindowLayer },
  check: { run: runCheckLayer },
  pure: {
    prepare: prepareSchemaSuite,
    run: (context) => runMocha("pure", context, { timeoutSeconds: 600 }),
  },
  server: {
    async prepare() {
      await prepareSystem([chromium, ...editors]);
      await prepareSystem([eglot]);
    },
    run: (context) => runMocha("server", context),
  },
  extension: {
    async prepare({ vscode }) {
      if (vscode === undefined) await prepareHostAndBrowser();
    },
    run: runExtensionLayer,
  },
  house: { run: (context) => runMocha("house", context, { jobs: 1 }) },
};

/** The npm script that checks each rule. Two lanes, for two cores: the linter takes as long as the others together. */
const lanes = [
  { "nothing that the linter finds": "lint" },
  {
    "every file is formatted": "format:check",
    "every import keeps the walls": "walls",
    "no wrong types": "types",
  },
];

/** @param {LayerContext} context @returns {Promise<Counts>} */
async function runCheckLayer({ grep = "", log }) {
  /** @type {string[]} */
  const failed = [];
  let passed = 0;
  const runLane = async (/** @type {Record<string, string>} */ lane) => {
    for (const [title, script] of Object.entries(lane).filter(([title]) => title.includes(grep)))
      try {
        await run("npm", ["run", "--silent", script], { cwd: root });
        passed++;
        writeSync(log, `  ✔ ${title}\n`);
      } catch (error) {
        failed.push(`${title}\n${error instanceof Error ? error.message : error}`);
      }
  };
  await Promise.all(lanes.map(runLane));
  return { passed, failed };
}

/**
 * Runs tests that drive VS Code's window like a person: the packaged extension in a hosted VS Code, in a browser page.
 * @param {LayerContext} context
 * @returns {Promise<Counts>}
 */
async function runWindowLayer(context) {
  await packageExtension();
  const shared = await context.registry();
  const settings = {
    // Logs everything, so that a test can search the log for secrets.
    "analysesRegistry.trace.server": "verbose",
    // Tests share windows: a document that a test opens again has no edits of an earlier one to undo.
    "files.restoreUndoStack": false,
  };
  // One host per job: with the other lane on two cores, three were too many.
  return withPackagedHosts(jobsFor(context.grep), { registry: shared, settings }, async (packaged) => {
    const windowTests = packaged.map(({ host, dataFolder, extensionsFolder }) => ({
      authority: host.authority,
      registry: shared.url,
      ca: shared.ca,
      dataFolder,
      extensionsFolder,
    }));
    const env = { ...packaged[0]?.env, WINDOW_TESTS: JSON.stringify(windowTests) };
    return runMocha("window", context, { env, options: ["--exit"] });
  });
}
