import type { LinePosition } from "../../../json/src";
import { fieldsOf } from "../../../protocol/src/message";
import { readPosition, readRange } from "../../../protocol/src/referenceMessages";

/**
 * Where in each document the author is: at the last edit, at what the editor asked about last, and at what it shows.
 * What stands there is computed before all else.
 */
export class Attention {
  readonly #edits = new Map<string, LinePosition>();
  readonly #asked = new Map<string, readonly LinePosition[]>();

  /** @param position in the text after the edit */
  edited(uri: string, position: LinePosition): void {
    this.#edits.set(uri, position);
  }

  /** @param params of a request: it may name a position or a range */
  asked(uri: string, params: unknown): void {
    const { position, range } = fieldsOf(params);
    const place = readPosition(position);
    const stretch = readRange(range);
    if (place !== undefined) this.#asked.set(uri, [place]);
    else if (stretch !== undefined) this.#asked.set(uri, [stretch.start, stretch.end]);
  }

  /** What needs attention first comes first. */
  of(uri: string): readonly LinePosition[] {
    const edit = this.#edits.get(uri);
    return [...(edit === undefined ? [] : [edit]), ...(this.#asked.get(uri) ?? [])];
  }

  forget(uri: string): void {
    this.#edits.delete(uri);
    this.#asked.delete(uri);
  }
}
