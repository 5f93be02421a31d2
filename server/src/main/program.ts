// What the command-line programs share: they read their options, write to standard output and standard error, and set
// their exit status only through this module.

import { fstatSync } from "node:fs";
import { parseArgs } from "node:util";
import { visible } from "@analyses/evidence";
import type { CheckOptions } from "../checker/checkFiles";
import { translate } from "../localisation/translate";
import { addressOf } from "./files";
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
 * to a build server through its log: `visible` escapes `lines` always, `data` only in logs, because files and other
 * programs need it unchanged, and `commands` never. Resolves also if the reader has closed the pipe, as `head` does.
 * Rejects if writing fails.
 */
export function put(name: OutputName, text: string, kind: TextKind = "lines"): Promise<void> {
  const isSafe = kind === "commands" || (kind === "data" && !isLog(name));
  const written = isSafe ? text : escapeBetween(text, unescaped[kind]);
  return new Promise((done, fail) => {
    process[name].write(written, (problem) => {
      const isPipeClosed = problem instanceof Error && "code" in problem && problem.code === "EPIPE";
      if (problem === null || problem === undefined || isPipeClosed) done();
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

/** The options of a program: those of type `string` take a value. Every program has `--help` and `--version`. */
type Options<Name extends string> = Readonly<
  Record<Name, { readonly type: "string" | "boolean"; readonly short?: string }>
>;

interface GivenOptions<Name extends string> {
  readonly kind: "given";
  /** The words that are no options, in their order. */
  readonly names: readonly string[];
  /** All values of an option that may be repeated. */
  readonly all: (name: Name) => readonly string[];
  /** The value of an option; the last one if it is repeated. */
  readonly last: (name: Name) => string | undefined;
  readonly has: (name: Name) => boolean;
}

export type NoRequest =
  { readonly kind: "help" | "version" } | { readonly kind: "wrong"; readonly reason: string };

/** @param words the arguments after the program's name */
export function readOptions<Name extends string>(
  words: readonly string[],
  options: Options<Name>,
): GivenOptions<Name> | NoRequest {
  const known = new Map<string, "string" | "boolean">();
  for (const [name, { type }] of Object.entries<Options<Name>[Name]>(options)) known.set(name, type);
  for (const name of ["help", "version"]) known.set(name, "boolean");
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: { ...options, help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "V" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const type = known.get(name);
    if (type === undefined) return wrong(translate("there is no option {0}", rawName));
    if (type === "string" && (value === undefined || value === ""))
      return wrong(translate("{0} needs a value", rawName));
    if (type === "boolean" && value !== undefined) return wrong(translate("{0} takes no value", rawName));
    given.set(name, [...(given.get(name) ?? []), value ?? ""]);
  }
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  return {
    kind: "given",
    names: positionals,
    all: (name) => given.get(name) ?? [],
    last: (name) => given.get(name)?.at(-1),
    has: (name) => given.has(name),
  };
}

export function wrong(reason: string): NoRequest & { readonly kind: "wrong" } {
  return { kind: "wrong", reason };
}

/** Reads `--config FILE` and `--no-config`. */
export function configurationChoice(
  given: Pick<GivenOptions<"config" | "no-config">, "last" | "has">,
): CheckOptions["configuration"] | (NoRequest & { readonly kind: "wrong" }) {
  const name = given.last("config");
  if (name === undefined) return { kind: given.has("no-config") ? "none" : "nearest" };
  return given.has("no-config")
    ? wrong(translate("{0} and {1} cannot both be given", "--config", "--no-config"))
    : { kind: "file", uri: addressOf(name) };
}
