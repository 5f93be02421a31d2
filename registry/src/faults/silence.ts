import type { Fault } from "./fault";

/** No answer, ever; the connection stays open. */
export function silence(): Fault {
  return () => undefined;
}
