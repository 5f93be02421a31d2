import type { CheckedDiagnostic } from "./diagnostic";
import { translate } from "../localisation/translate";
import type { FindingDraft } from "../findings/finding";
import type { Piece, ValidationContext } from "../findings/check";

/** Matches a replacement character or half of a surrogate pair (Unicode, section 23.6), also written as an escape. */
const lost = String.raw`\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|${escaped("ufffd|ud[89ab]..(?!\\\\ud[c-f])|(?<!\\\\ud[89ab]..\\\\)ud[c-f]..")}`;
/** Matches an override of the direction of writing (UAX #9), also written as an escape. */
const directionOverride = String.raw`[\u202d\u202e]|${escaped("u202[de]")}`;
const damage = new RegExp(`(${lost})|${directionOverride}`, "gi");

function escaped(units: string): string {
  return String.raw`(?<!\\)(?:\\\\){0,9}\\(?:${units})`;
}

/** Returns one finding for each damaged string, because a text in a wrong encoding has many damaged characters. */
function damagedTexts(_context: ValidationContext, piece: Piece): readonly FindingDraft[] {
  return piece.findInParts((part) => {
    // The parts of an open list or object are pieces of their own; its whole text would copy most of the document.
    if (part.node.kind !== "lazy" && part.node.kind !== "string") return [];
    const { text, start } = part;
    let end = -1;
    return [...text.matchAll(damage)].flatMap(({ 0: found, 1: isLost, index }): FindingDraft[] => {
      const isInSameText = end >= 0 && !text.slice(end, index).includes('"');
      end = index + found.length;
      if (isInSameText) return [];
      const message =
        isLost === undefined
          ? translate("A hidden character turns the direction of this text: it is not shown as it is read.")
          : translate("A letter is missing here: some program could not read or write it.");
      const place = { start: start + index, end: start + end };
      return [{ code: "damaged-text", message, ...place, related: [], data: { kind: "none" } }];
    });
  });
}

/** Text that lost letters between programs, or that editors show in another order than programs read it. */
export const damagedText: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [{ scope: "text", codes: ["damaged-text"], run: damagedTexts }],
};
