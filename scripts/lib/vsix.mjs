// The packaged extension.
import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { inRoot, root } from "./paths.mjs";

export const vsixFile = inRoot("dist/analyses-registry.vsix");

/** What people download stays small. */
const limitInBytes = 700_000;

/** One moment for every file in the package, so that the same sources give the same package. */
const packagedAt = Date.UTC(2026, 0, 1) / 1000;

/**
 * Packs what scripts/build.mjs has built into dist/analyses-registry.vsix.
 * @returns {Promise<number>} its size in bytes
 * @throws {Error} when it has grown beyond the limit
 */
export async function packageExtension() {
  const { createVSIX } = await import("@vscode/vsce");
  process.env["SOURCE_DATE_EPOCH"] = String(packagedAt);
  await mkdir(inRoot("dist"), { recursive: true });
  await createVSIX({ cwd: root, packagePath: vsixFile, dependencies: false });
  const { size } = statSync(vsixFile);
  if (size >= limitInBytes) {
    throw new Error(`${vsixFile} has ${size} bytes: the limit is ${limitInBytes}.`);
  }
  return size;
}
