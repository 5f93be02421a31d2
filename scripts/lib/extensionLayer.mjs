// Tests inside a real VS Code, once with the folder trusted and once in Restricted Mode.
import { readCounts, runWithSecondTry } from "./counts.mjs";
import { runInsideEditor } from "./insideEditor.mjs";
import { inRoot } from "./paths.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runExtensionLayer(context) {
  // To the desktop VS Code, @vscode/test-electron always says that every folder is trusted.
  if (context.vscode !== undefined) return runSuite("trusted", [], context);
  const [trusted, restricted] = await Promise.all([
    runSuite("trusted", [], context),
    runSuite("restricted", ["--restricted-mode"], context),
  ]);
  return {
    passed: trusted.passed + restricted.passed,
    failed: [...trusted.failed, ...restricted.failed],
    flaky: [trusted, restricted].flatMap(({ flaky = [] }) => flaky),
  };
}

/**
 * @param {string} suite
 * @param {readonly string[]} options of VS Code
 * @param {import("./testLayers.mjs").LayerContext} context
 */
async function runSuite(suite, options, { grep, vscode, registry }) {
  const { url, ca } = await registry();
  const output = inRoot("test-results", `extension-${suite}.json`);
  return runWithSecondTry(async (files) => {
    const succeeded = await runInsideEditor({
      module: inRoot("out/test/extension/index.js"),
      settings: registrySettings({ url }),
      env: (folder) => ({
        ...trusting(ca, folder),
        EXTENSION_TESTS: JSON.stringify({ suite, output, grep, files }),
      }),
      options,
      vscode,
    });
    return readCounts(output, succeeded);
  });
}
