/** A measurement beyond its limit. The machine may have been busy: not yet a denied assertion, so that `npm test` tries again. */
class MeasuredTooMuch extends Error {
  override readonly name = "MeasuredTooMuch";
}

/** Holds a measurement of time or memory against its limit, which is far above what it usually is. */
export function holdsMeasure(measured: number, limit: number, what: string): void {
  if (measured > limit) throw new MeasuredTooMuch(`${what}: ${measured}, more than ${limit}`);
}

/** @returns the milliseconds of the processor's time that work takes: what else the machine does is not in them */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}
