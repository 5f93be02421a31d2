// Regenerates registry/data/sample.json: node scripts/sample.mjs
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { inRoot } from "./lib/paths.mjs";

await build();
const { formatRecords, generateRecords, sampleSize } = await import(
  pathToFileURL(inRoot("out/registry/generateRecords.js")).href
);
writeFileSync(inRoot("registry/data/sample.json"), formatRecords(generateRecords(sampleSize)));
