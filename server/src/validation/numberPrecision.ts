import type { AnalysesDocument } from "../document/analysesDocument";
import type { Placed } from "../syntax/nodes";
import type { FindingDraft } from "./finding";
import { numberLosesDigits, numberOutOfRange } from "./messages/documentMessages";
import { walkTree } from "./walkTree";

/** A number whose written digits are lost when it is read as a double (IEEE 754 binary64). */
function precisionOf({ text }: AnalysesDocument, { node, start }: Placed): FindingDraft[] {
  return node.kind === "number" ? precisionFinding(text.slice(start, start + node.length), start) : [];
}

/** Strings, so that what stands in them is passed over, and numbers. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The same for a number and for every number that a sealed node holds. */
export function precisionWithin(document: AnalysesDocument, placed: Placed): FindingDraft[] {
  const { node, start } = placed;
  if (node.kind === "number") return precisionOf(document, placed);
  if (node.kind !== "sealed" || (node.wellFormed && !node.longNumbers)) return [];
  const findings: FindingDraft[] = [];
  if (node.wellFormed) {
    for (const { 0: written, index } of document.text
      .slice(start, start + node.length)
      .matchAll(stringOrNumber)) {
      if (!written.startsWith('"')) findings.push(...precisionFinding(written, start + index));
    }
  } else {
    for (const child of walkTree(document, placed, () => true))
      findings.push(...precisionOf(document, child));
  }
  return findings;
}

function precisionFinding(written: string, start: number): FindingDraft[] {
  const read = Number(written);
  if (keepsDigits(written, read)) return [];
  const isFinite = Number.isFinite(read);
  return [
    {
      code: "number-precision",
      message: isFinite ? numberLosesDigits(written, String(read)) : numberOutOfRange(written),
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
