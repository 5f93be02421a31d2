import { Char } from "./characters";
import { endOfBareText } from "./scanBare";
import { scanString } from "./scanString";
import type { TextReader } from "./textReader";

/** Whether a key and its colon stand at an offset. */
export function isKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  const end =
    code === Char.Quote || code === Char.Apostrophe
      ? scanString(reader, offset, "key").end
      : endOfBareText(reader, offset);
  return end > offset && reader.codeAt(reader.skipSpace(end)) === Char.Colon;
}
