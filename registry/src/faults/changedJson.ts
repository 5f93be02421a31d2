import { send } from "../http/send";
import type { Fault } from "./fault";

/**
 * The right answer, with its JSON changed.
 *
 * @param change takes what `JSON.parse` makes of the body, and returns what is sent instead
 */
export function changedJson(change: (value: unknown) => unknown): Fault {
  return async ({ response, answer }) => {
    const right = await answer();
    if (right.status !== 200) {
      send(response, right);
      return;
    }
    const value: unknown = JSON.parse(right.body.toString("utf8"));
    send(response, { ...right, body: Buffer.from(JSON.stringify(change(value))) });
  };
}
