// Static checks of all files: format, lint, types and import rules.
import { writeSync } from "node:fs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** The npm script that checks each rule. Two lanes, for two cores: the linter takes as long as the others together. */
const lanes = [
  { "nothing that the linter finds": "lint" },
  {
    "every file is formatted": "format:check",
    "every import keeps the walls": "walls",
    "no wrong types": "types",
  },
];

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runCheckLayer({ grep = "", log }) {
  /** @type {string[]} */
  const failed = [];
  let passed = 0;
  const runLane = async (/** @type {Record<string, string>} */ lane) => {
    for (const [title, script] of Object.entries(lane).filter(([title]) => title.includes(grep)))
      try {
        await run("npm", ["run", "--silent", script], { cwd: root });
        passed++;
        writeSync(log, `  ✔ ${title}\n`);
      } catch (error) {
        failed.push(`${title}\n${error instanceof Error ? error.message : error}`);
      }
  };
  await Promise.all(lanes.map(runLane));
  return { passed, failed };
}
