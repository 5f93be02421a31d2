// The one door to the standard output and the standard error.
import { fstatSync } from "node:fs";
import { visible } from "@analyses/evidence";

/** What a text is: lines for people, with colours of our own; data for programs; commands to a build server. */
export type TextKind = "lines" | "data" | "commands";
export type OutputName = "stdout" | "stderr";

/** What of lines is left as it is; the rest is a document's, or harmless. */
const kept: Readonly<Record<Exclude<TextKind, "commands">, RegExp>> = {
  lines: /(\n|\u001b\[\d+m)/,
  data: /(\r?\n|\t)/,
};

/**
 * Writes a text, and resolves when that is done. Nothing in it colours a terminal, or is a command to the build server
 * whose log it comes into: lines are always `visible`, data where a log gets them, and goes as it is to files and other
 * programs, commands never. A reader who has gone away, as `head` does, has seen what it wanted. Rejects where the text
 * cannot be written.
 */
export function put(name: OutputName, text: string, kind: TextKind = "lines"): Promise<void> {
  const isSafe = kind === "commands" || (kind === "data" && !isLog(name));
  const written = isSafe ? text : shown(text, kept[kind]);
  return new Promise((done, fail) => {
    process[name].write(written, (problem) => {
      const hasGone = problem instanceof Error && "code" in problem && problem.code === "EPIPE";
      if (problem === null || problem === undefined || hasGone) done();
      else fail(problem);
    });
  });
}

export function isTerminal(name: OutputName): boolean {
  return process[name].isTTY;
}

export function isColoured(name: OutputName): boolean {
  return isTerminal(name) && process[name].getColorDepth() > 1;
}

/** Parts between what is kept, which are those with an odd index. */
function shown(text: string, separator: RegExp): string {
  return text
    .split(separator)
    .map((part, index) => (index % 2 === 0 ? visible(part) : part))
    .join("");
}

/** Whether people or a build server read it: build servers catch the output of their jobs by pipes. */
function isLog(name: OutputName): boolean {
  if (isTerminal(name)) return true;
  const isInBuild = [process.env.CI, process.env.GITHUB_ACTIONS, process.env.TF_BUILD].some(
    (value) => value !== undefined && value !== "",
  );
  return isInBuild && !fstatSync(process[name].fd).isFile();
}

// What goes wrong while writing comes to `put`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

/** Says on the standard error what is in a program's way; `more` is what the program itself says besides. */
export type Complain = (reason: string, more?: string) => Promise<void>;

/** @param program as it is called */
export function complaining(program: string): Complain {
  return (reason, more = "") => put("stderr", `${program}: ${visible(reason)}${more}\n`);
}

/** Ends the process with the status that the program resolves with, and with 2 where it throws. */
export async function runProgram(main: () => Promise<number>, complain: Complain): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (problem) {
    process.exitCode = 2;
    await complain(problem instanceof Error ? problem.message : String(problem));
  }
}
