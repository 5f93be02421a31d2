import { lstat, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type NamedBytes, isPackageFile, largestInput, zipOf } from "@analyses/exchange";
import { codeOf, linkBelow, piped, pipedName } from "./files";

/** A failed conversion; the message gives the reason. */
export class CannotConvert extends Error {}

/**
 * The files of a source: a file, the data package in a folder, or the standard input.
 *
 * @throws CannotConvert
 */
export async function sourceFiles(name: string): Promise<readonly NamedBytes[]> {
  if (name === "-") {
    const bytes = await piped(largestInput);
    if (bytes.length > largestInput)
      throw new CannotConvert(`the standard input: it is larger than ${largestInput >> 20} MB`);
    return [{ name: pipedName, bytes: new Uint8Array(bytes) }];
  }
  const facts = await stat(name).catch(() => undefined);
  if (facts === undefined) throw new CannotConvert(`${name}: there is no such file`);
  if (facts.isDirectory()) {
    const inside = await readdir(name, { recursive: true });
    const wanted = inside.map((text) => text.replaceAll("\\", "/")).filter(isPackageFile);
    if (wanted.length === 0) throw new CannotConvert(`${name}: there is no data package in this folder`);
    return Promise.all(
      wanted.sort().map(async (text) => {
        // Reading a device or a pipe, which the folder's author may have put there, may never end.
        if ((await stat(join(name, text)).catch(() => undefined))?.isFile() === false)
          throw new CannotConvert(`${text}: it is not a file`);
        return { name: text, bytes: await bytesIn(join(name, text)) };
      }),
    );
  }
  return [{ name, bytes: await bytesIn(name) }];
}

async function bytesIn(path: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) throw new CannotConvert(`${path}: the file could not be read`);
  try {
    const { size } = await file.stat();
    if (size > largestInput) throw new CannotConvert(`${path}: it is larger than ${largestInput >> 20} MB`);
    return new Uint8Array(await readFile(file));
  } finally {
    await file.close();
  }
}

/**
 * Writes results: into an archive if `output` ends in `.zip` and the format has several files; into a folder if
 * `output` is one, ends in a slash, or the format has several files; else into one file. Returns the written paths.
 *
 * @param hasSeveralFiles whether the format consists of several files
 * @throws CannotConvert if a file exists already and `force` is false, or writing fails
 */
export async function writeResults(
  files: readonly NamedBytes[],
  output: string,
  { hasSeveralFiles, force }: { readonly hasSeveralFiles: boolean; readonly force: boolean },
): Promise<readonly string[]> {
  const existing = await stat(output).catch(() => undefined);
  const isNamedAsFolder = /[/\\]$/.test(output);
  if (files.length > 1 && existing?.isDirectory() !== true && /\.(?:csv|json)$/i.test(output))
    throw new CannotConvert(`${output}: the result is ${files.length} files: name a folder`);
  const isInFolder =
    existing?.isDirectory() === true || isNamedAsFolder || (hasSeveralFiles && !/\.zip$/i.test(output));
  const targets =
    /\.zip$/i.test(output) && hasSeveralFiles
      ? [{ path: output, bytes: zipOf(files) }]
      : files.map(({ name, bytes }) => ({ path: isInFolder ? join(output, name) : output, bytes }));
  for (const { path } of targets) {
    const file = await fileAbove(path);
    if (file !== undefined)
      throw new CannotConvert(`${output}: a folder was expected, but ${file} is a file`);
    const isInside = resolve(dirname(path)).startsWith(resolve(output) + sep);
    const link = isInside ? await linkBelow(output, dirname(path)) : undefined;
    if (link !== undefined) throw new CannotConvert(`${link}: nothing is written through a link`);
  }
  if (!force) for (const { path } of targets) await refuseExisting(path);
  const temporaryFiles: string[] = [];
  try {
    for (const { path, bytes } of targets) {
      await mkdir(dirname(path), { recursive: true });
      const temporary = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
      temporaryFiles.push(temporary);
      await writeFile(temporary, bytes, { flag: "wx" });
    }
    // All copies are complete before the first one gets the name of its file.
    for (const [index, { path }] of targets.entries()) await rename(temporaryFiles[index] ?? path, path);
  } catch (problem) {
    for (const path of temporaryFiles) await rm(path, { force: true });
    throw new CannotConvert(`${output}: it could not be written: ${whyNotWritten(problem)}`);
  }
  return targets.map(({ path }) => path);
}

/** @throws CannotConvert before anything is written, if the report cannot go into its file */
export async function refuseReportFile(path: string, { force }: { readonly force: boolean }): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory() === true) throw new CannotConvert(`${path}: it is a folder: name a file`);
  if (!force) await refuseExisting(path);
}

async function refuseExisting(path: string): Promise<void> {
  if ((await lstat(path).catch(() => undefined)) !== undefined)
    throw new CannotConvert(`${path}: there is such a file already (--force writes over it)`);
}

function whyNotWritten(problem: unknown): string {
  switch (codeOf(problem)) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "you may not write there";
    case "ENOSPC":
      return "there is no space left";
    default:
      return problem instanceof Error ? problem.message : String(problem);
  }
}

/** The file that stands where a folder of a path should be. */
async function fileAbove(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  const existing = await stat(folder).catch(() => undefined);
  if (existing !== undefined) return existing.isDirectory() ? undefined : folder;
  return folder === dirname(folder) ? undefined : fileAbove(folder);
}
