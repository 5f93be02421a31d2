import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const key = "analysesRegistry.registries";

/**
 * Writes VS Code's settings for `npm start`. Keeps the user's later changes and the registries that they
 * have added.
 * @param {string} file
 * @param {Readonly<Record<string, any>>} settings
 */
export function writeSettings(file, settings) {
  /** @type {Record<string, any>} */
  let present = {};
  try {
    present = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // It does not exist or is not JSON.
  }
  const wanted = [settings[key] ?? []].flat();
  const names = wanted.map(({ name }) => name);
  const added = [present[key] ?? []].flat().filter(({ name }) => !names.includes(name));
  mkdirSync(dirname(file), { recursive: true });
  const all = { ...settings, ...present, [key]: [...wanted, ...added] };
  writeFileSync(file, JSON.stringify(all, undefined, 2));
}
