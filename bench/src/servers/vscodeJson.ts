import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { bundledSchemaIdentifiers } from "@analyses/protocol/documentFormat";
import { listOf, property, propertiesOf } from "../json/read";
import type { Outline, Subject } from "./subject";

export interface VscodeJsonFiles {
  readonly node: string;
  readonly server: string;
  readonly analysesSchema: string;
  readonly itemSchema: string;
}

/** VS Code's own JSON server, with the same schemas as ours. */
export function vscodeJson({ node, server, analysesSchema, itemSchema }: VscodeJsonFiles): Subject {
  const schema: unknown = JSON.parse(readFileSync(analysesSchema, "utf8"));
  const [uri] = bundledSchemaIdentifiers;
  const association = {
    uri,
    fileMatch: ["*.analyses.json"],
    schema: withItemSchema(schema, pathToFileURL(itemSchema).href),
  };
  return {
    name: "VS Code's JSON server",
    command: [node, server, "--stdio"],
    environment: {},
    languageId: "json",
    initializationOptions: { handledSchemaProtocols: ["file"], provideFormatter: false },
    afterInitialized: [{ method: "json/schemaAssociations", params: [association] }],
    settings: null,
    answers: "withOtherCodes",
    outlineOf,
  };
}

function withItemSchema(schema: unknown, itemSchema: string): unknown {
  const definitions = Object.fromEntries(propertiesOf(property(schema, "$defs")));
  return {
    ...Object.fromEntries(propertiesOf(schema)),
    $defs: { ...definitions, Analysis: { $ref: itemSchema } },
  };
}

/** Counts groups and analyses in symbols named by keys and indexes. */
function outlineOf(symbols: unknown): Outline {
  const groups = childrenOf(childNamed(listOf(symbols), "analysis-groups"));
  const analyses = groups.map((group) => childrenOf(childNamed(childrenOf(group), "analyses")).length);
  return { groups: groups.length, analyses: analyses.reduce((sum, count) => sum + count, 0) };
}

function childNamed(symbols: readonly unknown[], name: string): unknown {
  return symbols.find((symbol) => property(symbol, "name") === name);
}

function childrenOf(symbol: unknown): readonly unknown[] {
  return listOf(property(symbol, "children"));
}
