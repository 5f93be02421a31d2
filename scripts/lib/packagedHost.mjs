// A hosted VS Code with the packaged extension, configured with a trusted registry.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installExtension, startHost } from "../vscode-host/host.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { vsixFile } from "./vsix.mjs";

/**
 * @typedef {object} Packaged
 * @property {import("../vscode-host/host.mjs").Host} host
 * @property {NodeJS.ProcessEnv} env environment that trusts the registry
 */

/** @typedef {Packaged & import("../vscode-host/host.mjs").HostFolders} PackagedHost */

/**
 * Starts a host in temporary folders, runs work with it, and ends it.
 * @template T
 * @param {object} what
 * @param {import("./referenceRegistry.mjs").ReferenceRegistry} what.registry
 * @param {Readonly<Record<string, unknown>>} [what.settings] further user settings
 * @param {string} [what.extensionsFolder] the folder of another host, which has the extension installed
 * @param {(packaged: PackagedHost) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPackagedHost({ registry, settings, extensionsFolder }, work) {
  const folder = mkdtempSync(join(tmpdir(), "analyses-host-"));
  const folders = {
    dataFolder: join(folder, "data"),
    extensionsFolder: extensionsFolder ?? join(folder, "extensions"),
  };
  try {
    if (extensionsFolder === undefined) await installExtension(vsixFile, folders);
    const env = trusting(registry.ca, folder);
    const allSettings = { ...registrySettings(registry), ...settings };
    const host = await startHost({ ...folders, settings: allSettings, trusted: true, env });
    try {
      return await work({ host, env, ...folders });
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts several hosts, which share only their installed extensions, like {@link withPackagedHost}.
 * @template T
 * @param {number} count
 * @param {Parameters<typeof withPackagedHost>[0]} what
 * @param {(packaged: readonly PackagedHost[]) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPackagedHosts(count, what, work) {
  if (count === 0) return work([]);
  return withPackagedHost(what, (first) => {
    const { extensionsFolder } = first;
    return withPackagedHosts(count - 1, { ...what, extensionsFolder }, (others) => work([first, ...others]));
  });
}
