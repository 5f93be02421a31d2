// Tests inside a real VS Code, once with the folder trusted and once in Restricted Mode.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calmSettings } from "../vscode-host/settings.mjs";
import { readCounts } from "./counts.mjs";
import { inRoot, root } from "./paths.mjs";
import { prepareHostAndBrowser } from "./prepareHost.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./testLayers.mjs").Counts>}
 */
export async function runExtensionLayer(context) {
  await prepareHostAndBrowser();
  const trusted = await runSuite("trusted", [], context);
  const restricted = await runSuite("restricted", ["--restricted-mode"], context);
  return { passed: trusted.passed + restricted.passed, failed: trusted.failed + restricted.failed };
}

/**
 * @param {string} suite
 * @param {readonly string[]} options of VS Code
 * @param {import("./testLayers.mjs").LayerContext} context
 */
async function runSuite(suite, options, { grep, registry }) {
  const { runTests } = await import("@vscode/test-electron");
  const { url, ca } = await registry();
  const folder = mkdtempSync(join(tmpdir(), "analyses-extension-"));
  const workspace = join(folder, "samples");
  const userSettings = join(folder, "user-data/User");
  const output = inRoot("test-results", `extension-${suite}.json`);
  try {
    cpSync(inRoot("samples"), workspace, { recursive: true });
    mkdirSync(userSettings, { recursive: true });
    writeFileSync(
      join(userSettings, "settings.json"),
      JSON.stringify({ ...calmSettings, ...registrySettings({ url }) }),
    );
    const succeeded = await runTests({
      vscodeExecutablePath: inRoot("scripts/vscode-host/code.mjs"),
      extensionDevelopmentPath: root,
      extensionTestsPath: inRoot("out/test/extension/index.js"),
      extensionTestsEnv: {
        ...trusting(ca, folder),
        EXTENSION_TESTS: JSON.stringify({ suite, output, grep }),
      },
      launchArgs: [
        workspace,
        `--user-data-dir=${join(folder, "user-data")}`,
        `--extensions-dir=${join(folder, "extensions")}`,
        ...options,
      ],
    }).then(
      () => true,
      () => false,
    );
    return readCounts(output, succeeded);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
