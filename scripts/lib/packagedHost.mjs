// A hosted VS Code with the packaged extension, configured with a trusted registry.
import { join } from "node:path";
import { openWorkbench, startBrowser } from "../vscode-host/browser.mjs";
import { installExtension, startHost, workbenchAddress } from "../vscode-host/host.mjs";
import { Workbench } from "../vscode-host/workbench.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { withTemporaryFolder } from "./temporaryFolder.mjs";
import { vsixFile } from "./vsix.mjs";

/** @typedef {import("../vscode-host/host.mjs").Host} Host */
/** @typedef {import("../vscode-host/host.mjs").HostFolders} HostFolders */
/** @typedef {HostFolders & { host: Host, env: NodeJS.ProcessEnv }} PackagedHost `env` trusts the registry */

/**
 * @typedef {object} Needs
 * @property {import("./referenceRegistry.mjs").ReferenceRegistry} registry
 * @property {Readonly<Record<string, unknown>>} settings further user settings
 */

/**
 * Starts several hosts, which share only their installed extensions, runs work with them, and ends them.
 * @template T
 * @param {number} count
 * @param {Needs} needs
 * @param {(packaged: readonly PackagedHost[]) => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withPackagedHosts = (count, { registry, settings }, work) =>
  withTemporaryFolder(async (folder) => {
    const extensionsFolder = join(folder, "extensions");
    const env = trusting(registry.ca, folder);
    const allSettings = { ...registrySettings(registry), ...settings };
    /** @type {PackagedHost[]} */
    const packaged = [];
    try {
      for (let number = 1; number <= count; number++) {
        const folders = { dataFolder: join(folder, `data-${number}`), extensionsFolder };
        if (number === 1) await installExtension(vsixFile, folders);
        const host = await startHost({ ...folders, settings: allSettings, trusted: true, env });
        packaged.push({ host, env, ...folders });
      }
      return await work(packaged);
    } finally {
      for (const { host } of packaged) await host.stop();
    }
  });

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
