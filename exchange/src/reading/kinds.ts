import type { Translate } from "@analyses/evidence";
import { Refused } from "./limits";
import { isZip } from "./zip";

/** The first bytes of other programs' files, which the reader refuses. */
const begins: readonly (readonly [readonly number[], "workbook" | "revman4" | "other"])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], "workbook"],
  [bytesOf("METAVIEW:"), "revman4"],
  [bytesOf("$FL2"), "other"],
  [bytesOf("$FL3"), "other"],
  [bytesOf("<stata_dta>"), "other"],
  [bytesOf("RDX"), "other"],
  [[0x1f, 0x8b], "other"],
  [bytesOf("BZh"), "other"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "other"],
  [bytesOf("%PDF"), "other"],
];

function bytesOf(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * Determines the kind of a file by its content, never by its name.
 *
 * @throws Refused for a file without analyses, or of another program
 */
export function contentKind(
  bytes: Uint8Array,
  file: string,
  translate: Translate,
): "zip" | "xml" | "json" | "text" {
  const known = begins.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1];
  if (known === "workbook")
    throw new Refused(translate("{0} is an old Excel workbook (.xls): save it as .xlsx or CSV there.", file));
  if (known === "revman4") throw new Refused(translate("{0} is of RevMan 4, which is not read.", file));
  if (isZip(bytes)) return "zip";
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const head = new TextDecoder(isWide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8")
    .decode(bytes.subarray(0, 4096))
    .trimStart();
  if (known === "other" || head.includes("\0"))
    throw new Refused(translate("{0} is another program's file: export it as CSV there.", file));
  const areReferences =
    /^(?:<\?xml[^>]*>\s*)?<xml>\s*<records>/.test(head) ||
    /^TY {2}- /m.test(head.slice(0, 500)) ||
    head.startsWith("%0 ");
  if (areReferences)
    throw new Refused(translate("{0} is a list of references: there are no analyses in it.", file));
  if (head.startsWith("<")) return "xml";
  return head.startsWith("{") || head.startsWith("[") ? "json" : "text";
}
