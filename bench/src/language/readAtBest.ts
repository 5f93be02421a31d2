import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import { listOf, property } from "../json/read";

/*
 * The least that opening a document can take: its text is parsed, and held against its schemas by code that was compiled
 * before. Prints the milliseconds. `node readAtBest.js DOCUMENT SCHEMA ITEM-SCHEMA`
 */

const [file = "", schemaFile = "", itemSchemaFile = ""] = process.argv.slice(2);
const schemaIn = (path: string) => JSON.parse(readFileSync(path, "utf8")) as object;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
// Schemas refer to others in their folder by name.
const folder = dirname(itemSchemaFile);
for (const name of readdirSync(folder))
  if (name.endsWith(".schema.json") && name !== basename(itemSchemaFile))
    ajv.addSchema(schemaIn(join(folder, name)), name);
const isDocument = ajv.compile(schemaIn(schemaFile));
const isItem = ajv.compile(schemaIn(itemSchemaFile));
const document = readFileSync(file, "utf8");

const startedAt = performance.now();
const value: unknown = JSON.parse(document);
isDocument(value);
for (const group of listOf(property(value, "analysis-groups")))
  for (const analysis of listOf(property(group, "analyses"))) isItem(analysis);
console.log(performance.now() - startedAt);
