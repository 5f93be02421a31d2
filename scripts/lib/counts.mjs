// What runs of tests have counted.
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {readonly string[]} failed the title of each, and why on the lines after it
 * @property {readonly string[]} [flaky] those that failed first and passed in the next run, each with why
 */

/**
 * @typedef {object} Failure
 * @property {string} title
 * @property {string} file
 * @property {string} why
 * @property {boolean} isDenied an assertion was not met, such as of a document's text; else something did not show in time
 */

/**
 * @typedef {Counts & {
 *   readonly failures?: readonly Failure[],
 *   readonly passedIn?: Readonly<Record<string, number>>,
 * }} MochaCounts `passedIn`: how many tests passed in each file
 */

/**
 * Reads what a run of tests has counted. A run that broke off, or that failed without a failed test,
 * counts as one more failure.
 * @param {string} file
 * @param {boolean} succeeded
 * @returns {MochaCounts}
 */
export function readCounts(file, succeeded) {
  try {
    /** @type {MochaCounts} */
    const counts = JSON.parse(readFileSync(file, "utf8"));
    const { passed, failed } = counts;
    if (succeeded || failed.length > 0) return counts;
    return { passed, failed: ["A run failed without a failed test."] };
  } catch {
    return { passed: 0, failed: ["A run ended without a result."] };
  }
}

/** Of more files than that, a machine that was busy for a moment is not the reason. */
const mostAgain = 4;

/**
 * Runs tests, and those files once more in which something did not show in time.
 * @param {(files?: readonly string[]) => Promise<MochaCounts>} run runs these files, or all
 * @returns {Promise<Counts>}
 */
export async function runWithSecondTry(run) {
  const counts = await run();
  const files = filesToRunAgain(counts);
  if (files.length === 0) return counts;
  console.log(`\nOnce more: ${files.join(", ")}`);
  return countsOfBoth(counts, files, await run(files));
}

/**
 * @param {MochaCounts} counts
 * @returns {readonly string[]} the files in which a key reached a window that was about to close, a time limit passed, or
 *   the like: a person presses it again. Whole files, for a test begins with what those before it have left in the window.
 *   Never one in which an assertion was not met: a text that is wrong once is wrong.
 */
export function filesToRunAgain({ failures = [] }) {
  const denied = failures.filter(({ isDenied }) => isDenied).map(({ file }) => file);
  const files = new Set(failures.map(({ file }) => file).filter((file) => !denied.includes(file)));
  return files.size > mostAgain ? [] : [...files];
}

/**
 * @param {MochaCounts} first
 * @param {readonly string[]} files that were run again
 * @param {MochaCounts} again what those runs have counted
 * @returns {Counts}
 */
export function countsOfBoth({ passed, failures = [], passedIn = {} }, files, again) {
  const replaced = files.reduce((sum, file) => sum + (passedIn[file] ?? 0), 0);
  const failedAgain = new Set((again.failures ?? []).map(({ title }) => title));
  const isFlaky = (/** @type {Failure} */ { file, title }) => files.includes(file) && !failedAgain.has(title);
  return {
    passed: passed - replaced + again.passed,
    failed: [
      ...failures.filter(({ file }) => !files.includes(file)).map(({ title, why }) => `${title}\n${why}\n`),
      ...again.failed,
    ],
    flaky: failures.filter(isFlaky).map(({ title, why }) => `${title} (${why.split("\n")[0]})`),
  };
}
