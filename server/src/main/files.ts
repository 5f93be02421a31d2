import { isUtf8 } from "node:buffer";
import {
  chmod,
  constants,
  lstat,
  open,
  readFile,
  stat,
  realpath,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { URI } from "vscode-uri";
import { hostOf } from "@analyses/json-schema";
import { bundledPrefix } from "@analyses/protocol/documentFormat";
import { translate } from "../localisation/translate";
import type { FileReading } from "@analyses/protocol/customMessages";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { FixedText } from "../checker/checkFiles";
import { readFileSync } from "node:fs";

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

/** Reads a file as the command line names it. A shell's `<(…)` is a pipe: it is named in order to be read. */
export async function readNamed(name: string): Promise<FileReading> {
  const facts = await stat(name).catch(() => undefined);
  if (facts?.isFIFO() !== true) return readFileOf(addressOf(name));
  return readFile(name).then(textOf, (problem: unknown) => failed(reasonOf(problem)));
}

/** Bytes as text, and its byte order mark apart. JSON is UTF-8 (RFC 8259, section 8.1). */
function textOf(bytes: Buffer): FileReading {
  // Decoded as something else, names would be others than they are.
  if (!isUtf8(bytes)) return failed(translate("it is not UTF-8 text"));
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Decoding at once is several times quicker than `readFile` with an encoding, which does it in pieces.
  const text = bytes.toString("utf8", hasMark ? 3 : 0);
  return hasMark ? { kind: "read", text, mark: "\ufeff" } : { kind: "read", text };
}

/** What the standard input is called where it is given no name. */
export const pipedName = "<stdin>";

/** Reads the standard input to its end, as UTF-8. */
export async function readPiped(): Promise<FileReading> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
  return textOf(Buffer.concat(pieces));
}

function failed(reason: string): Extract<FileReading, { kind: "failed" }> {
  return { kind: "failed", reason };
}

function codeOf(problem: unknown): string {
  return problem instanceof Error && "code" in problem ? String(problem.code) : "";
}

/** Why reading failed: the end of a sentence, for people. */
function reasonOf(problem: unknown): string {
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

/**
 * Puts a mended text in the place of a file's, whole or not at all; only one that has other names too, or another
 * owner, is written over. A file that is no longer what was checked is left alone, as is one that nobody may write,
 * though its folder would let it be replaced, and what a link leads to. What is looked at, and written over, is one
 * open file: nothing that takes its name meanwhile.
 *
 * @returns why it was not written: the end of a sentence, for people; undefined when it was
 */
export async function writeText(path: string, { before, after }: FixedText): Promise<string | undefined> {
  let beside: string | undefined;
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
    const { mode, nlink, uid, gid } = await file.stat();
    // An administrator may write all files, also those that say otherwise.
    if ((mode & 0o222) === 0) return translate("the mended text could not be written");
    beside = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
    await writeFile(beside, after, { mode, flag: "wx", flush: true });
    // The process takes rights from the files that it makes (its umask).
    await chmod(beside, mode & 0o7777);
    const made = await stat(beside);
    const isReplaceable = nlink === 1 && made.uid === uid && made.gid === gid;
    // Last of all: writing takes long enough for somebody to save the file.
    if (!(await file.readFile()).equals(Buffer.from(before)) || !(await isStillAt(path, file)))
      return translate("it was changed meanwhile and is left as it is");
    if (isReplaceable) await rename(beside, path);
    else {
      // Where that breaks off, the mended text stays beside the file.
      const copy = beside;
      beside = undefined;
      const { bytesWritten } = await file.write(Buffer.from(after), 0, undefined, 0);
      await file.truncate(bytesWritten);
      await file.sync();
      await rm(copy, { force: true });
    }
    return undefined;
  } catch {
    return translate("the mended text could not be written");
  } finally {
    await file?.close();
    if (beside !== undefined) await rm(beside, { force: true });
  }
}

/** Whether a name still is that of an open file: editors put a new one in the place of the old. */
async function isStillAt(path: string, file: FileHandle): Promise<boolean> {
  const [now, opened] = await Promise.all([lstat(path, { bigint: true }), file.stat({ bigint: true })]);
  return now.ino === opened.ino && now.dev === opened.dev;
}

/** The version of the package that lies in a folder. */
export function packageVersion(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isManifest ? String(manifest.version) : "";
}

/** The address of a file as it was named on the command line. */
export function addressOf(name: string): string {
  return URI.file(resolve(name)).toString();
}

/** The address of a schema's file, or the name of what is bundled. */
export function schemaAddressOf(path: string): string {
  return path.startsWith(bundledPrefix) ? path : addressOf(path);
}

/** Without links, also of a file that is not there. */
async function realPathOf(path: string): Promise<string> {
  const folder = dirname(path);
  return realpath(path).catch(async () =>
    folder === path ? path : join(await realPathOf(folder), basename(path)),
  );
}

/**
 * The path of a file from the folder of the program's run on, as patches name it, and not that of a link to it;
 * undefined where it lies outside.
 */
export async function patchPathOf(uri: string): Promise<string | undefined> {
  const path = URI.parse(uri).fsPath;
  const inside = relative(await realpath("."), await realPathOf(path));
  return isAbsolute(inside) || inside.split(sep)[0] === ".." ? undefined : inside.split(sep).join("/");
}

/** What a file is called in messages: from the folder of the program's run on, where it lies in there. */
export function nameOf(uri: string): string {
  const { scheme, fsPath: path } = URI.parse(uri);
  if (scheme !== "file") return uri;
  const inside = relative("", path);
  return inside.startsWith("..") || inside === "" ? path : inside;
}
