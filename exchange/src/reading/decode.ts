import type { Losses } from "../model/report";
import { Refused } from "./limits";

/** Decodes bytes by their byte order mark, else as UTF-8, else as windows-1252, which it reports in a note. */
export function decodeText(bytes: Uint8Array, file: string, losses: Losses): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes.subarray(2));
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(hasMark ? bytes.subarray(3) : bytes);
  } catch {
    losses
      .item("note", "encoding-guessed", { place: { file, line: 1, column: 1 } })
      .translate("{0} is not UTF-8: it was read as windows-1252.", file);
    return windows1252(bytes);
  }
}

/** Decodes XML by its declaration, else like {@link decodeText}. Decodes ISO-8859-1 as windows-1252, like browsers. */
export function decodeXml(bytes: Uint8Array, file: string, losses: Losses): string {
  const head = windows1252(bytes.subarray(0, 200));
  const named = /^(?:\uFEFF|ï»¿)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/
    .exec(head)?.[1]
    ?.toLowerCase();
  if (named === undefined || named === "utf-8" || named === "utf8") return decodeText(bytes, file, losses);
  if (/^(?:iso-8859-1|latin1|windows-1252|us-ascii)$/.test(named)) return windows1252(bytes);
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    throw new Refused(losses.translate("{0} names an encoding that is not known: {1}.", file, named));
  }
}

/** The characters of windows-1252 from 0x80 to 0x9F (WHATWG Encoding); five of these codes are unassigned. */
const letters = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/**
 * Decodes windows-1252. Some versions of Node decode it as ISO-8859-1, so this replaces the resulting control
 * characters.
 */
function windows1252(bytes: Uint8Array): string {
  return new TextDecoder("windows-1252")
    .decode(bytes)
    .replace(/[\x80-\x9f]/g, (letter) => letters[letter.charCodeAt(0) - 0x80] ?? letter);
}
