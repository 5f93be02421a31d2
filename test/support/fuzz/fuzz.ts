import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { cases, testSize } from "../size";
import { holdsMeasure, processorTime } from "../measured";

/** Number of new inputs in each fuzz test, besides its examples. */
const newInputs = cases(1000);

/** Timeout for mocha: long enough for all inputs, for detecting a hang, and for shrinking a failing input. */
export const fuzzTimeout = (testSize * 120 + 120) * 1000;

/** Limit in milliseconds of CPU time; an input of some kilobytes that takes longer counts as a hang. */
const hang = 20_000;

/**
 * Checks inputs one after the other, first `examples`, then random ones. Prints their number and the slowest, so that a
 * run of hours can be reported on.
 *
 * @param examples inputs to begin with, such as those that once failed
 * @param sizeOf an input's length in characters, for the report
 */
export async function fuzz<T>(
  inputs: fc.Arbitrary<T>,
  examples: readonly T[],
  check: (input: T) => Promise<void> | void,
  sizeOf: (input: T) => number,
): Promise<void> {
  let count = 0;
  let slowest = { milliseconds: 0, size: 0 };
  const property = fc.asyncProperty(inputs, async (input) => {
    const milliseconds = await processorTime(() => check(input));
    holdsMeasure(milliseconds, hang, "milliseconds");
    count += 1;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, size: sizeOf(input) };
  });
  await fc.assert(property, {
    examples: examples.map((input): [T] => [input]),
    numRuns: examples.length + newInputs,
  });
  const { milliseconds, size } = slowest;
  console.log(`      ${count} inputs, the slowest (${size} characters) in ${Math.round(milliseconds)} ms`);
}

const corpusFolder = "test/corpus";

/** Inputs that failed once, from the corpus folder. */
export function foundCases(kind: "documents" | "schemas" | "settings" | "answers"): readonly string[] {
  const folder = join(corpusFolder, kind);
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** Reads the project's own JSON files as seeds for mutation. */
export function texts(...files: readonly string[]): readonly string[] {
  return files.map((file) => readFileSync(file, "utf8"));
}
