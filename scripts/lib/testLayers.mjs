// The test layers: their requirements and how to run them.
import { runCheckLayer } from "./checkLayer.mjs";
import { runExtensionLayer } from "./extensionLayer.mjs";
import { jobsFor, runMocha } from "./mocha.mjs";
import { prepareHostAndBrowser } from "./prepareHost.mjs";
import { chromium, editors, eglot, prepareSystem } from "./prepareSystem.mjs";
import { prepareSchemaSuite } from "./schemaSuite.mjs";
import { runWindowLayer } from "./windowLayer.mjs";

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

/**
 * @typedef {object} Layer
 * @property {(options: LayerOptions) => Promise<void>} [prepare] installs its requirements
 * @property {(context: LayerContext) => Promise<import("./counts.mjs").Counts>} run
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
    run: (context) => runMocha("pure", context, { timeoutSeconds: 600, jobs: jobsFor(context.grep) }),
  },
  server: {
    async prepare() {
      await prepareSystem([chromium, ...editors]);
      await prepareSystem([eglot]);
    },
    run: (context) => runMocha("server", context, { jobs: jobsFor(context.grep) }),
  },
  extension: {
    async prepare({ vscode }) {
      if (vscode === undefined) await prepareHostAndBrowser();
    },
    run: runExtensionLayer,
  },
  house: { run: (context) => runMocha("house", context) },
};
