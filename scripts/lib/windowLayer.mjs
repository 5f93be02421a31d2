// Tests that use VS Code's window as a person does: the packaged extension, installed into a hosted
// VS Code, seen through a browser page.
import { jobsFor, runMocha } from "./mocha.mjs";
import { withPackagedHosts } from "./packagedHost.mjs";

/** Of more files than that, a machine that was busy for a moment is not the reason. */
const mostAgain = 4;

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./testLayers.mjs").Counts>}
 */
export async function runWindowLayer({ grep, registry }) {
  const shared = await registry();
  // At trace level everything that could reach a log does: a test looks for secrets there.
  const settings = { "analysesRegistry.trace.server": "verbose" };
  // A host for each: while one window waits, the other has something to do.
  const jobs = jobsFor(grep);
  return withPackagedHosts(jobs, { registry: shared, settings }, async (packaged) => {
    const windowTests = packaged.map(({ host, dataFolder }) => ({
      authority: host.authority,
      registry: shared.url,
      dataFolder,
    }));
    const env = { ...packaged[0]?.env, WINDOW_TESTS: JSON.stringify(windowTests) };
    const run = { layer: "window", grep, timeoutSeconds: 90, jobs, env };
    const { failedFiles = [], ...counts } = await runMocha(run);
    if (failedFiles.length === 0 || failedFiles.length > mostAgain) return counts;
    // A key may reach a window that is about to close: a person presses it again. Whole files, for a test begins with
    // what those before it have left in the window; what failed first is told above.
    const files = failedFiles.map(({ file }) => file);
    console.log(`\nAgain, in new windows: ${files.join(", ")}`);
    const again = await runMocha({ ...run, files });
    const replaced = failedFiles.reduce((sum, { passed }) => sum + passed, 0);
    return { passed: counts.passed - replaced + again.passed, failed: again.failed };
  });
}
