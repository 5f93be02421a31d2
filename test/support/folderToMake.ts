import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a test may make a folder. Made while the tests are only listed, it would stay when none of them runs. */
export function folderToMake(name: string): string {
  return join(tmpdir(), `${name}-${randomUUID()}`);
}
