import { setTimeout as pause } from "node:timers/promises";

/**
 * Tries again until `attempt` no longer throws, and gives its result; when the deadline passes, throws
 * what the last attempt threw.
 *
 * @param deadline milliseconds from now
 */
export async function eventually<T>(attempt: () => T | Promise<T>, deadline = 30_000): Promise<T> {
  const begin = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (problem) {
      if (performance.now() - begin > deadline) throw problem;
    }
    // Seldom where it takes long: each attempt takes time from what is waited for.
    await pause(Math.min(10 + (performance.now() - begin) / 10, 100));
  }
}
