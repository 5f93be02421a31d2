import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { URI } from "vscode-uri";
import { hostOf } from "../../../json-schema/src";
import { translate } from "../localisation/translate";
import type { FileReading } from "../../../protocol/src/customMessages";

/** In bytes. Editors give up long before; a text of this size still fits into one string. */
const largest = 256 * 1024 * 1024;

/**
 * Reads a `file:` URI as UTF-8; no other address is ever followed, and none whose path hides a host. A share that
 * the URI names as such is read: the user's own files may lie there.
 */
export async function readFileOf(uri: string): Promise<FileReading> {
  if (hostOf(uri)?.startsWith("file:") !== true) return failed(translate("it is not a file on this machine"));
  const { fsPath } = URI.parse(uri);
  try {
    const facts = await stat(fsPath);
    if (facts.isDirectory()) return failed(translate("it is a folder"));
    // What is read from a pipe or a device may never come, or never end.
    if (!facts.isFile()) return failed(translate("it is a device or a pipe, not a file"));
    if (facts.size > largest) return failed(translate("it is larger than 256 MB"));
    return textOf(await readFile(fsPath));
  } catch (problem) {
    const isAbsent = ["ENOENT", "ENOTDIR"].includes(codeOf(problem));
    return isAbsent ? { ...failed(reasonOf(problem)), isAbsent } : failed(reasonOf(problem));
  }
}

/** Bytes as text, without its byte order mark. JSON is UTF-8 (RFC 8259, section 8.1). */
export function textOf(bytes: Buffer): FileReading {
  // Decoded as something else, names would be others than they are.
  if (!isUtf8(bytes)) return failed(translate("it is not UTF-8 text"));
  return { kind: "read", text: decode(bytes) };
}

/** Decoding at once is several times quicker than `readFile` with an encoding, which does it in pieces. */
function decode(bytes: Buffer): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", hasMark ? 3 : 0);
}

function failed(reason: string): Extract<FileReading, { kind: "failed" }> {
  return { kind: "failed", reason };
}

function codeOf(problem: unknown): string {
  return problem instanceof Error && "code" in problem ? String(problem.code) : "";
}

/** Why reading failed: the end of a sentence, for people. */
export function reasonOf(problem: unknown): string {
  switch (codeOf(problem)) {
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
