import { readFile } from "node:fs/promises";
import { URI } from "vscode-uri";
import type { FileReading } from "../schema/schemaContext";

/** Reads a `file:` URI from this machine's disk; no other address is ever followed. */
export async function readFileOf(uri: string): Promise<FileReading> {
  const address = URI.parse(uri);
  if (address.scheme !== "file") return { kind: "failed", reason: "it is not a file on this machine" };
  try {
    // Decoding at once is several times quicker than `readFile` with an encoding, which does it in pieces.
    return { kind: "read", text: (await readFile(address.fsPath)).toString("utf8") };
  } catch (problem) {
    return { kind: "failed", reason: reasonOf(problem) };
  }
}

function reasonOf(problem: unknown): string {
  const code = problem instanceof Error && "code" in problem ? problem.code : undefined;
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "you may not read this file";
    case "EISDIR":
      return "it is a folder";
    default:
      return "the file could not be read";
  }
}
