import { readFileSync } from "node:fs";

/**
 * Reads what a run of tests has counted. A run that broke off, or that failed without a failed test,
 * counts as one more failure.
 * @param {string} file
 * @param {boolean} succeeded
 * @returns {import("./mocha.mjs").MochaCounts}
 */
export function readCounts(file, succeeded) {
  try {
    /** @type {import("./mocha.mjs").MochaCounts} */
    const counts = JSON.parse(readFileSync(file, "utf8"));
    const { passed, failed } = counts;
    if (succeeded || failed.length > 0) return counts;
    return { passed, failed: ["A run failed without a failed test."] };
  } catch {
    return { passed: 0, failed: ["A run ended without a result."] };
  }
}
