// A hosted VS Code with the packaged extension, configured with a trusted registry.
import { join } from "node:path";
import { openWorkbench, startBrowser } from "../vscode-host/browser.mjs";
import { installExtension, startHost, workbenchAddress } from "../vscode-host/host.mjs";
import { Workbench } from "../vscode-host/workbench.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { withTemporaryFolder } from "./temporaryFolder.mjs";
import { vsixFile } from "./vsix.mjs";

/**
 * @typedef {object} Packaged
 * @property {import("../vscode-host/host.mjs").Host} host
 * @property {NodeJS.ProcessEnv} env environment that trusts the registry
 */

/** @typedef {Packaged & import("../vscode-host/host.mjs").HostFolders} PackagedHost */

/**
 * @typedef {object} Needs
 * @property {import("./referenceRegistry.mjs").ReferenceRegistry} registry
 * @property {Readonly<Record<string, unknown>>} settings further user settings
 * @property {string} [extensionsFolder] the folder of another host, which has the extension installed
 */

/**
 * Starts several hosts, which share only their installed extensions, runs work with them, and ends them.
 * @template T
 * @param {number} count
 * @param {Needs} needs
 * @param {(packaged: readonly PackagedHost[]) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPackagedHosts(count, { registry, settings, extensionsFolder }, work) {
  if (count === 0) return work([]);
  return withTemporaryFolder(async (folder) => {
    const folders = {
      dataFolder: join(folder, "data"),
      extensionsFolder: extensionsFolder ?? join(folder, "extensions"),
    };
    if (extensionsFolder === undefined) await installExtension(vsixFile, folders);
    const env = trusting(registry.ca, folder);
    const allSettings = { ...registrySettings(registry), ...settings };
    const host = await startHost({ ...folders, settings: allSettings, trusted: true, env });
    const needs = { registry, settings, extensionsFolder: folders.extensionsFolder };
    try {
      return await withPackagedHosts(count - 1, needs, (others) =>
        work([{ host, env, ...folders }, ...others]),
      );
    } finally {
      await host.stop();
    }
  });
}

/**
 * Opens a folder, and perhaps a file in it, in the window of such a host.
 * @param {Needs} needs
 * @param {{ folder: string, file?: string, width: number, height: number }} what
 * @param {(workbench: Workbench) => Promise<void>} work
 */
export function withPackagedWindow(needs, { folder, file, width, height }, work) {
  return withPackagedHosts(1, needs, async ([packaged]) => {
    if (packaged === undefined) return;
    const { host } = packaged;
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width, height } });
      const uri = `vscode-remote://${host.authority}${join(folder, file ?? "")}`;
      await openWorkbench(
        page,
        workbenchAddress(host, folder, file === undefined ? [] : [["openFile", uri]]),
      );
      await work(new Workbench(page));
    } finally {
      await browser.close();
    }
  });
}
