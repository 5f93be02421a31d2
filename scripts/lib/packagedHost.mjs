// A hosted VS Code as a user has it: with the packaged extension, knowing and trusting a registry.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installExtension, startHost } from "../vscode-host/host.mjs";
import { registrySettings, trusting } from "./referenceRegistry.mjs";
import { vsixFile } from "./vsix.mjs";

/**
 * @typedef {object} Packaged
 * @property {import("../vscode-host/host.mjs").Host} host
 * @property {NodeJS.ProcessEnv} env surroundings that trust the registry
 */

/** @typedef {Packaged & import("../vscode-host/host.mjs").HostFolders} PackagedHost */

/**
 * Starts it in folders of its own, works with it, ends it.
 * @template T
 * @param {object} what
 * @param {import("./referenceRegistry.mjs").ReferenceRegistry} what.registry
 * @param {Readonly<Record<string, unknown>>} [what.settings] further user settings
 * @param {readonly string[]} [what.extensions] further packaged ones
 * @param {(packaged: PackagedHost) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPackagedHost({ registry, settings, extensions = [] }, work) {
  const folder = mkdtempSync(join(tmpdir(), "analyses-host-"));
  const folders = { dataFolder: join(folder, "data"), extensionsFolder: join(folder, "extensions") };
  try {
    for (const vsix of [vsixFile, ...extensions]) await installExtension(vsix, folders);
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
 * Starts several that know nothing of each other, as above.
 * @template T
 * @param {number} count
 * @param {Parameters<typeof withPackagedHost>[0]} what
 * @param {(packaged: readonly PackagedHost[]) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPackagedHosts(count, what, work) {
  if (count === 0) return work([]);
  return withPackagedHost(what, (first) =>
    withPackagedHosts(count - 1, what, (others) => work([first, ...others])),
  );
}
