import { execFile } from "node:child_process";
import { dirname, resolve } from "node:path";
import { escapePath } from "tinyglobby";

/**
 * Absolute globs to exclude from a search.
 *
 * @param folder the base of the relative globs
 */
export function excludedBelow(folder: string, globs: readonly string[]): readonly string[] {
  const from = escapePath(resolve(folder).replaceAll("\\", "/")).replace(/\/$/, "");
  return globs.flatMap((one) => {
    const glob = `${from}/${one.replace(/^\.?\//, "").replace(/\/$/, "")}`;
    return [glob, `${glob}/**`];
  });
}

/**
 * The files that Git does not ignore (`.gitignore` and the like); all of them without a repository or without Git. Runs
 * no program that a repository's configuration names.
 *
 * @param folder of the files
 */
export async function notIgnored(folder: string, files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0) return files;
  const ignored = await new Promise<string>((done) => {
    const options = { cwd: folder, maxBuffer: Infinity };
    const words = ["-c", "core.fsmonitor=false", "check-ignore", "-z", "--stdin"];
    const git = execFile("git", words, options, (_, stdout) => done(stdout));
    // Git may exit before reading all input.
    git.stdin?.on("error", () => undefined).end(files.map((file) => `${resolve(file)}\0`).join(""));
  });
  const names = new Set(ignored.split("\0"));
  return files.filter((file) => !names.has(resolve(file)));
}

/** A folder's repository root: `GITHUB_WORKSPACE`, else the nearest folder with `.git`; undefined without one. */
export function repositoryAround(
  folder: string,
  workspace: string | undefined,
  has: (path: string) => boolean,
): string | undefined {
  const around: string[] = [];
  for (let at = resolve(folder); around.at(-1) !== at; at = dirname(at)) around.push(at);
  const named = workspace === undefined || workspace === "" ? undefined : resolve(workspace);
  return around.find((one) => one === named) ?? around.find((one) => has(resolve(one, ".git")));
}
