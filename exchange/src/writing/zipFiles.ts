import { zipSync } from "fflate";
import type { NamedBytes } from "../reading/zip";

/** Files as an archive, the same bytes whenever it is made. */
export function zipOf(files: readonly NamedBytes[]): Uint8Array {
  const entries = files.map(({ name, bytes }) => [name, bytes] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) });
}
