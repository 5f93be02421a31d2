import { Slots } from "./requestTurns";

/** The approximate size of a part of a list. */
const partBytes = 2 ** 16;
/** The maximum number of bytes for one `JSON.parse` call: a part of a list, or everything outside of lists. */
const bytesInOneGo = 4 * 2 ** 20;
/** The limit for the values in one item of a list, and for all values outside of lists. */
const valuesInOneGo = 10_000;
/** Ten times the depth of valid answers, which nest six levels deep. */
const maxDepth = 64;

/** Bodies of this size or more are parsed one at a time, which limits the memory in use. */
const largeBytes = 2 ** 21;
const largeBodies = new Slots(1);

const maxShared = 1000;

/** The maximum number of values in a body, and of items in each of its outermost lists. */
export interface MostInBody {
  readonly values: number;
  readonly items: number;
}

type JsonFault = "malformedJson" | "notUtf8" | "tooMuch" | "tooDeep";

type JsonReading =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "fault"; readonly fault: JsonFault }
  | { readonly kind: "cancelled" };

/**
 * Parses a body as JSON, to the same value as `JSON.parse`, yielding every few milliseconds.
 *
 * Half a megabyte on the wire can be a hundred megabytes of `{},{},…`, which cost `JSON.parse` half a minute and
 * gigabytes. So the reader scans the bytes before it parses them, and parses lists in parts:
 *
 *     {"numberOfEntries":"3","groups":[{"groupId":"1"},{"groupId":"2"},{"groupId":"3"}]}
 *     └──────────── frame ───────────┘└───────── part ─────────┘└──────── part ──────┘└┘
 *
 * Parts end at commas of the outermost lists. In the frame, the list's number replaces the list's items. Equal objects
 * in the items of lists become one object: a hundred thousand groups repeat some twenty types.
 *
 * @param pieces the bytes of UTF-8 text, as received
 */
export async function parseJson(
  pieces: readonly Uint8Array[],
  most: MostInBody,
  signal: AbortSignal,
): Promise<JsonReading> {
  const isLarge = pieces.reduce((sum, { length }) => sum + length, 0) >= largeBytes;
  const parse = () => parsedYielding(pieces, most, signal);
  return isLarge ? largeBodies.run(signal, parse) : parse();
}

async function parsedYielding(
  pieces: readonly Uint8Array[],
  most: MostInBody,
  signal: AbortSignal,
): Promise<JsonReading> {
  const turns = new Turns();
  const reader = new JsonReader(most);
  try {
    for (const piece of pieces) {
      for (let start = 0; start < piece.length; start += partBytes) {
        if (signal.aborted) return { kind: "cancelled" };
        reader.push(piece.subarray(start, start + partBytes));
        await turns.yieldTurn(partBytes);
      }
    }
    return { kind: "value", value: reader.end() };
  } catch (error) {
    if (error instanceof Refused) return { kind: "fault", fault: error.fault };
    // The parser's own message quotes the body, which may hold data that must not be logged.
    if (error instanceof SyntaxError) return { kind: "fault", fault: "malformedJson" };
    throw error;
  }
}

class Refused extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault);
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Scans the bytes of a body and parses each part once it is complete. */
class JsonReader {
  readonly #lists: unknown[][] = [];
  readonly #shared = new Map<unknown, Record<string, unknown>>();
  /** The bytes outside of the outermost lists. */
  readonly #frame: Uint8Array[] = [];
  /** The unparsed bytes of the current list. */
  #part: Uint8Array[] = [];
  #partLength = 0;
  #frameLength = 0;
  #inString = false;
  #isEscaped = false;
  #depth = 0;
  /** The depth of the outermost open list; 0 for none. */
  #listDepth = 0;
  #values = 0;
  #itemsInList = 0;
  #valuesInItem = 0;
  #valuesInFrame = 0;

  constructor(private readonly most: MostInBody) {}

