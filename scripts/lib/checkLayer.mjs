// Static checks of all files: format, lint, types and import rules.
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** @typedef {{ readonly title: string, readonly script: string }} Check a rule, and the npm script that checks it */

/**
 * Two lanes run at the same time, for two cores: the linter takes as long as the other checks together.
 * @type {readonly (readonly Check[])[]}
 */
const checks = [
  [{ title: "nothing that the linter finds", script: "lint" }],
  [
    { title: "every file is formatted", script: "format:check" },
    { title: "every import keeps the walls", script: "walls" },
    { title: "no wrong types", script: "types" },
  ],
];

/**
 * @param {import("./testLayers.mjs").LayerContext} context
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runCheckLayer({ grep = "" }) {
  /** @type {string[]} */
  const failed = [];
  let passed = 0;
  /** @param {readonly Check[]} lane */
  const runLane = async (lane) => {
    for (const { title, script } of lane.filter((check) => check.title.includes(grep))) {
      const begin = Date.now();
      try {
        await run("npm", ["run", "--silent", script], { cwd: root });
        passed++;
        console.log(`  ✔ ${title} (${Math.round((Date.now() - begin) / 1000)} s)`);
      } catch (error) {
        failed.push(`${title}\n${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(checks.map(runLane));
  return { passed, failed };
}
