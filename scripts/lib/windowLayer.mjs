// Tests that use VS Code's window as a person does: the packaged extension, installed into a hosted
// VS Code, seen through a browser page.
import { jobsFor, runMocha } from "./mocha.mjs";
import { withPackagedHosts } from "./packagedHost.mjs";
import { packageExtension } from "./vsix.mjs";

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runWindowLayer({ grep, registry }) {
  await packageExtension();
  const shared = await registry();
  // At trace level everything that could reach a log does: a test looks for secrets there.
  const settings = { "analysesRegistry.trace.server": "verbose" };
  // A host for each job: three were too many beside the other lane on two cores.
  const jobs = jobsFor(grep);
  return withPackagedHosts(jobs, { registry: shared, settings }, async (packaged) => {
    const windowTests = packaged.map(({ host, dataFolder }) => ({
      authority: host.authority,
      registry: shared.url,
      dataFolder,
    }));
    const env = { ...packaged[0]?.env, WINDOW_TESTS: JSON.stringify(windowTests) };
    return runMocha({ layer: "window", grep, timeoutSeconds: 180, jobs, env });
  });
}
