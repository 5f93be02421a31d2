/** A measurement above its limit. Not an assertion error, since the machine may be busy: `npm test` reruns the file. */
class MeasuredTooMuch extends Error {
  override readonly name = "MeasuredTooMuch";
}

/** Checks a measurement of time or memory against a limit far above its usual value. */
export function holdsMeasure(measured: number, limit: number, what: string): void {
  if (measured > limit) throw new MeasuredTooMuch(`${what}: ${measured}, more than ${limit}`);
}

/** @returns user CPU time of this process during `work`, in milliseconds */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}
