import { setTimeout as pause } from "node:timers/promises";

/**
 * Tries again until `attempt` no longer throws, and gives its result; when the deadline passes, throws
 * what the last attempt threw.
 *
 * @param deadline milliseconds from now
 */
export async function eventually<T>(attempt: () => T | Promise<T>, deadline = 30_000): Promise<T> {
  const end = performance.now() + deadline;
  for (;;) {
    try {
      return await attempt();
    } catch (problem) {
      if (performance.now() > end) throw problem;
    }
    await pause(10);
  }
}
