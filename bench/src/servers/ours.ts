import { type AnalysesSettings, defaultAnalysesSettings } from "@analyses/protocol/settings";
import { listOf, property } from "../json/read";
import type { Outline, Subject } from "./subject";

/** This project's server as shipped. */
export function ours(files: {
  readonly node: string;
  readonly server: string;
  readonly itemSchema: string;
  /** A folder for the engine's compile cache. */
  readonly compiled: string;
}): Subject {
  const settings: AnalysesSettings = { ...defaultAnalysesSettings, itemSchema: files.itemSchema };
  return {
    name: "this server",
    command: [files.node, files.server, "--stdio"],
    environment: { NODE_COMPILE_CACHE: files.compiled },
    languageId: "analyses",
    initializationOptions: settings,
    afterInitialized: [],
    settings,
    answers: "withOurCodes",
    outlineOf,
  };
}

/** Counts the outline's groups and their analyses. */
function outlineOf(symbols: unknown): Outline {
  const groups = listOf(symbols);
  const analyses = groups.map((group) => listOf(property(group, "children")).length);
  return { groups: groups.length, analyses: analyses.reduce((sum, count) => sum + count, 0) };
}
