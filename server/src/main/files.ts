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
import { type Stats, readFileSync, statSync } from "node:fs";

/** Maximum size of a file, in bytes: editors refuse much smaller files, and one string can hold this much. */
const largest = 256 * 1024 * 1024;

/**
 * Reads a `file:` URI as UTF-8. Refuses all other URIs, and paths that hide a host ({@link hostOf}). Reads a network
 * share if the URI names its host openly, because the user's own files may be there.
 */
export async function readFileOf(uri: string): Promise<FileReading> {
  const path = pathIn(uri);
  if (path === undefined) return notOnThisMachine();
  try {
    return refusalOf(await stat(path)) ?? textOf(await readFile(path));
  } catch (problem) {
    return failureOf(problem);
  }
}

/** {@link readFileOf} synchronously, which is faster for the thousands of files that a command line may read. */
export function readFileAtOnce(uri: string): FileReading {
  const path = pathIn(uri);
  if (path === undefined) return notOnThisMachine();
  try {
    return refusalOf(statSync(path)) ?? textOf(readFileSync(path));
  } catch (problem) {
    return failureOf(problem);
  }
}

/** Reads a file given on the command line, including `-`, the standard input, and a pipe such as a shell's `<(…)`. */
export async function readNamed(name: string): Promise<FileReading> {
  if (name === "-") return textOf(await piped());
  if (!isPipe(name)) return readFileAtOnce(addressOf(name));
  return readFile(name).then(textOf, (problem: unknown) => failed(reasonOf(problem)));
}

function isPipe(name: string): boolean {
  try {
    return statSync(name).isFIFO();
  } catch {
    return false;
  }
}

function pathIn(uri: string): string | undefined {
  return hostOf(uri)?.startsWith("file:") === true ? URI.parse(uri).fsPath : undefined;
}

function notOnThisMachine(): FileReading {
  return failed(translate("it is not a file on this machine"));
}

function refusalOf(facts: Stats): FileReading | undefined {
  if (facts.isDirectory()) return failed(translate("it is a folder"));
  // Reading a pipe or a device may block or never end.
  if (!facts.isFile()) return failed(translate("it is a device or a pipe, not a file"));
  return facts.size > largest ? failed(translate("it is larger than 256 MB")) : undefined;
}

function failureOf(problem: unknown): FileReading {
  const isAbsent = ["ENOENT", "ENOTDIR"].includes(codeOf(problem));
  return isAbsent ? { ...failed(reasonOf(problem)), isAbsent } : failed(reasonOf(problem));
}

/** Decodes bytes, separating the byte order mark. JSON is UTF-8 (RFC 8259, section 8.1). */
function textOf(bytes: Buffer): FileReading {
  // Text in another encoding, decoded as UTF-8, would have corrupt names.
  if (!isUtf8(bytes)) return failed(translate("it is not UTF-8 text"));
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Decoding at once is several times faster than `readFile` with an encoding, which decodes chunk by chunk.
  const text = bytes.toString("utf8", hasMark ? 3 : 0);
  return hasMark ? { kind: "read", text, mark: "\ufeff" } : { kind: "read", text };
}

/** The name of the standard input without `--stdin-filename`. */
export const pipedName = "<stdin>";

/** Reads the standard input to its end, or until it is longer than a limit. */
export async function piped(limit = Infinity): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of process.stdin) {
    const bytes = Buffer.from(piece as Uint8Array);
    pieces.push(bytes);
    length += bytes.length;
    if (length > limit) break;
  }
  return Buffer.concat(pieces);
}

function failed(reason: string): Extract<FileReading, { kind: "failed" }> {
  return { kind: "failed", reason };
}

export function codeOf(problem: unknown): string {
  return problem instanceof Error && "code" in problem ? String(problem.code) : "";
}

