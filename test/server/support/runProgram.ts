import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import type { ProgramCall, ProgramEnd } from "./programHost";

/** Overrides the terminal's settings: English, without colours. */
export const plainTerminal: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: tmpdir(), LC_ALL: "C" };

export interface ProgramRun {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The process that runs programs; each test file is a bundle with its own modules. */
const inProcess = globalThis as { programHost?: ChildProcess };

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a built command-line program in a folder, on a plain terminal. Programs run in turn in one process: a test of what
 * a process has of its own (signals, terminals, languages) starts one.
 *
 * @param program path of the built program
 */
export function runProgram(
  program: string,
  cwd: string,
  words: readonly string[],
  input: string | Uint8Array = "",
): Promise<ProgramRun> {
  const run = last.then(() => send({ program, cwd, words, input: Buffer.from(input) }));
  last = run.catch(() => undefined);
  return run;
}

function send(call: ProgramCall): Promise<ProgramRun> {
  const host = (inProcess.programHost ??= startHost());
  return new Promise((done, fail) => {
    const ended = (status: number | null): void => {
      delete inProcess.programHost;
      fail(new Error(`The program ended its process with ${status ?? "a signal"}.`));
    };
    host.once("exit", ended);
    host.once("message", (message) => {
      host.off("exit", ended);
      // Between runs this process may end.
      host.channel?.unref();
      const { status, stdout, stderr } = message as ProgramEnd;
      done({ status, stdout: Buffer.from(stdout).toString(), stderr: Buffer.from(stderr).toString() });
    });
    host.channel?.ref();
    host.send(call);
  });
}

function startHost(): ChildProcess {
  const host = fork(resolve("out/test/server/support/programHost.js"), {
    env: plainTerminal,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
  });
  host.unref();
  return host;
}
