import { gzipSync } from "node:zlib";
import { send } from "../http/send";
import type { Fault } from "./fault";

/** The right answer, compressed, whether the client said that it can read that or not. */
export function gzip(): Fault {
  return async ({ response, answer }) => {
    const { status, headers, body } = await answer();
    send(response, { status, headers: { ...headers, "Content-Encoding": "gzip" }, body: gzipSync(body) });
  };
}
