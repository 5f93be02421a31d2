import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";
import { listOf, property } from "../json/read";

/*
 * The least that opening a document can take: its text is parsed, and held against its schemas by code that was compiled
 * before. Prints the milliseconds. `node readAtBest.js DOCUMENT SCHEMA ITEM-SCHEMA`
 */

const [document = "", schema = "", itemSchema = ""] = process.argv
  .slice(2)
  .map((file) => readFileSync(file, "utf8"));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const [isDocument, isItem] = [schema, itemSchema].map((text) => ajv.compile(JSON.parse(text) as object));

const startedAt = performance.now();
const value: unknown = JSON.parse(document);
isDocument?.(value);
for (const group of listOf(property(value, "analysis-groups")))
  for (const analysis of listOf(property(group, "analyses"))) isItem?.(analysis);
console.log(performance.now() - startedAt);
