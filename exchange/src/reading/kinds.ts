import type { Translate } from "@analyses/evidence";
import { isZip } from "./zip";

/** The kind of a file by its first bytes. */
type ContentKind =
  { readonly kind: "zip" | "xml" | "json" | "text" } | { readonly kind: "refused"; readonly reason: string };

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

/** Determines the kind of a file by its content, never by its name. */
export function contentKind(bytes: Uint8Array, file: string, translate: Translate): ContentKind {
  const known = begins.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1];
  if (known === "workbook")
    return refused(translate("{0} is an old Excel workbook (.xls): save it as .xlsx or CSV there.", file));
  if (known === "revman4") return refused(translate("{0} is of RevMan 4, which is not read.", file));
  if (known === "other")
    return refused(translate("{0} is another program's file: export it as CSV there.", file));
  if (isZip(bytes)) return { kind: "zip" };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const head = new TextDecoder(isWide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8")
    .decode(bytes.subarray(0, 4096))
    .trimStart();
  if (head.includes("\0"))
    return refused(translate("{0} is another program's file: export it as CSV there.", file));
  if (head.startsWith("<"))
    return /^(?:<\?xml[^>]*>\s*)?<xml>\s*<records>/.test(head)
      ? references(file, translate)
      : { kind: "xml" };
  if (/^TY {2}- /m.test(head.slice(0, 500)) || head.startsWith("%0 ")) return references(file, translate);
  return { kind: head.startsWith("{") || head.startsWith("[") ? "json" : "text" };
}

function references(file: string, translate: Translate): ContentKind {
  return refused(translate("{0} is a list of references: there are no analyses in it.", file));
}

function refused(reason: string): ContentKind {
  return { kind: "refused", reason };
}
