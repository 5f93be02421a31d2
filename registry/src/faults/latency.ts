import { setTimeout as wait } from "node:timers/promises";
import { send } from "../http/send";
import type { Fault } from "./fault";

/** The right answer, late. */
export function latency(milliseconds: number): Fault {
  return async ({ response, answer }) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      await wait(milliseconds, undefined, { signal: gone.signal });
    } catch {
      return;
    }
    send(response, await answer());
  };
}
