import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { EvidenceReport } from "@analyses/evidence";

const program = resolve("dist/evidence/evidence.js");

/** The built `analyses-evidence`, with a new working folder for each test of the suite. */
export function evidenceProgram() {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "analyses-evidence-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const runWith = (input: string, ...parameters: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
      cwd: folder,
      encoding: "utf8",
      input,
    });
    return { status, stdout, stderr };
  };
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
    report: (...parameters: readonly string[]): EvidenceReport => {
      const { stdout, stderr } = run("--format", "json", ...parameters);
      assert.equal(stderr, "");
      return JSON.parse(stdout) as EvidenceReport;
    },
  };
}
