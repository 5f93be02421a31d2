// The reference registry as a program of its own, and what it takes to trust it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { start, stop, waitForOutput } from "./processes.mjs";

/**
 * @typedef {object} ReferenceRegistry
 * @property {string} url its base address, https
 * @property {string} ca the file with its certificate authority
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the reference registry that scripts/build.mjs has built.
 * @param {readonly string[]} [parameters] as `npm run registry` takes them
 * @returns {Promise<ReferenceRegistry>}
 * @throws {import("./processes.mjs").CommandFailed} when it does not start
 */
export async function startReferenceRegistry(parameters = []) {
  const registry = start(process.execPath, [inRoot("out/registry/registry.js"), ...parameters]);
  const [ready] = await waitForOutput(registry, /^\{"url".*\}$/m, "The reference registry");
  const { url, ca } = JSON.parse(ready);
  return { url, ca, stop: () => stop(registry) };
}

/**
 * The surroundings in which Node programs trust the registry's certificate authority beside those that
 * they trust already.
 * @param {string} ca
 * @param {string} folder where a file for this can be kept
 * @returns {NodeJS.ProcessEnv}
 */
export function trusting(ca, folder) {
  const already = process.env["NODE_EXTRA_CA_CERTS"];
  if (already === undefined) return { ...process.env, NODE_EXTRA_CA_CERTS: ca };
  const both = join(folder, "trusted-authorities.pem");
  writeFileSync(both, [already, ca].map((file) => readFileSync(file, "utf8")).join("\n"));
  return { ...process.env, NODE_EXTRA_CA_CERTS: both };
}

/** The setting that lists the registry in VS Code. @param {{ url: string }} registry */
export const registrySettings = ({ url }) => ({
  "analysesRegistry.registries": [{ name: "Reference registry", url }],
});
