import type { Position } from "vscode-languageserver-types";
import type { OffsetRange } from "../documents/benchDocument";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { find } from "../documents/find";
import { type Splice, endOfInserted } from "./splice";
import type { Step } from "./trace";

/** A request right after an edit: the change, the position, and the required content of the response. */
export interface Probe {
  readonly change: Step["change"];
  /** Restores the text. */
  readonly undo: Step["change"];
  readonly position: Position;
  readonly expected: readonly string[];
}

/** A judgement of a study in no subgroup: in subgroups the peer offers no values while a value is wrong. */
const judgement = /(?<="data-checked-on":\s*"[^"]*",\s*"studies":[^\]]*"overall":\s*")[A-Z_]+(?=")/g;

/** Completion requests at values after deleting their text, and at a new, incomplete key. */
export function completionProbes(text: string, positions: TextDocument, fraction: number): readonly Probe[] {
  const at = (
    pattern: RegExp,
    within: number,
    before: number,
    inserted: string,
    expected: readonly string[],
  ) =>
    probesAt(find(text, pattern, within), (place) =>
      probe(text, positions, { ...place, inserted }, place.from + before, expected),
    );
  return [
    ...at(judgement, fraction, 0, "", ["LOW", "HIGH"]),
    ...at(/(?="study":)/g, fraction, 1, '"",', ["footnotes", "report"]),
    ...at(/RISK_OF_BIAS_2/g, 0, 0, "", ["RISK_OF_BIAS_1"]),
  ];
}

/** Hover requests at keys after typing into their values: of a group, of an analysis, and deep in an analysis. */
export function hoverProbes(text: string, positions: TextDocument, fraction: number): readonly Probe[] {
  const at = (pattern: RegExp, expected: string) =>
    probesAt(find(text, pattern, fraction), (key) =>
      probe(text, positions, typeDigit(text, key), key.from + 2, [expected]),
    );
  return [
    ...at(/(?<=")name(?=":\s*"[^"]*",\s*"outcome-type")/g, "outcome that is analysed"),
    ...at(/(?<=")name(?=":\s*"Drug )/g, "name of the group"),
    ...at(/(?<=")total(?=":)/g, "number of participants"),
  ];
}

/** Inserts a digit at the start of a key's string or number. */
function typeDigit(text: string, key: OffsetRange): Splice {
  const at = key.to + text.slice(key.to, key.to + 10).search(/[\p{L}\d]/u);
  return { from: at, to: at, inserted: "1" };
}

/** @param at the offset of the request, before the splice or within the inserted text */
function probe(
  text: string,
  positions: TextDocument,
  splice: Splice,
  at: number,
  expected: readonly string[],
): Probe {
  const start = positions.positionAt(splice.from);
  const inserted = { start, end: endOfInserted(positions, splice) };
  return {
    change: { range: { start, end: positions.positionAt(splice.to) }, text: splice.inserted },
    undo: { range: inserted, text: text.slice(splice.from, splice.to) },
    position:
      at <= splice.from
        ? positions.positionAt(at)
        : { ...start, character: start.character + at - splice.from },
    expected,
  };
}

function probesAt(place: OffsetRange | undefined, make: (place: OffsetRange) => Probe): readonly Probe[] {
  return place === undefined ? [] : [make(place)];
}
