// Writes registry/data/sample.json anew: `npm run build && node out/registry/writeSample.js`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatRecords, generateRecords, sampleSize } from "./generateRecords";

const sample = join(__dirname, "../../registry/data/sample.json");
writeFileSync(sample, formatRecords(generateRecords(sampleSize)));
