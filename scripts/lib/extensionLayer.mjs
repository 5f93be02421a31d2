// Runs tests inside a real VS Code: those of a trusted folder in two instances, then those of Restricted Mode.
import { readCounts, runWithSecondTry } from "./counts.mjs";
import { runInsideEditor } from "./insideEditor.mjs";
import { jobsFor } from "./mocha.mjs";
import { inRoot } from "./paths.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { testFiles } from "./testFiles.mjs";

/** @typedef {import("./testLayers.mjs").LayerContext} LayerContext */
/** @typedef {import("./counts.mjs").Counts} Counts */

/**
 * @param {LayerContext} context
 * @returns {Promise<Counts>}
 */
export async function runExtensionLayer(context) {
  const trusted = testFiles("extension/trusted");
  // @vscode/test-electron always starts desktop VS Code with every folder trusted.
  if (context.vscode !== undefined) return runFiles("trusted", trusted, [], context);
  const jobs = jobsFor(context.grep);
  const trustedRuns = Array.from({ length: jobs }, (_, job) => {
    const files = trusted.filter((_, index) => index % jobs === job);
    return runFiles(`trusted-${job + 1}`, files, [], context);
  });
  const restrictedRun = Promise.all(trustedRuns.slice(1)).then(() =>
    runFiles("restricted", testFiles("extension/restricted"), ["--restricted-mode"], context),
  );
  const parts = await Promise.all([...trustedRuns, restrictedRun]);
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.flatMap(({ failed }) => failed),
    flaky: parts.flatMap(({ flaky = [] }) => flaky),
  };
}

/**
 * @param {string} name
 * @param {readonly string[]} all
 * @param {readonly string[]} options VS Code's options
 * @param {LayerContext} context
 * @returns {Promise<Counts>}
 */
async function runFiles(name, all, options, { grep, vscode, registry }) {
  const { url, ca } = await registry();
  const output = inRoot("test-results", `extension-${name}.json`);
  return runWithSecondTry(async (files = all) => {
    const succeeded = await runInsideEditor({
      module: inRoot("out/test/extension/index.js"),
      settings: registrySettings({ url }),
      env: (folder) => ({
        ...trusting(ca, folder),
        EXTENSION_TESTS: JSON.stringify({ output, grep, files }),
      }),
      options,
      vscode,
    });
    return readCounts(output, succeeded);
  });
}
