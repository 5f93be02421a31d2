// Runs tests that drive VS Code's window like a person: the packaged extension in a hosted VS Code, in a
// browser page.
import { jobsFor, runMocha } from "./mocha.mjs";
import { withPackagedHosts } from "./packagedHost.mjs";
import { packageExtension } from "./vsix.mjs";

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runWindowLayer(context) {
  await packageExtension();
  const shared = await context.registry();
  const settings = {
    // Logs everything, so that a test can search the log for secrets.
    "analysesRegistry.trace.server": "verbose",
    // Tests share windows: a document that a test opens again has no edits of an earlier one to undo.
    "files.restoreUndoStack": false,
  };
  // One host per job: with the other lane on two cores, three were too many.
  const jobs = jobsFor(context.grep);
  return withPackagedHosts(jobs, { registry: shared, settings }, async (packaged) => {
    const windowTests = packaged.map(({ host, dataFolder, extensionsFolder }) => ({
      authority: host.authority,
      registry: shared.url,
      ca: shared.ca,
      dataFolder,
      extensionsFolder,
    }));
    const env = { ...packaged[0]?.env, WINDOW_TESTS: JSON.stringify(windowTests) };
    return runMocha("window", context, { jobs, env, options: ["--exit"] });
  });
}
