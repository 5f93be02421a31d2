// Runs tests inside a real VS Code, with an empty profile, a folder of a team's documents and the extension under
// development: those of a trusted folder in two instances, then those of Restricted Mode.
import { writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { format } from "node:util";
import { openWorkbench, startBrowser, testScreen } from "../vscode-host/browser.mjs";
import { calmSettings, startHost, workbenchAddress } from "../vscode-host/host.mjs";
import { runWithSecondTry, totalOf } from "./counts.mjs";
import { writeSettings } from "./editors.mjs";
import { jobsFor, testFiles } from "./mocha.mjs";
import { inRoot, root } from "./paths.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { copyTeamFolder } from "./teamFolder.mjs";
import { withTemporaryFolder } from "./temporaryFolder.mjs";

/** @typedef {import("./testLayers.mjs").LayerContext} LayerContext */
/** @typedef {import("./counts.mjs").Counts} Counts */

/**
 * One start of VS Code.
 * @typedef {object} Start
 * @property {string} folder with the documents in `samples`, and room for VS Code's files
 * @property {Record<string, unknown>} settings
 * @property {NodeJS.ProcessEnv} env
 */

/** The module that VS Code runs. */
const tests = inRoot("out/test/extension/index.js");

/** Messages that the workbench logs at every start and end. */
const chatter =
  /^(Canceled: |Creation of workbench|Timed out waiting for authentication|Resolv(ed|ing) connection|Creating a socket|Ignoring fetching|Updating additional|\[(reconnection|AgentHost|AccountPolicyGate|Service Worker))/;

/**
 * @param {LayerContext} context
 * @returns {Promise<Counts>}
 */
export async function runExtensionLayer(context) {
  const { grep, log, vscode } = context;
  const trusted = testFiles("extension/trusted");
  // @vscode/test-electron always starts desktop VS Code with every folder trusted.
  if (vscode !== undefined)
    return runFiles("trusted", trusted, context, (start) => runInDesktop(start, vscode));
  const jobs = jobsFor(grep);
  const trustedRuns = Array.from({ length: jobs }, (_, job) => {
    const files = trusted.filter((_, index) => index % jobs === job);
    return runFiles(`trusted-${job + 1}`, files, context, (start) => runInHost(start, true, log));
  });
  const restrictedRun = Promise.all(trustedRuns.slice(1)).then(() =>
    runFiles("restricted", testFiles("extension/restricted"), context, (start) =>
      runInHost(start, false, log),
    ),
  );
  return totalOf(await Promise.all([...trustedRuns, restrictedRun]));
}

/**
 * @param {string} name
 * @param {readonly string[]} all
 * @param {LayerContext} context
 * @param {(start: Start) => Promise<boolean>} run returns whether the tests succeeded
 */
async function runFiles(name, all, { grep, registry }, run) {
  const { url, ca } = await registry();
  const output = inRoot("test-results", `extension-${name}.json`);
  return runWithSecondTry(output, (files = all) =>
    withTemporaryFolder((folder) => {
      copyTeamFolder(join(folder, "samples"));
      const env = { ...trusting(ca, folder), EXTENSION_TESTS: JSON.stringify({ output, grep, files }) };
      return run({ folder, settings: registrySettings({ url }), env });
    }),
  );
}

/**
 * @param {Start} start
 * @param {boolean} trusted whether the folder is trusted
 * @param {number} log
 */
async function runInHost({ folder, settings, env }, trusted, log) {
  const host = await startHost({
    dataFolder: join(folder, "server"),
    extensionsFolder: join(folder, "extensions"),
    ...{ settings, env, trusted, takesExtensionTests: true },
  });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage(testScreen);
    const crashed = new Promise((crash) => page.once("crash", crash));
    const ended = new Promise((exit) => page.exposeFunction("codeAutomationExit", exit));
    await page.exposeFunction(
      "codeAutomationLog",
      (/** @type {string} */ _, /** @type {unknown[]} */ parameters) => {
        const text = format(...parameters);
        if (!chatter.test(text)) writeSync(log, `${text}\n`);
      },
    );
    const remote = (/** @type {string} */ path) => `vscode-remote://${host.authority}${resolve(path)}`;
    await openWorkbench(
      page,
      workbenchAddress(host, join(folder, "samples"), [
        ["extensionDevelopmentPath", remote(root)],
        ["extensionTestsPath", remote(tests)],
      ]),
    );
    return (await Promise.race([ended, crashed])) === 0;
  } finally {
    await browser.close();
    await host.stop();
  }
}

/**
 * @param {Start} start
 * @param {string} version of desktop VS Code, which this downloads
 */
async function runInDesktop({ folder, settings, env }, version) {
  const { runTests } = await import("@vscode/test-electron");
  writeSettings(join(folder, "user-data/User/settings.json"), { ...calmSettings, ...settings });
  const [data, extensions] = [join(folder, "user-data"), join(folder, "extensions")];
  return runTests({
    version,
    launchArgs: [join(folder, "samples"), `--user-data-dir=${data}`, `--extensions-dir=${extensions}`],
    ...{ extensionDevelopmentPath: root, extensionTestsPath: tests, extensionTestsEnv: env },
  }).then(
    () => true,
    () => false,
  );
}
