import { readFileSync } from "node:fs";

/**
 * Reads what a run of tests has counted. A run that broke off, or that failed without a failed test,
 * counts as one more failure.
 * @param {string} file
 * @param {boolean} succeeded
 * @returns {import("./testLayers.mjs").Counts}
 */
export function readCounts(file, succeeded) {
  try {
    /** @type {import("./testLayers.mjs").Counts} */
    const { passed, failed } = JSON.parse(readFileSync(file, "utf8"));
    if (succeeded || failed.length > 0) return { passed, failed };
    return { passed, failed: ["A run failed without a failed test."] };
  } catch {
    return { passed: 0, failed: ["A run ended without a result."] };
  }
}
