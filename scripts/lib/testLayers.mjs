// The layers of tests: what each needs and how it runs.
import { runCheckLayer } from "./checkLayer.mjs";
import { runExtensionLayer } from "./extensionLayer.mjs";
import { jobsFor, runMocha } from "./mocha.mjs";
import { prepareHostAndBrowser } from "./prepareHost.mjs";
import { chromium, editors, eglot, prepareSystem } from "./prepareSystem.mjs";
import { prepareSchemaSuite } from "./schemaSuite.mjs";
import { runWindowLayer } from "./windowLayer.mjs";

/**
 * What `npm test` was asked for.
 * @typedef {object} LayerOptions
 * @property {string | undefined} [grep] only tests whose title has this in it
 * @property {string | undefined} [vscode] which desktop VS Code tests run in; without: the hosted one
 */

/**
 * What a layer runs with.
 * @typedef {LayerOptions & {
 *   registry: () => Promise<import("./referenceRegistry.mjs").ReferenceRegistry>
 * }} LayerContext `registry`: one reference registry for all its tests; started at the first call
 */

/**
 * @typedef {object} Layer
 * @property {(options: LayerOptions) => Promise<void>} [prepare] installs what it needs
 * @property {(context: LayerContext) => Promise<import("./counts.mjs").Counts>} run
 */

/**
 * In the order in which they begin, two at the same time: the longest first, though on a bare machine it waits some three
 * minutes until VS Code is installed: what needs nothing installed runs meanwhile.
 * @type {Readonly<Record<string, Layer>>}
 */
export const testLayers = {
  window: {
    prepare: prepareHostAndBrowser,
    run: runWindowLayer,
  },
  check: { run: runCheckLayer },
  house: { run: ({ grep }) => runMocha({ layer: "house", grep, timeoutSeconds: 180 }) },
  pure: {
    prepare: prepareSchemaSuite,
    run: ({ grep }) => runMocha({ layer: "pure", grep, timeoutSeconds: 600, jobs: jobsFor(grep) }),
  },
  server: {
    async prepare() {
      await prepareSystem([chromium, ...editors]);
      await prepareSystem([eglot]);
    },
    run: ({ grep }) => runMocha({ layer: "server", grep, timeoutSeconds: 180, jobs: jobsFor(grep) }),
  },
  extension: {
    async prepare({ vscode }) {
      if (vscode === undefined) await prepareHostAndBrowser();
    },
    run: runExtensionLayer,
  },
};
