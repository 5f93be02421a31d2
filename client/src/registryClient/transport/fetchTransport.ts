import { type Failed, type RegistryError, failed } from "../registryError";
import type { ExchangeAnswer, ExchangeRequest, Transport } from "../transport";

/**
 * Sends requests with a browser's `fetch` (WHATWG Fetch), which checks certificates by itself. Browsers hide from
 * pages why a request failed and where a redirect leads: failures become `blockedByBrowser`, and the transport
 * follows no redirects, so that a credential never leaves the registry's origin.
 */
export function createFetchTransport(): Transport {
  return { exchange };
}

async function exchange(
  { url, headers, limits, post }: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeAnswer | Failed> {
  const ended = new AbortController();
  let reason: RegistryError = { kind: "blockedByBrowser" };
  const end = (error: RegistryError) => {
    reason = error;
    ended.abort();
  };
  const cancel = () => end({ kind: "cancelled" });
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  const endInTime = () => end({ kind: "timeOut" });
  let silence = setTimeout(endInTime, limits.silenceMilliseconds);
  const total = setTimeout(endInTime, limits.totalMilliseconds);
  const onArrival = () => {
    clearTimeout(silence);
    silence = setTimeout(endInTime, limits.silenceMilliseconds);
  };
  try {
    const response = await fetch(url, {
      ...(post === undefined
        ? { headers: withoutValidators(headers) }
        : { method: "POST", body: post.text, headers: { ...headers, "content-type": post.type } }),
      // The browser's cache may store and revalidate (`no-cache`) only public answers.
      cache: headers.authorization === undefined && post === undefined ? "no-cache" : "no-store",
      credentials: "omit",
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal: ended.signal,
    });
    if (response.type === "opaqueredirect") {
      return failed({ kind: "notTheInterface", fault: { kind: "redirectElsewhere", host: "" } });
    }
    onArrival();
    const isRead = response.status === 200 || post !== undefined;
    const body = isRead ? await bodyOf(response, limits.bodyBytes, onArrival) : [];
    if (body === undefined) return failed({ kind: "tooLarge", limitBytes: limits.bodyBytes });
    return { kind: "answer", status: response.status, headers: Object.fromEntries(response.headers), body };
  } catch {
    return failed(reason);
  } finally {
    clearTimeout(silence);
    clearTimeout(total);
    signal.removeEventListener("abort", cancel);
    ended.abort();
  }
}

/** Removes validators, which would cause a preflight request (CORS): the browser's cache adds its own. */
function withoutValidators(headers: ExchangeRequest["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("if-")));
}

/** Reads the body in pieces; undefined as soon as it exceeds the limit. */
async function bodyOf(
  response: Response,
  limitBytes: number,
  onArrival: () => void,
): Promise<readonly Uint8Array[] | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return pieces;
    onArrival();
    size += piece.value.byteLength;
    if (size > limitBytes) return undefined;
    pieces.push(piece.value);
  }
}
