// Tests that use VS Code's window as a person does: the packaged extension, installed into a hosted
// VS Code, seen through a browser page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installExtension, startHost } from "../vscode-host/host.mjs";
import { runMocha } from "./mocha.mjs";
import { prepareHostAndBrowser } from "./prepareHost.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { packageExtension, vsixFile } from "./vsix.mjs";

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./testLayers.mjs").Counts>}
 */
export async function runWindowLayer({ grep, registry }) {
  await prepareHostAndBrowser();
  await packageExtension();
  const { url, ca } = await registry();
  const folder = mkdtempSync(join(tmpdir(), "analyses-window-"));
  const folders = { dataFolder: join(folder, "data"), extensionsFolder: join(folder, "extensions") };
  try {
    await installExtension(vsixFile, folders);
    const env = trusting(ca, folder);
    // At trace level everything that could reach a log does: a test looks for secrets there.
    const settings = { ...registrySettings({ url }), "analysesRegistry.trace.server": "verbose" };
    const host = await startHost({ ...folders, settings, trusted: true, env });
    try {
      return await runMocha({
        layer: "window",
        grep,
        timeoutSeconds: 90,
        env: {
          ...env,
          WINDOW_TESTS: JSON.stringify({ authority: host.authority, registry: url, ...folders }),
        },
      });
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