  push(bytes: Uint8Array): void {
    let inString = this.#inString;
    let isEscaped = this.#isEscaped;
    let pendingStart = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inString = false;
        continue;
      }
      switch (byte) {
        case quote:
          inString = true;
          break;
        case openBracket:
        case openBrace:
          this.#open();
          if (byte === openBracket && this.#listDepth === 0) {
            this.#addToFrame(bytes.subarray(pendingStart, index + 1));
            pendingStart = index + 1;
            this.#listDepth = this.#depth;
            this.#lists.push([]);
            // The reader counts items by the commas between them.
            this.#itemsInList = 1;
          }
          break;
        case closeBracket:
        case closeBrace:
          if (byte === closeBracket && this.#depth === this.#listDepth) {
            this.#addToPart(bytes.subarray(pendingStart, index));
            pendingStart = index;
            this.#endList();
          }
          this.#depth -= 1;
          if (this.#depth < 0) throw new SyntaxError();
          break;
        case comma:
          this.#count();
          if (this.#depth !== this.#listDepth || this.#listDepth === 0) break;
          this.#valuesInItem = 0;
          this.#itemsInList += 1;
          if (this.#itemsInList > this.most.items) throw new Refused("tooMuch");
          if (this.#partLength + index - pendingStart < partBytes) break;
          this.#addToPart(bytes.subarray(pendingStart, index));
          pendingStart = index + 1;
          this.#parsePart("more");
          break;
        default:
      }
    }
    this.#inString = inString;
    this.#isEscaped = isEscaped;
    if (this.#listDepth === 0) this.#addToFrame(bytes.subarray(pendingStart));
    else this.#addToPart(bytes.subarray(pendingStart));
  }

  /** Returns the whole value. Throws {@link Refused} or a `SyntaxError`. */
  end(): unknown {
    // If a list is not closed, neither is the frame, and `JSON.parse` throws.
    return this.#withLists(JSON.parse(textOf(this.#frame, "frame")));
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Refused("tooDeep");
    this.#count();
  }

  #count(): void {
    this.#values += 1;
    const inOneGo = this.#listDepth === 0 ? (this.#valuesInFrame += 1) : (this.#valuesInItem += 1);
    if (this.#values > this.most.values || inOneGo > valuesInOneGo) throw new Refused("tooMuch");
  }

  #addToFrame(bytes: Uint8Array): void {
    this.#frame.push(bytes);
    this.#frameLength += bytes.length;
    if (this.#frameLength > bytesInOneGo) throw new Refused("tooMuch");
  }

  #addToPart(bytes: Uint8Array): void {
    this.#part.push(bytes);
    this.#partLength += bytes.length;
    if (this.#partLength > bytesInOneGo) throw new Refused("tooMuch");
  }

  #endList(): void {
    this.#parsePart("last");
    const number = this.#lists.length - 1;
    if (this.#lists[number]?.length !== 0) this.#addToFrame(new TextEncoder().encode(String(number)));
    this.#listDepth = 0;
    this.#valuesInItem = 0;
  }

  /** @param which `more` if a comma follows the part, `last` if the list ends with it */
  #parsePart(which: "more" | "last"): void {
    const items: unknown = JSON.parse(`[${textOf(this.#part, "part")}]`);
    const list = this.#lists.at(-1);
    if (!Array.isArray(items) || list === undefined) throw new SyntaxError();
    // JSON requires an item before and after each comma.
    if (items.length === 0 && (which === "more" || list.length > 0)) throw new SyntaxError();
    shareEquals(items, this.#shared);
    for (const item of items) list.push(item);
    this.#part = [];
    this.#partLength = 0;
  }

  /** Replaces the list's number by the list's items in each list of the frame. */
  #withLists(frame: unknown): unknown {
    if (Array.isArray(frame)) return this.#listFor(frame);
    const waiting: unknown[] = [frame];
    while (waiting.length > 0) {
      const object = waiting.pop();
      if (!isRecord(object)) continue;
      for (const [key, value] of Object.entries(object)) {
        // Defines instead of assigning: the key may be "__proto__".
        if (Array.isArray(value)) Object.defineProperty(object, key, { value: this.#listFor(value) });
        else waiting.push(value);
      }
    }
    return frame;
  }

  /** @param placeholder a list of the frame: contains the list's number, or nothing for an empty list */
  #listFor(placeholder: readonly unknown[]): unknown[] {
    return this.#lists[Number(placeholder[0])] ?? [];
  }
}

/** Lets equal objects in the items share one object, to save memory, for at most {@link maxShared} different ones. */
function shareEquals(items: readonly unknown[], shared: Map<unknown, Record<string, unknown>>): void {
  for (const item of items) {
    if (!isRecord(item)) continue;
    for (const key of Object.keys(item)) {
      const value = item[key];
      if (!isRecord(value) || key === "__proto__") continue;
      // The first value is usually the identifier, so few different objects share it.
      const [first] = Object.values(value);
      const known = shared.get(first);
      if (known === undefined && shared.size < maxShared) shared.set(first, value);
      else if (known !== undefined && isEqual(known, value)) item[key] = known;
    }
  }
}

/** Whether two objects have the same fields in the same order, with identical values. */
function isEqual(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  return (
    keys.length === otherKeys.length &&
    keys.every((key, index) => key === otherKeys[index] && one[key] === other[key])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param where for `frame`, drops a byte order mark: the frame begins with the body's first byte */
function textOf(parts: readonly Uint8Array[], where: "frame" | "part"): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: where === "part" }).decode(joined(parts));
  } catch {
    throw new Refused("notUtf8");
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** The time after which long work yields. */
const maxMilliseconds = 8;
/** The number of processed bytes after which long work yields. */
const maxBytes = 2 ** 20;

/** Yields during long work: all extensions of the editor run on one thread. */
export class Turns {
  #started = performance.now();
  #bytes = 0;

  /** Whether it is time to yield. Long loops check this first, because an `await` in every step would be slow. */
  isOver(): boolean {
    return performance.now() - this.#started >= maxMilliseconds;
  }

  /** @param bytes the number processed since the last call */
  async yieldTurn(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < maxBytes && !this.isOver()) return;
    // Browsers have `setTimeout`, but not `setImmediate`.
    await new Promise<void>((resolve) => void setTimeout(resolve));
    this.#started = performance.now();
    this.#bytes = 0;
  }
}
