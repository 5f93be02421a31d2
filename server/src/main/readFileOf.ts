import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { URI } from "vscode-uri";
import { translate } from "../localisation/translate";
import type { FileReading } from "../../../protocol/src/fileRequests";

/** In bytes. Editors give up long before; a text of this size still fits into one string. */
const largest = 256 * 1024 * 1024;

/** Reads a `file:` URI from this machine's disk as UTF-8; no other address is ever followed. */
export async function readFileOf(uri: string): Promise<FileReading> {
  const address = URI.parse(uri);
  if (address.scheme !== "file") return failed(translate("it is not a file on this machine"));
  try {
    const facts = await stat(address.fsPath);
    if (facts.isDirectory()) return failed(translate("it is a folder"));
    // What is read from a pipe or a device may never come, or never end.
    if (!facts.isFile()) return failed(translate("it is a device or a pipe, not a file"));
    if (facts.size > largest) return failed(translate("it is larger than 256 MB"));
    const bytes = await readFile(address.fsPath);
    // JSON is UTF-8 (RFC 8259, section 8.1): decoded as something else, names would be others than they are.
    if (!isUtf8(bytes)) return failed(translate("it is not UTF-8 text"));
    return { kind: "read", text: decode(bytes) };
  } catch (problem) {
    return failed(reasonOf(problem));
  }
}

/** Decoding at once is several times quicker than `readFile` with an encoding, which does it in pieces. */
function decode(bytes: Buffer): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", hasMark ? 3 : 0);
}

function failed(reason: string): FileReading {
  return { kind: "failed", reason };
}

function reasonOf(problem: unknown): string {
  const code = problem instanceof Error && "code" in problem ? problem.code : undefined;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return translate("there is no such file");
    case "EACCES":
    case "EPERM":
      return translate("you may not read this file");
    default:
      return translate("the file could not be read");
  }
}
