import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the package that lies in a folder. */
export function packageVersion(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isManifest ? String(manifest.version) : "";
}
