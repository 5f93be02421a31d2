import type { Readable } from "node:stream";

/** Encodes a message of the base protocol (LSP 3.17, Base Protocol). */
export function framed(content: object): Buffer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...content }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/**
 * Passes on each message when its last byte arrives, before parsing it: a client's processing of a response does
 * not count as the server's time.
 */
export function readMessages(stream: Readable, take: (body: Buffer, arrivedAt: number) => void): void {
  let pieces: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  stream.on("data", (piece: Buffer) => {
    const arrivedAt = performance.now();
    pieces.push(piece);
    size += piece.length;
    while (size >= wanted && size > 0) {
      const all = Buffer.concat(pieces, size);
      pieces = [all];
      const head = all.indexOf("\r\n\r\n");
      if (head === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(all.toString("latin1", 0, head))?.[1]);
      const end = head + 4 + length;
      wanted = end;
      if (size < end) return;
      pieces = [all.subarray(end)];
      size -= end;
      wanted = 0;
      take(all.subarray(head + 4, end), arrivedAt);
    }
  });
}
