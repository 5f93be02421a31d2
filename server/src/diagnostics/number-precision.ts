import { fix, replaced } from "./fixes/fix";
import type { CheckedDiagnostic } from "./diagnostic";
import { translate } from "../localisation/translate";
import type { FindingDraft } from "../findings/finding";
import type { Piece, ValidationContext } from "../findings/check";
import { stringPattern } from "@analyses/json";

/** Matches numbers, and strings as a whole to skip their contents. */
const stringOrNumber = new RegExp(String.raw`${stringPattern}|-?\d[\d.eE+-]*`, "g");

function lostDigits(_context: ValidationContext, piece: Piece): readonly FindingDraft[] {
  return piece.findInParts((part): readonly FindingDraft[] => {
    const { node, start } = part;
    if (node.kind === "number") return precisionFindings(part.text, start);
    if (node.kind !== "lazy" || !node.longNumbers) return [];
    return [...part.text.matchAll(stringOrNumber)].flatMap(({ 0: written, index }) =>
      written.startsWith('"') ? [] : precisionFindings(written, start + index),
    );
  });
}

function precisionFindings(written: string, start: number): FindingDraft[] {
  const read = Number(written);
  if (keepsDigits(written, read)) return [];
  const isNearby = Number.isFinite(read) && read !== 0;
  const shown = written.length > 30 ? `${written.slice(0, 30)}…` : written;
  return [
    {
      code: "number-precision",
      message: isNearby
        ? translate("{0} has more digits than programs keep: it is read as {1}.", shown, allDigitsOf(read))
        : read === 0
          ? translate("{0} is closer to 0 than any number that programs can read.", shown)
          : translate("{0} is larger than any number that programs can read.", shown),
      start,
      end: start + written.length,
      related: [],
      data: isNearby ? { kind: "number-precision", readAs: String(read) } : { kind: "none" },
    },
  ];
}

/** All digits of a whole number below 10²¹, not only those that identify the double. */
function allDigitsOf(read: number): string {
  return Number.isInteger(read) && Math.abs(read) < 1e21 ? String(BigInt(read)) : String(read);
}

/** The number of decimal digits that every double preserves (IEEE 754 binary64). */
const safeLength = 15;
/** The number of decimal digits that identify every double. */
const identifyingLength = 17;

function keepsDigits(written: string, read: number): boolean {
  if (written.length <= safeLength && !/[eE]/.test(written)) return true;
  if (!Number.isFinite(read)) return false;
  const digits = significantDigits(written);
  if (digits === significantDigits(String(read))) return true;
  // Some programs, such as Java before version 19, print more digits than needed to identify a double. No digit is lost
  // if the double has the same digits at that length.
  const count = digits.indexOf("e");
  return count <= identifyingLength && digits === significantDigits(read.toPrecision(Math.max(1, count)));
}

/** The digits without leading and trailing zeros, and the exponent of the last digit. */
function significantDigits(number: string): string {
  const [mantissa = "", exponent = "0"] = number.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/(?<!0)0+$/, "");
  if (digits === "") return "0";
  return `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}

/** Numbers that lose digits as doubles (IEEE 754 binary64). */
export const numberPrecision: CheckedDiagnostic = {
  kind: "checked",
  severity: "information",
  checks: [{ scope: "text", codes: ["number-precision"], run: lostDigits }],
  fixes: (finding) =>
    finding.data.kind === "number-precision"
      ? [
          fix(
            translate("Write the number as it is read: {0}", finding.data.readAs),
            [replaced(finding, finding.data.readAs)],
            {},
          ),
        ]
      : [],
};
