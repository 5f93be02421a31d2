import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderWith } from "./runChecker";
import { plainTerminal } from "./runProgram";

/** A shell script that runs a built program. */
export const programScript = (program: string): string =>
  `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;

/**
 * A folder with a repository in `repository`, and in `bin` the built programs that its commands find.
 *
 * @param programs paths of the programs, by the names of their commands
 * @param files files of the repository, by path
 */
export function repositoryWith(
  programs: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const under = (at: string, of: typeof files, text: (content: string) => string = (same) => same) =>
    Object.fromEntries(Object.entries(of).map(([name, content]) => [join(at, name), text(content)]));
  const folder = folderWith({ ...under("bin", programs, programScript), ...under("repository", files) });
  for (const name of Object.keys(programs)) chmodSync(join(folder, "bin", name), 0o755);
  mkdirSync(join(folder, "repository"), { recursive: true });
  const cwd = join(folder, "repository");
  /** Runs a command in the repository, as a build server or a reviewer does. */
  const run = (command: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const PATH = `${join(folder, "bin")}:${process.env.PATH ?? ""}`;
    const env = { ...plainTerminal, GIT_CONFIG_NOSYSTEM: "1", GIT_EDITOR: "true", PATH, ...more };
    return spawnSync(command, words, { cwd, env, encoding: "utf8" });
  };
  const who = ["user.name=A", "user.email=a@example.org", "commit.gpgsign=false"].flatMap((one) => [
    "-c",
    one,
  ]);
  return {
    folder,
    run,
    git: (...words: readonly string[]) => run("git", [...who, ...words]),
    write: (name: string, text: string | Buffer) => writeFileSync(join(cwd, name), text),
    read: (name: string) => readFileSync(join(cwd, name), "utf8"),
  };
}
