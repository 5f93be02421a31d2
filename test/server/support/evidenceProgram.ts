import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { EvidenceReport } from "@analyses/evidence";
import { folderWith } from "./runChecker";
import { runProgram } from "./runProgram";

export const program = resolve("dist/evidence/evidence.js");

/** The built `analyses-evidence`, with a new working folder for each test of the suite. */
export function evidenceProgram() {
  let folder: string;
  beforeEach(() => (folder = folderWith({})));

  const runWith = (input: string, ...parameters: readonly string[]) =>
    runProgram(program, folder, parameters, input);
  const run = (...parameters: readonly string[]) => runWith("", ...parameters);
  return {
    run,
    /** @param input text of the standard input */
    runWith,
    folder: () => folder,
    /** Writes text unchanged, and any other value as JSON. */
    write: (name: string, content: unknown): void => {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
    },
    report: async (...parameters: readonly string[]): Promise<EvidenceReport> => {
      const { stdout, stderr } = await run("--format", "json", ...parameters);
      assert.equal(stderr, "");
      return JSON.parse(stdout) as EvidenceReport;
    },
  };
}
