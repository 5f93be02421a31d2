import { deflateRawSync } from "node:zlib";

/** A file of an archive. The optional properties may contradict its contents. */
interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly statedSize?: number;
  readonly crc?: number;
  readonly isEncrypted?: boolean;
}

/** Builds an archive (APPNOTE.TXT 4.3), valid or not. */
export function zipOf(files: readonly ZippedFile[]): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, statedSize = bytes.length, crc = crcOf(bytes), isEncrypted = false } of files) {
    const data = deflateRawSync(bytes);
    const named = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(statedSize, 18);
    common.writeUInt16LE(named.length, 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, named]);
    local.push(head, data);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, more, named);
    at += head.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...local, ...directory, end]));
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
