/** From how many bytes on a body is parsed in parts, and of how many a part is about. */
const longBody = 2 ** 21;
const partLength = 2 ** 16;

const mostShared = 1000;

/** Stands first in the last part of a list, to be found again. */
const marker = "analyses-registry:part";

/**
 * Parses a body as JSON, as `JSON.parse` does of its whole text, and throws what that throws.
 *
 * The text of a hundred thousand groups is twice as large as their bytes, and they are of some twenty types, each
 * written out every time: a long list is parsed some hundred items at a time, so that its text is never there as
 * a whole, and what is equal in its items becomes one object.
 *
 * @param pieces the bytes of UTF-8 text, as they came
 */
export function parseJson(pieces: readonly Uint8Array[]): unknown {
  return parsedInParts(pieces) ?? JSON.parse(textOf(joined(pieces)));
}

/**
 * The value of an object that holds a long list of objects; undefined where the text turns out not to be one.
 *
 * A part ends between two objects wherever the bytes look so. Where they only look so, within a string or
 * further down, the part is no list by itself and does not parse.
 */
function parsedInParts(pieces: readonly Uint8Array[]): unknown {
  if (pieces.reduce((sum, { length }) => sum + length, 0) < longBody) return undefined;
  try {
    const items: unknown[] = [];
    const shared = new Map<unknown, Record<string, unknown>>();
    let head: string | undefined;
    let waiting: Uint8Array[] = [];
    let length = 0;
    for (const piece of pieces) {
      waiting.push(piece);
      length += piece.length;
      if (length < partLength) continue;
      let bytes = joined(waiting);
      if (head === undefined) {
        const start = bytes.indexOf(openBracket) + 1;
        head = textOf(bytes.subarray(0, start));
        bytes = bytes.subarray(start);
      }
      const end = lastEnd(bytes);
      if (end === 0) return undefined;
      const part: unknown = JSON.parse(`[${textOf(bytes.subarray(0, end))}]`);
      shareEquals(part, shared);
      append(items, part);
      const rest = bytes.subarray(end + 1);
      waiting = [rest];
      length = rest.length;
    }
    const whole: unknown = JSON.parse(`${head ?? ""}"${marker}",${textOf(joined(waiting))}`);
    return withItems(whole, items);
  } catch {
    return undefined;
  }
}

/** Puts the items into the list that begins with the marker; undefined where the object has none. */
function withItems(whole: unknown, items: unknown[]): unknown {
  if (typeof whole !== "object" || whole === null) return undefined;
  const list = Object.values(whole).find(
    (value): value is unknown[] => Array.isArray(value) && value[0] === marker,
  );
  if (list === undefined) return undefined;
  append(items, list.slice(1));
  list.length = 0;
  append(list, items);
  return whole;
}

/** Puts one object in the place of equal ones that items hold, for as many as are not too different. */
function shareEquals(items: unknown, shared: Map<unknown, Record<string, unknown>>): void {
  if (!Array.isArray(items)) return;
  for (const item of items.filter(isRecord)) {
    for (const key of Object.keys(item)) {
      const value = item[key];
      if (!isRecord(value) || key === "__proto__") continue;
      const [first] = Object.values(value);
      const known = shared.get(first);
      if (known === undefined && shared.size < mostShared) shared.set(first, value);
      else if (known !== undefined && isEqual(known, value)) item[key] = known;
    }
  }
}

/** Whether two objects have the same fields in the same order, with the same texts and numbers in them. */
function isEqual(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  return (
    keys.length === otherKeys.length &&
    keys.every((key, place) => key === otherKeys[place] && one[key] === other[key])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function append(items: unknown[], more: unknown): void {
  if (Array.isArray(more)) for (const item of more) items.push(item);
}

/** Where the last object ends that another one follows; 0 where none does. */
function lastEnd(bytes: Uint8Array): number {
  for (let index = bytes.length - 3; index >= 0; index -= 1) {
    if (bytes[index] === closeBrace && bytes[index + 1] === comma && bytes[index + 2] === openBrace) {
      return index + 1;
    }
  }
  return 0;
}

const [openBracket, closeBrace, comma, openBrace] = [0x5b, 0x7d, 0x2c, 0x7b];

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

/** A byte order mark is taken away. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
