// Starts the reference registry in its own process, and configures clients to trust it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { start, stop, waitForOutput } from "./processes.mjs";

/**
 * @typedef {object} ReferenceRegistry
 * @property {string} url its base address, https
 * @property {string} ca path of its certificate authority
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the reference registry built by scripts/build.mjs.
 * @param {readonly string[]} [parameters] parameters of `npm run registry`
 * @returns {Promise<ReferenceRegistry>}
 * @throws {import("./processes.mjs").CommandFailed} if it does not start
 */
export async function startReferenceRegistry(parameters = []) {
  const registry = start(process.execPath, [inRoot("out/registry/registry.js"), ...parameters]);
  const [ready] = await waitForOutput(registry, /^\{"url".*\}$/m, "The reference registry");
  const { url, ca } = JSON.parse(ready);
  return { url, ca, stop: () => stop(registry) };
}

/**
 * Returns an environment in which Node programs trust the registry's certificate authority in addition to
 * those that they already trust.
 * @param {string} ca
 * @param {string} folder folder for a combined certificate file
 * @returns {NodeJS.ProcessEnv}
 */
export function trusting(ca, folder) {
  const already = process.env["NODE_EXTRA_CA_CERTS"];
  if (already === undefined) return { ...process.env, NODE_EXTRA_CA_CERTS: ca };
  const both = join(folder, "trusted-authorities.pem");
  writeFileSync(both, [already, ca].map((file) => readFileSync(file, "utf8")).join("\n"));
  return { ...process.env, NODE_EXTRA_CA_CERTS: both };
}

/** Returns the VS Code setting that lists the registry. @param {{ url: string }} registry */
export const registrySettings = ({ url }) => ({
  "analysesRegistry.registries": [{ name: "Reference registry", url }],
});
