import { execFileSync } from "node:child_process";

const person = ["user.name=Reviewer", "user.email=reviewer@example.org", "commit.gpgsign=false"];

/** Runs Git in a folder, as a reviewer. @returns what it writes; throws if it fails */
export function gitIn(folder: string, ...words: readonly string[]): string {
  const own = person.flatMap((one) => ["-c", one]);
  return execFileSync("git", [...own, ...words], { cwd: folder, encoding: "utf8", stdio: "pipe" });
}
