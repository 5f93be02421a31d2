/** Calls back after some milliseconds, unless the function it returns is called before. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Milliseconds on a clock that only runs forward. */
export function now(): number {
  return performance.now();
}
