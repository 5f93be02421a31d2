import { isContainer, stringPattern, walkTree, propertiesOf } from "@analyses/json";
import { translate } from "../../localisation/translate";
import type { Piece, TextCheck, ValidationContext } from "../check";
import type { FindingDraft } from "../finding";
import type { JsonPath, ObjectNode, Placed, PlacedProperty } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { locate } from "../../document/locate";

/*
 * What stands in the text and is lost as it is read: digits of a number, properties of one name but the last, children beyond
 * the first very many.
 */

/** Numbers whose written digits are lost when they are read as doubles (IEEE 754 binary64). */
export const numberPrecisionCheck: TextCheck = {
  scope: "text",
  codes: ["number-precision"],
  run: lostDigits,
};

/** Strings, so that what stands in them is passed over, and numbers. */
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

/** A whole number with the digits that it has, not only those that tell it from all others. */
function allDigitsOf(read: number): string {
  return Number.isInteger(read) && Math.abs(read) < 1e21 ? String(BigInt(read)) : String(read);
}

/** Decimal digits that every double keeps, and those that tell each double from all others. */
const safeLength = 15;
const tellingLength = 17;

function keepsDigits(written: string, read: number): boolean {
  if (written.length <= safeLength && !/[eE]/.test(written)) return true;
  if (!Number.isFinite(read)) return false;
  const digits = significantDigits(written);
  if (digits === significantDigits(String(read))) return true;
  // Some programs, Java before its 19th version too, print more digits than tell a number from the next.
  const count = digits.indexOf("e");
  return count <= tellingLength && digits === significantDigits(read.toPrecision(Math.max(1, count)));
}

/** The digits of a number without zeros at either end, and the power of ten of the last of them. */
function significantDigits(number: string): string {
  const [mantissa = "", exponent = "0"] = number.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/(?<!0)0+$/, "");
  if (digits === "") return "0";
  return `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}

/** Names that an object has more than once: the later ones are findings, the first is named beside. */
export const duplicatePropertiesCheck: TextCheck = {
  scope: "text",
  codes: ["duplicate-property"],
  run: duplicateProperties,
};

function duplicateProperties({ document }: ValidationContext, piece: Piece): readonly FindingDraft[] {
  return piece.findInParts((part): readonly FindingDraft[] => {
    const { node, start } = part;
    if (node.kind === "object") return duplicatesIn({ node, start });
    // Of properties of one name the value has only one.
    if (node.kind !== "lazy" || part.keys.count === node.keyCount) return [];
    return [...walkTree(document, part, ({ node }) => isContainer(node))].flatMap(({ node, start }) =>
      node.kind === "object" ? duplicatesIn({ node, start }) : [],
    );
  });
}

function duplicatesIn(object: Placed<ObjectNode>): readonly FindingDraft[] {
  const first = new Map<string, PlacedProperty>();
  const findings: FindingDraft[] = [];
  for (const placed of propertiesOf(object)) {
    const { name, keyLength } = placed.property;
    // Of a name without a value that is said already.
    if (keyLength === 0 || placed.property.value.kind === "missing") continue;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, placed);
    else {
      const beside = translate("`{0}` stands here first.", name);
      findings.push({
        code: "duplicate-property",
        message: translate("`{0}` is already there: each name may stand only once in an object.", name),
        start: placed.start,
        end: placed.keyEnd,
        related: [{ message: beside, start: earlier.start, end: earlier.keyEnd }],
        data: { kind: "duplicate-property", name },
      });
    }
  }
  return findings;
}

/** A list or object with so many children that not all of them are kept and looked at. */
export const tooManyChildrenCheck: TextCheck = {
  scope: "text",
  codes: ["schema"],
  run: (_context, piece) => tooManyChildren(piece),
};

/** Of an open node; a lazy one is said to have too many where that hides something. */
export function tooManyChildren({ node, start }: Placed): readonly FindingDraft[] {
  if ((node.kind !== "object" && node.kind !== "array") || node.unlisted === 0) return [];
  const checked = node.starts.length;
  return [
    {
      code: "schema",
      severity: "information",
      message:
        node.kind === "array"
          ? translate("There are so many entries here that only the first {0} are checked.", checked)
          : translate("There are so many properties here that only the first {0} are checked.", checked),
      start,
      end: start + 1,
      related: [],
      data: { kind: "none" },
    },
  ];
}

/** Where the end of a way is not among the children that were kept, that is said of the container. */
export function tooManyOnWay(
  document: AnalysesDocument,
  from: Placed,
  path: JsonPath,
): readonly FindingDraft[] {
  const reached = path.map((_, index) => locate(document, from, path.slice(0, -1 - index)));
  const nearest = reached.find((located) => located !== undefined);
  return nearest === undefined ? [] : tooManyChildren(nearest);
}
