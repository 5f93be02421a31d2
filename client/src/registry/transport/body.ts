import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

export class BodyTooLarge extends Error {}

/**
 * Reads the bytes of a response's body, unpacked as its `Content-Encoding` says (RFC 9110, section 8.4).
 * Throws {@link BodyTooLarge}, and what the connection or the unpacking throw.
 *
 * @param limitBytes how large the unpacked body may be
 * @param onArrival told of every piece that could be unpacked
 */
export async function bodyOf(
  response: IncomingMessage,
  limitBytes: number,
  onArrival: () => void,
): Promise<readonly Uint8Array[]> {
  if (Number(response.headers["content-length"] ?? 0) > limitBytes) throw new BodyTooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of unpacked(response) as AsyncIterable<Buffer>) {
    onArrival();
    size += piece.length;
    if (size > limitBytes) throw new BodyTooLarge();
    pieces.push(piece);
  }
  return pieces;
}

function unpacked(response: IncomingMessage): Readable {
  const decoder = decoderFor(response.headers["content-encoding"]?.trim().toLowerCase());
  // The loop over the decoder throws what the pipeline reports here.
  return decoder === undefined ? response : pipeline(response, decoder, () => undefined);
}

function decoderFor(encoding: string | undefined) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
