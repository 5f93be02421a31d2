// Runs one layer of tests with mocha's command line.
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runWithSecondTry } from "./counts.mjs";
import { inRoot, root } from "./paths.mjs";
import { start } from "./processes.mjs";

/**
 * @param {string} folder folder of `test`
 * @returns {readonly string[]} its built test files, the longest sources first: a long one that starts last would leave
 *   the other job idle
 */
export function testFiles(folder) {
  return readdirSync(inRoot("test", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => ({ file, size: statSync(inRoot("test", folder, file)).size }))
    .sort((one, other) => other.size - one.size)
    .map(({ file }) => inRoot("out/test", folder, file.replace(/ts$/, "js")));
}

/**
 * Number of independent test files to run at the same time: two, for two cores; one with `grep`, to show the selected
 * tests as they run.
 * @param {string | undefined} grep
 */
export const jobsFor = (grep) => (grep === undefined ? 2 : 1);

/**
 * @param {string} layer
 * @param {import("./testLayers.mjs").LayerContext} context
 * @param {object} [how]
 * @param {number} [how.timeoutSeconds] timeout of one test
 * @param {number} [how.jobs] number of files to run at the same time, each in the next free process
 * @param {NodeJS.ProcessEnv} [how.env]
 * @param {readonly string[]} [how.options] further options of mocha
 */
export function runMocha(
  layer,
  { grep, log },
  { timeoutSeconds = 180, jobs = jobsFor(grep), env = process.env, options = [] } = {},
) {
  const output = inRoot("test-results", `${layer}.json`);
  // Tests leave their temporary folders here; one runs a program as another user, who enters them.
  const TMPDIR = mkdtempSync(join(tmpdir(), "tests-"));
  chmodSync(TMPDIR, 0o711);
  const counts = runWithSecondTry(output, async (files = testFiles(layer)) => {
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
      { cwd: root, output: log, env: { ...env, TMPDIR, TEMP: TMPDIR, TMP: TMPDIR } },
    );
    const [code] = await once(mocha, "exit");
    return code === 0;
  });
  return counts.finally(() => rmSync(TMPDIR, { recursive: true, force: true }));
}
