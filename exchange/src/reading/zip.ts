import type { Yielding } from "@analyses/json";
import { Inflate } from "fflate";
import type { Translate } from "@analyses/evidence";
import { limits, Refused } from "./limits";

/** A file of an archive or a folder. */
export interface NamedBytes {
  /** The file's path, with `/` between folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An entry of the central directory (APPNOTE.TXT 4.3.12). */
interface Entry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly headerAt: number;
}

const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const;

/** Compressed bytes per step: they inflate to at most about eight million bytes. */
const step = 8 * 1024;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Reads archives; the limit of inflated bytes applies to all archives together. */
export class ZipReader {
  #inflated = 0;

  constructor(private readonly translate: Translate) {}

  /**
   * Inflates the wanted files. Counts the inflated bytes instead of trusting the archive's stated sizes.
   *
   * @param file the name of the archive, for messages
   * @throws Refused for an archive that is encrypted, damaged, too large, or of a newer form
   */
  *open(
    bytes: Uint8Array,
    file: string,
    isWanted: (name: string) => boolean,
  ): Yielding<readonly NamedBytes[]> {
    const found: NamedBytes[] = [];
    for (const entry of this.#directoryOf(bytes, file)) {
      if (entry.name.endsWith("/") || !isWanted(entry.name)) continue;
      found.push({ name: entry.name, bytes: yield* this.#inflate(bytes, entry, file) });
      yield 0;
    }
    return found;
  }

  /** Returns the names of all files in an archive. */
  names(bytes: Uint8Array, file: string): readonly string[] {
    return this.#directoryOf(bytes, file).map(({ name }) => name);
  }

  #directoryOf(bytes: Uint8Array, file: string): readonly Entry[] {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = this.#endOf(view, file);
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    if (count === 0xffff || at === 0xffffffff) throw this.#newer(file);
    if (count > limits.zipEntries) throw this.#tooLarge(file);
    const entries: Entry[] = [];
    for (let index = 0; index < count; index++) {
      if (at + 46 > bytes.length || view.getUint32(at, true) !== signatures.directory)
        throw this.#damaged(file);
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
        view.getUint16(at + offset, true),
      );
      const flags = view.getUint16(at + 8, true);
      const nameEnd = at + 46 + (nameLength ?? 0);
      const named = bytes.subarray(at + 46, nameEnd);
      entries.push({
        name: new TextDecoder((flags & 0x800) === 0 ? "windows-1252" : "utf-8")
          .decode(named)
          .replaceAll("\\", "/"),
        isEncrypted: (flags & 1) !== 0,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        compressedSize: view.getUint32(at + 20, true),
        headerAt: view.getUint32(at + 42, true),
      });
      at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
    }
    return entries;
  }

  /** Offset of the end-of-central-directory record, before a comment of at most 65,535 bytes. */
  #endOf(view: DataView, file: string): number {
    const last = view.byteLength - 22;
    for (let at = last; at >= Math.max(0, last - 0xffff); at--)
      if (view.getUint32(at, true) === signatures.end) return at;
    throw this.#damaged(file);
  }

  *#inflate(bytes: Uint8Array, entry: Entry, file: string): Yielding<Uint8Array> {
    const { name, headerAt, compressedSize } = entry;
    if (entry.isEncrypted) throw new Refused(this.translate("{0} in {1} is encrypted.", name, file));
    if (compressedSize === 0xffffffff || headerAt === 0xffffffff) throw this.#newer(file);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== signatures.local)
      throw this.#damaged(file);
    const begin = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
    if (begin + compressedSize > bytes.length) throw this.#damaged(file);
    const compressed = bytes.subarray(begin, begin + compressedSize);
    const chunks: Uint8Array[] = [];
    let size = 0;
    const take = (chunk: Uint8Array): void => {
      size += chunk.length;
      this.#inflated += chunk.length;
      const isBomb = size > limits.zipRatioFrom && size > compressedSize * limits.zipRatio;
      if (isBomb || size > limits.zipEntry || this.#inflated > limits.zipTotal) throw this.#tooLarge(file);
      chunks.push(chunk);
    };
    if (entry.method === 0) take(compressed);
    else if (entry.method === 8) yield* this.#inflateYielding(compressed, take, file);
    else throw this.#newer(file);
    const whole = yield* joined(chunks);
    if ((yield* crcOf(whole)) !== entry.crc) throw this.#damaged(file);
    return whole;
  }

  *#inflateYielding(compressed: Uint8Array, take: (chunk: Uint8Array) => void, file: string): Yielding<void> {
    const inflate = new Inflate(take);
    try {
      for (let at = 0; at < compressed.length; at += step) {
        inflate.push(compressed.subarray(at, at + step), at + step >= compressed.length);
        yield 0;
      }
    } catch (error) {
      throw error instanceof Refused ? error : this.#damaged(file);
    }
  }

  #damaged(file: string): Refused {
    return new Refused(this.translate("{0} is damaged: it cannot be unpacked.", file));
  }

  #tooLarge(file: string): Refused {
    return new Refused(this.translate("{0} would unpack to more than is read.", file));
  }

  #newer(file: string): Refused {
    return new Refused(this.translate("{0} is an archive of a form that is not read.", file));
  }
}

export function* joined(chunks: readonly Uint8Array[]): Yielding<Uint8Array> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  yield 0;
  return whole;
}

let table: Uint32Array | undefined;

/** CRC-32 of ZIP archives (ISO 3309). */
function* crcOf(bytes: Uint8Array): Yielding<number> {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
    return value;
  });
  let crc = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
    if (at % 1_000_000 === 999_999) yield 0;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
