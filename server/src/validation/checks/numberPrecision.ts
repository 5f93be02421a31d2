import { walkTree } from "../../../../json/src";
import { translate } from "../../localisation/translate";
import type { Piece, TextCheck, ValidationContext } from "../check";
import type { FindingDraft } from "../finding";

/** Numbers whose written digits are lost when they are read as doubles (IEEE 754 binary64). */
export const numberPrecisionCheck: TextCheck = { scope: "text", codes: ["number-precision"], run };

/** Strings, so that what stands in them is passed over, and numbers. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function run({ document }: ValidationContext, piece: Piece): readonly FindingDraft[] {
  const { node, start } = piece;
  const { text } = document;
  if (node.kind === "number") return precisionFindings(text.slice(start, start + node.length), start);
  if (node.kind !== "lazy" || (node.wellFormed && !node.longNumbers)) return [];
  const findings: FindingDraft[] = [];
  if (node.wellFormed) {
    for (const { 0: written, index } of text.slice(start, start + node.length).matchAll(stringOrNumber)) {
      if (!written.startsWith('"')) findings.push(...precisionFindings(written, start + index));
    }
  } else {
    for (const child of walkTree(document, piece, () => true)) {
      const { start, node } = child;
      if (node.kind === "number")
        findings.push(...precisionFindings(text.slice(start, start + node.length), start));
    }
  }
  return findings;
}

function precisionFindings(written: string, start: number): FindingDraft[] {
  const read = Number(written);
  if (keepsDigits(written, read)) return [];
  const isFinite = Number.isFinite(read);
  const shown = written.length > 30 ? `${written.slice(0, 30)}…` : written;
  return [
    {
      code: "number-precision",
      message: isFinite
        ? translate("{0} has more digits than programs keep: it is read as {1}.", shown, String(read))
        : translate("{0} is larger than any number that programs can read.", shown),
      start,
      end: start + written.length,
      related: [],
      data: isFinite ? { kind: "number-precision", readAs: String(read) } : { kind: "none" },
    },
  ];
}

/** Decimal digits that every double keeps. */
const safeLength = 15;

function keepsDigits(written: string, read: number): boolean {
  if (written.length <= safeLength && !/[eE]/.test(written)) return true;
  if (!Number.isFinite(read)) return false;
  const digits = significantDigits(written);
  return digits === significantDigits(String(read));
}

/** The digits of a number without zeros at either end, and the power of ten of the last of them. */
function significantDigits(number: string): string {
  const [mantissa = "", exponent = "0"] = number.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (digits === "") return "0";
  return `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}
