// The layers of tests, in the order in which they run.
import { runExtensionLayer } from "./extensionLayer.mjs";
import { runMocha } from "./mocha.mjs";
import { editors, eglot, prepareSystem } from "./prepareSystem.mjs";
import { prepareSchemaSuite } from "./schemaSuite.mjs";
import { runWindowLayer } from "./windowLayer.mjs";

/**
 * What the layers share.
 * @typedef {object} LayerContext
 * @property {string | undefined} [grep] only tests whose title has this in it
 * @property {string | undefined} [vscode] which desktop VS Code tests run in; without: the hosted one
 * @property {() => Promise<import("./referenceRegistry.mjs").ReferenceRegistry>} registry
 *   one reference registry for all; started at the first call
 */

/**
 * What a run of tests has counted.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {readonly string[]} failed the titles
 */

/** @type {Readonly<Record<string, (context: LayerContext) => Promise<Counts>>>} */
export const testLayers = {
  house: ({ grep }) => runMocha({ layer: "house", grep, timeoutSeconds: 300 }),
  pure: async ({ grep }) => {
    await prepareSchemaSuite();
    return runMocha({ layer: "pure", grep, timeoutSeconds: 120 });
  },
  server: async ({ grep }) => {
    await prepareSystem(editors);
    await prepareSystem([eglot]);
    return runMocha({ layer: "server", grep, timeoutSeconds: 20 });
  },
  extension: runExtensionLayer,
  window: runWindowLayer,
};
