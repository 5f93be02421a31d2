import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "./openWindow";

/**
 * Whether VS Code has a backup of a text in a folder, which its next window would restore. VS Code backs up unsaved
 * texts and deletes a backup shortly after saving.
 */
export function isBackedUp(folder: string): boolean {
  const backups = join(dataFolder, "data/User/Backups");
  if (!existsSync(backups)) return false;
  const files = readdirSync(backups, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.some((file) => readFileSync(join(file.parentPath, file.name), "utf8").includes(folder));
}
