import { setTimeout as pause } from "node:timers/promises";

/** What was waited for did not come in time: on a busy machine not yet a denied assertion, so that `npm test` tries again. */
class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(deadline: number, problem: unknown) {
    const { message, stack } = problem instanceof Error ? problem : new Error(String(problem));
    super(`Not within ${deadline / 1000} s: ${message}`);
    this.stack = `${this.name}: ${this.message}\n${stack?.slice(stack.indexOf("\n    at ") + 1) ?? ""}`;
  }
}

/**
 * Tries again until `attempt` no longer throws, and gives its result; when the deadline passes, throws
 * an error with the message of what the last attempt threw.
 *
 * @param deadline milliseconds from now
 */
export async function eventually<T>(attempt: () => T | Promise<T>, deadline = 30_000): Promise<T> {
  const begin = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (problem) {
      if (performance.now() - begin > deadline) throw new TimeoutError(deadline, problem);
    }
    // Seldom where it takes long: each attempt takes time from what is waited for.
    await pause(Math.min(10 + (performance.now() - begin) / 10, 100));
  }
}
