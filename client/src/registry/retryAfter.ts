const longestWait = 10_000;
const usualWait = 1_000;

/**
 * How long to wait before the one retry that a busy registry gets.
 *
 * @param retryAfter the header `Retry-After`: seconds or a date (RFC 9110, section 10.2.3)
 * @param now milliseconds since 1970
 * @returns milliseconds, or undefined when the registry asks for more patience than a person has
 */
export function retryDelay(retryAfter: string | undefined, now: number): number | undefined {
  const wanted = retryAfter === undefined ? usualWait : millisecondsOf(retryAfter.trim(), now);
  return wanted <= longestWait ? Math.max(wanted, 0) : undefined;
}

function millisecondsOf(retryAfter: string, now: number): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? usualWait : date - now;
}
