import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Fault } from "./fault";

/**
 * A list of groups that goes on for as long as the client reads.
 *
 * @param encoding `gzip`: a few bytes on the wire are many for the client
 */
export function endless(encoding: "gzip" | "identity" = "identity"): Fault {
  return async ({ response }) => {
    response.setHeader("Content-Type", "application/json");
    if (encoding === "gzip") response.setHeader("Content-Encoding", "gzip");
    try {
      if (encoding === "gzip") await pipeline(Readable.from(groups()), createGzip(), response);
      else await pipeline(Readable.from(groups()), response);
    } catch {
      // The client, or the end of the registry, has closed the connection.
    }
  };
}

function* groups(): Iterable<string> {
  yield '{"numberOfEntries":"0","groups":[';
  const some = '{"groupId":"1","name":"A group without end","link":""},'.repeat(1000);
  for (;;) yield some;
}
