// A workspace for tests: a team's documents with its own item schema.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * Copies documents that use an example of a team's own schema, with that schema and the settings that name it.
 * @param {string} folder
 */
export function copyTeamFolder(folder) {
  cpSync(inRoot("test/fixtures/samples"), folder, { recursive: true });
  for (const name of ["pairwise-analysis.schema.json", "registry-reference.schema.json"])
    cpSync(inRoot("samples", name), join(folder, name));
}
