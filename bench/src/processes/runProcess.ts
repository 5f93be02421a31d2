import { spawn } from "node:child_process";
import { once } from "node:events";

/** The result of a Node program. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
  /** From the start of the process to its exit. */
  readonly milliseconds: number;
}

export async function runProcess(parameters: readonly string[]): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  return { status: child.exitCode, output, milliseconds: performance.now() - startedAt };
}
