// Tests that use VS Code's window as a person does: the packaged extension, installed into a hosted
// VS Code, seen through a browser page.
import { runMocha } from "./mocha.mjs";
import { withPackagedHost } from "./packagedHost.mjs";

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./testLayers.mjs").Counts>}
 */
export async function runWindowLayer({ grep, registry }) {
  const shared = await registry();
  // At trace level everything that could reach a log does: a test looks for secrets there.
  const settings = { "analysesRegistry.trace.server": "verbose" };
  return withPackagedHost({ registry: shared, settings }, ({ host, env, ...folders }) => {
    const windowTests = { authority: host.authority, registry: shared.url, ...folders };
    return runMocha({
      layer: "window",
      grep,
      timeoutSeconds: 90,
      // A key may reach a window that is about to close: a person presses it again. What failed first is told.
      retries: 1,
      env: { ...env, WINDOW_TESTS: JSON.stringify(windowTests) },
    });
  });
}
