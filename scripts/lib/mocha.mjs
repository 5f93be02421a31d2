// Runs one layer of tests with mocha's command line.
import { once } from "node:events";
import { inRoot, root } from "./paths.mjs";
import { readCounts, runWithSecondTry } from "./counts.mjs";
import { start } from "./processes.mjs";
import { testFiles } from "./testFiles.mjs";

/**
 * Number of independent test files to run at the same time: two, for two cores; one with `grep`, to show the selected
 * tests as they run.
 * @param {string | undefined} grep
 */
export const jobsFor = (grep) => (grep === undefined ? 2 : 1);

/**
 * @param {object} what
 * @param {string} what.layer
 * @param {string | undefined} what.grep
 * @param {number} what.timeoutSeconds timeout of one test
 * @param {number} [what.jobs] number of files to run at the same time, each in the next free process
 * @param {NodeJS.ProcessEnv} [what.env]
 * @param {readonly string[]} [what.options] further options of mocha
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function runMocha({ layer, grep, timeoutSeconds, jobs = 1, env, options = [] }) {
  const output = inRoot("test-results", `${layer}.json`);
  return runWithSecondTry(async (files = testFiles(layer)) => {
    const mocha = start(
      process.execPath,
      [
        inRoot("node_modules/mocha/bin/mocha.js"),
        ...files,
        ...["--require", inRoot("out/test", layer === "pure" ? layer : "support", "repeatable.js")],
        ...["--forbid-only", "--forbid-pending", "--timeout", `${timeoutSeconds * 1000}`],
        ...(jobs > 1 ? ["--parallel", "--jobs", `${jobs}`] : []),
        ...options,
        ...["--reporter", inRoot("out/test/support/countingReporter.js")],
        ...["--reporter-option", `output=${output}`],
        ...(grep === undefined ? [] : ["--grep", grep]),
      ],
      { cwd: root, stdio: "inherit", ...(env === undefined ? {} : { env }) },
    );
    const [code] = await once(mocha, "exit");
    return readCounts(output, code === 0);
  });
}
