import { setTimeout as pause } from "node:timers/promises";

/** An expired deadline. Not an assertion error, since the machine may be busy: `npm test` runs the file again. */
class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(deadline: number, problem: unknown) {
    const { message, stack } = problem instanceof Error ? problem : new Error(String(problem));
    super(`Not within ${deadline / 1000} s: ${message}`);
    this.stack = `${this.name}: ${this.message}\n${stack?.slice(stack.indexOf("\n    at ") + 1) ?? ""}`;
  }
}

/**
 * Retries until `attempt` no longer throws, and returns its result.
 *
 * @param deadline milliseconds from now
 * @throws a TimeoutError after the deadline, with the message of the last error
 */
export async function eventually<T>(attempt: () => T | Promise<T>, deadline = 30_000): Promise<T> {
  const begin = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (problem) {
      if (performance.now() - begin > deadline) throw new TimeoutError(deadline, problem);
    }
    // Longer pauses over time, since each attempt delays the code under test.
    await pause(Math.min(10 + (performance.now() - begin) / 10, 100));
  }
}
