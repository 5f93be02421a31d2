// The command-line programs write to standard output and standard error only through this module.
import { fstatSync } from "node:fs";
import { visible } from "@analyses/evidence";
import type { NoRequest } from "./options";
import { packageVersion } from "./packageFolder";

/** The kind of a text: lines for people, with our own colours; data for programs; commands to a build server. */
export type TextKind = "lines" | "data" | "commands";
export type OutputName = "stdout" | "stderr";

/** The parts of a text that stay unescaped: line breaks, and the colours of lines or the tabs of data. */
const unescaped: Readonly<Record<Exclude<TextKind, "commands">, RegExp>> = {
  lines: /(\n|\u001b\[\d+m)/,
  data: /(\r?\n|\t)/,
};

/**
 * Writes a text, and resolves once it is written. Prevents the text from colouring a terminal and from issuing commands
 * to a build server through its log: always escapes lines with `visible`, data only in logs (files and other programs
 * get it unchanged), commands never. Resolves also if the reader has closed the pipe, as `head` does. Rejects if
 * writing fails.
 */
export function put(name: OutputName, text: string, kind: TextKind = "lines"): Promise<void> {
  const isSafe = kind === "commands" || (kind === "data" && !isLog(name));
  const written = isSafe ? text : escapeBetween(text, unescaped[kind]);
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

/** Escapes the parts between separators; `split` puts the separators at odd indexes. */
function escapeBetween(text: string, separator: RegExp): string {
  return text
    .split(separator)
    .map((part, index) => (index % 2 === 0 ? visible(part) : part))
    .join("");
}

/** Whether people or a build server read the output: build servers capture their jobs' output through pipes. */
function isLog(name: OutputName): boolean {
  if (isTerminal(name)) return true;
  const { CI, GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION } = process.env;
  const isInBuild = [CI, GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION].some((value = "") => value !== "");
  return isInBuild && !fstatSync(process[name].fd).isFile();
}

// `put` handles write errors.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

/** Reports a program's problem on the standard error; `more` is the program's own text after it. */
type Complain = (reason: string, more?: string) => Promise<void>;

/** @param program its name on the command line */
export function complaining(program: string): Complain {
  return (reason, more = "") => put("stderr", `${program}: ${visible(reason)}${more}\n`);
}

interface Program {
  readonly complain: Complain;
  /** The output of `--help`. */
  readonly usage: () => string;
  /** The part of the help to show after the reason why a command line is wrong; default: all. */
  readonly shortUsage?: () => string;
  /** The exit status if the program could not do its work; default: 2. */
  readonly failed?: number;
}

/**
 * Runs a program, and sets the process's exit status.
 *
 * @param main does what the words after the program's name request, and returns the exit status, or a command line that
 *   requests no work
 */
export async function runProgram(
  { complain, usage, shortUsage = usage, failed = 2 }: Program,
  main: (words: readonly string[]) => Promise<number | NoRequest>,
): Promise<void> {
  const answer = async (result: number | NoRequest): Promise<number> => {
    if (typeof result === "number") return result;
    if (result.kind === "wrong") await complain(result.reason, `\n\n${shortUsage()}`);
    else await put("stdout", `${result.kind === "help" ? usage() : packageVersion()}\n`);
    return result.kind === "wrong" ? failed : 0;
  };
  try {
    process.exitCode = await answer(await main(process.argv.slice(2)));
  } catch (problem) {
    process.exitCode = failed;
    await complain(problem instanceof Error ? problem.message : String(problem));
  }
}
