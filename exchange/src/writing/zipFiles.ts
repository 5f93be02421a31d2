import { zipSync } from "fflate";
import type { NamedBytes } from "../reading/zip";

/** Packs files into an archive with reproducible bytes. */
export function zipOf(files: readonly NamedBytes[]): Uint8Array {
  const entries = files.map(({ name, bytes }) => [name, bytes] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) });
}
