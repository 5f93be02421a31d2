import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "./openWindow";

/** Restores the settings of the host's user after the tests of the calling `describe`. @returns changes settings */
export function keepMachineSettings(): (changed: object) => void {
  const file = join(dataFolder, "data/Machine/settings.json");
  let original: string;
  before(() => (original = readFileSync(file, "utf8")));
  after(() => writeFileSync(file, original));
  return (changed) =>
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(original) as object), ...changed }));
}
