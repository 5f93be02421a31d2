import { send } from "../http/send";
import type { Fault } from "./fault";

/** Status 200 with a body that is not the interface's. */
export function otherBody(contentType: string, body: string | Uint8Array): Fault {
  return ({ response }) =>
    send(response, { status: 200, headers: { "Content-Type": contentType }, body: Buffer.from(body) });
}
