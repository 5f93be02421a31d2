import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type ProgramRun, plainTerminal, runProgram } from "./runProgram";

export const checker = resolve("dist/server/check.js");

/**
 * Runs the built checker in a folder.
 *
 * @param env further variables of a process of its own
 */
export async function runChecker(
  cwd: string,
  words: readonly string[],
  { input = "", env }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ProgramRun> {
  if (env === undefined) return runProgram(checker, cwd, words, input);
  const child = spawn(process.execPath, [checker, ...words], { cwd, env: { ...plainTerminal, ...env } });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const closed = once(child, "close") as Promise<[number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { status, stdout, stderr };
}

/** Creates a folder with these files, by path. The runner of the tests deletes it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "analyses-check-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const good = '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [] }\n';

/** One error and one warning. */
export const bad = `{
  "risk-of-bias-method": "RISK_OF_BIAS_3",
  "analysis-groups": [
    { "number": 1, "name": "a", "analyses": [ {} ] },
    { "number": 1, "name": "b", "analyses": [] }
  ]
}
`;

/** One warning. */
export const warned = bad.replace("RISK_OF_BIAS_3", "RISK_OF_BIAS_2");

/** Three problems, two of which have one certain fix. */
export const mendable = `{
  "risk-of-bias-method": "RISK_OF_BIAS_3",
  "analysis-groups": [
    { "number": "1", "name": "a", "analyses": [], }
  ]
}
`;
