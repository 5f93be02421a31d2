import { readFileSync } from "node:fs";

type Json = Readonly<Record<string, unknown>>;

export const counts: readonly Json[] = [
  { study: "A", events1: 5, total1: 50, events2: 10, total2: 50 },
  { study: "B", events1: 6, total1: 60, events2: 12, total2: 60 },
];
export const means: readonly Json[] = [
  { study: "A", mean1: 5, sd1: 2, n1: 50, mean2: 6, sd2: 2, n2: 50 },
  { study: "B", mean1: 5, sd1: 2, n1: 40, mean2: 7, sd2: 2, n2: 40 },
];
export const ratios: readonly Json[] = [
  { study: "A", hr: 0.7, ci_low: 0.5, ci_high: 0.98 },
  { study: "B", hr: 0.8, ci_low: 0.6, ci_high: 1.07 },
];
export const data = { RR: counts, OR: counts, MD: means, SMD: means, HR: ratios };

export type Measure = keyof typeof data;

interface Changing {
  /** Properties of rows that change the direction or the size of a result, and the measure that they change. */
  readonly ofRows: readonly (readonly [Measure, Json, Json?])[];
  /** Properties of an item that do. */
  readonly ofItems: readonly (readonly [Measure, Json])[];
}

export const { ofRows, ofItems } = JSON.parse(
  readFileSync("test/fixtures/roles/changing-properties.json", "utf8"),
) as Changing;
