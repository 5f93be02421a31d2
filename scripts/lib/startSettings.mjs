import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const registriesKey = "analysesRegistry.registries";

/**
 * Writes VS Code's settings for `npm start`. Keeps the user's later changes and the registries that they
 * have added.
 * @param {string} file
 * @param {Readonly<Record<string, unknown>>} settings
 */
export function writeSettings(file, settings) {
  const present = read(file);
  const wanted = registriesIn(settings);
  const names = new Set(wanted.map(({ name }) => name));
  const registries = [...wanted, ...registriesIn(present).filter(({ name }) => !names.has(name))];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...settings, ...present, [registriesKey]: registries }, undefined, 2));
}

/**
 * @param {Readonly<Record<string, unknown>>} settings
 * @returns {{ name: string }[]}
 */
function registriesIn(settings) {
  const registries = settings[registriesKey];
  return Array.isArray(registries) ? registries : [];
}

/**
 * @param {string} file
 * @returns {Record<string, unknown>} empty if the file does not exist or is not JSON
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
