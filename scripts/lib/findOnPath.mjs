import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @param {readonly string[]} commands
 * @returns {string | undefined} the full path of the first of these commands on the PATH
 */
export function findOnPath(commands) {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".cmd", ".exe"] : [""];
  const paths = commands.flatMap((command) =>
    folders.flatMap((folder) => endings.map((ending) => join(folder, command + ending))),
  );
  return paths.find((path) => existsSync(path));
}
