import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { sized, testSize } from "../size";
import { holdsMeasure, processorTime } from "../measured";

/** How many new inputs each test that fuzzes tries, after those that were a problem once. */
const newInputs = sized(1000);

/** For mocha: time for the inputs, for a hang to be seen, and for a failure to be made small. */
export const fuzzTimeout = (testSize * 120 + 120) * 1000;

/** Milliseconds of work after which an input of some kilobytes counts as a hang. */
const hang = 20_000;

/**
 * Checks one input after the other, first those that were a problem once, then new ones. Says how many there were, so
 * that a run of hours can be reported on.
 *
 * @param examples inputs to begin with
 * @param sizeOf characters of an input, for the report on the slowest
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

/** The texts of cases that were a problem once. */
export function foundCases(kind: "documents" | "schemas" | "settings" | "answers"): readonly string[] {
  const folder = join(corpusFolder, kind);
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The project's own JSON files of a kind, to be mutated. */
export function texts(...files: readonly string[]): readonly string[] {
  return files.map((file) => readFileSync(file, "utf8"));
}
