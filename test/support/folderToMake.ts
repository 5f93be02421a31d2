import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A path for a test's temporary folder. Creating it here would leave it on disk when mocha runs none of the tests. */
export function folderToMake(name: string): string {
  return join(tmpdir(), `${name}-${randomUUID()}`);
}
