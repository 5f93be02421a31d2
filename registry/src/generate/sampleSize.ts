import type { GenerateOptions } from "./generateRecords";

/** What registry/data/sample.json is made from. */
export const sampleSize: GenerateOptions = { seed: 2024, groups: 312, people: 260 };
