import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The package folder: the build puts all programs, and their common code, into folders of `dist`. */
export const home = join(import.meta.dirname, "../..");

export function packageUri(): string {
  return pathToFileURL(home).href;
}

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isManifest ? String(manifest.version) : "";
}
