// Results of test runs.
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {readonly string[]} failed title of each failed test, with the reason on the lines after it
 * @property {readonly string[]} [flaky] tests that failed first and passed in the next run, with the reasons
 */

/**
 * @typedef {object} Failure
 * @property {string} title
 * @property {string} file
 * @property {string} why
 * @property {boolean} isDenied whether an assertion failed; else a time limit passed
 */

/**
 * @typedef {Counts & {
 *   readonly failures?: readonly Failure[],
 *   readonly passedIn?: Readonly<Record<string, number>>,
 * }} MochaCounts `passedIn`: how many tests passed in each file
 */

/**
 * @param {readonly Counts[]} parts
 * @returns {Required<Counts>} the sum
 */
export const totalOf = (parts) => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.flatMap(({ failed }) => failed),
  flaky: parts.flatMap(({ flaky = [] }) => flaky),
});

/**
 * Runs tests, and repeats the files in which a time limit passed. A run that failed without a failed test, or was aborted,
 * counts as one more failure.
 * @param {string} output the file to which a run writes its {@link MochaCounts}
 * @param {(files?: readonly string[]) => Promise<boolean>} run runs these files, or all; returns whether it succeeded
 * @returns {Promise<Counts>}
 */
export async function runWithSecondTry(output, run) {
  /** @param {readonly string[]} [files] @returns {Promise<MochaCounts>} */
  const countsOf = async (files) => {
    const succeeded = await run(files);
    try {
      /** @type {MochaCounts} */
      const counts = JSON.parse(readFileSync(output, "utf8"));
      if (succeeded || counts.failed.length > 0) return counts;
      return { passed: counts.passed, failed: ["A run failed without a failed test."] };
    } catch {
      return { passed: 0, failed: ["A run ended without a result."] };
    }
  };
  const counts = await countsOf();
  const files = filesToRunAgain(counts);
  return files.length === 0 ? counts : countsOfBoth(counts, files, await countsOf(files));
}

/**
 * @param {MochaCounts} counts
 * @returns {readonly string[]} the files that failed only by timing, such as a key sent to a closing window, which a
 *   person would press again. Whole files, since each test depends on the window's state after the previous ones.
 *   Never a file with a failed assertion: a text that is wrong once is wrong. None if more than four failed: then a busy
 *   machine is not the reason.
 */
export function filesToRunAgain({ failures = [] }) {
  const denied = failures.filter(({ isDenied }) => isDenied).map(({ file }) => file);
  const files = new Set(failures.map(({ file }) => file).filter((file) => !denied.includes(file)));
  return files.size > 4 ? [] : [...files];
}

/**
 * @param {MochaCounts} first
 * @param {readonly string[]} files the repeated files
 * @param {MochaCounts} again the results of the repetition
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
