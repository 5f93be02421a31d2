import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @param {readonly string[]} commands
 * @returns {string | undefined} the full path of the first of these commands on the PATH
 */
export function findOnPath(commands) {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".cmd", ".exe"] : [""];
  for (const command of commands) {
    for (const folder of folders) {
      for (const ending of endings) {
        const path = join(folder, command + ending);
        if (isExecutable(path)) return path;
      }
    }
  }
  return undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