/** The reason of a failed read: the rest of a sentence, for users. */
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
 * Replaces a file with its fixed text atomically; overwrites in place only a file with further hard links or another
 * owner. Does not write a file that has changed since the check, a read-only file, even if its folder permits
 * replacement, or one that a link leads to. Comparing and overwriting use one open handle, so that they never reach
 * another file that takes the name meanwhile.
 *
 * @returns why it did not write: the rest of a sentence, for users; undefined on success
 */
export async function writeText(path: string, { before, after }: FixedText): Promise<string | undefined> {
  /** The path of the temporary file, to be removed at the end; undefined if there is none. */
  let temporary: string | undefined;
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
    const { mode, nlink, uid, gid } = await file.stat();
    // Refuse a read-only file, which an administrator's process could open all the same.
    if ((mode & 0o222) === 0) return translate("the mended text could not be written");
    temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
    await writeFile(temporary, after, { mode, flag: "wx", flush: true });
    // The process's umask removes permissions from the files that it creates.
    await chmod(temporary, mode & 0o7777);
    const created = await stat(temporary);
    const isReplaceable = nlink === 1 && created.uid === uid && created.gid === gid;
    // Compare last: the user may save the file while this function writes the copy.
    if (!(await file.readFile()).equals(Buffer.from(before)) || !(await isStillAt(path, file)))
      return translate("it was changed meanwhile and is left as it is");
    if (isReplaceable) await rename(temporary, path);
    else {
      // If writing fails, the complete fixed text stays next to the file.
      const copy = temporary;
      temporary = undefined;
      const mended = Buffer.from(after);
      const { bytesWritten } = await file.write(mended, 0, undefined, 0);
      if (bytesWritten < mended.length) throw new Error("The disk is full.");
      await file.truncate(bytesWritten);
      await file.sync();
      await rm(copy, { force: true });
    }
    return undefined;
  } catch {
    return translate("the mended text could not be written");
  } finally {
    await file?.close();
    if (temporary !== undefined) await rm(temporary, { force: true });
  }
}

/** Whether a path still names an open file: editors replace files on saving. */
async function isStillAt(path: string, file: FileHandle): Promise<boolean> {
  const [now, opened] = await Promise.all([lstat(path, { bigint: true }), file.stat({ bigint: true })]);
  return now.ino === opened.ino && now.dev === opened.dev;
}

/** The outermost symbolic link among a path and the folders around it, below a given folder; undefined for none. */
export async function linkBelow(folder: string, path: string): Promise<string | undefined> {
  const top = resolve(folder);
  let link: string | undefined;
  for (let at = resolve(path); at !== top && at !== dirname(at); at = dirname(at))
    if ((await lstat(at).catch(() => undefined))?.isSymbolicLink() === true) link = at;
  return link;
}

/** The URI of a file given on the command line. */
export function addressOf(name: string): string {
  return URI.file(resolve(name)).toString();
}

/** The URI of a schema file, or the name of a bundled schema. */
export function schemaAddressOf(path: string): string {
  return path.startsWith(bundledPrefix) ? path : addressOf(path);
}

/** A path with links resolved, even if the file does not exist. */
async function realPathOf(path: string): Promise<string> {
  const folder = dirname(path);
  return realpath(path).catch(async () =>
    folder === path ? path : join(await realPathOf(folder), basename(path)),
  );
}

/**
 * The path of a file relative to the current folder, as in patches, with links resolved; undefined if it lies outside.
 */
export async function patchPathOf(uri: string): Promise<string | undefined> {
  const path = URI.parse(uri).fsPath;
  const inside = relative(await realpath("."), await realPathOf(path));
  return isAbsolute(inside) || inside.split(sep)[0] === ".." ? undefined : inside.split(sep).join("/");
}

/** A file's name in messages: relative to the current folder, if it lies inside. */
export function nameOf(uri: string): string {
  const { scheme, fsPath: path } = URI.parse(uri);
  if (scheme !== "file") return uri;
  const inside = relative("", path);
  return inside.startsWith("..") || inside === "" ? path : inside;
}
