// Runs built command-line programs one after the other in this process. A process for each takes fifteen times as much
// processor time, most of it to compile the program.
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

export interface ProgramCall {
  readonly program: string;
  readonly cwd: string;
  readonly words: readonly string[];
  readonly input: Uint8Array;
}

export interface ProgramEnd {
  readonly status: number | string;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

let count = 0;

async function run({ program, cwd, words, input }: ProgramCall): Promise<ProgramEnd> {
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...words];
  process.exitCode = undefined;
  Object.defineProperty(process, "stdin", { value: Readable.from([input]), configurable: true });
  const written = { stdout: Array<Uint8Array>(), stderr: Array<Uint8Array>() };
  for (const name of ["stdout", "stderr"] as const)
    process[name].write = (text: string | Uint8Array, done?: unknown) => {
      written[name].push(Buffer.from(text));
      if (typeof done === "function") done();
      return true;
    };
  // The program's first module runs anew for each address; those that it imports are kept.
  count += 1;
  await import(`${pathToFileURL(program).href}?run=${count}`);
  while (process.exitCode === undefined) await setImmediate();
  return {
    status: process.exitCode,
    stdout: Buffer.concat(written.stdout),
    stderr: Buffer.concat(written.stderr),
  };
}

let last = Promise.resolve();
process.on("message", (call) => {
  last = last.then(async () => void process.send?.(await run(call as ProgramCall)));
});
