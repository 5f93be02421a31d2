import type { Fault } from "./fault";

/** The connection is reset before a byte of the answer. */
export function reset(): Fault {
  return ({ connection }) => connection.reset();
}
