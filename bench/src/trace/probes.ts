import type { Position } from "vscode-languageserver-types";
import type { Stretch } from "../documents/benchDocument";
import type { TextPositions } from "../documents/textPositions";
import { find } from "../documents/textPositions";
import type { Splice } from "./splice";
import { endOfInserted } from "./splice";
import type { Step } from "./trace";

/** A request right after an edit: the change, the position, and the required content of the response. */
export interface Probe {
  readonly change: Step["change"];
  /** Restores the text. */
  readonly undo: Step["change"];
  readonly position: Position;
  readonly expected: readonly string[];
}

/** In a study without a subgroup: the peer offers no values in subgroups while a value is wrong. */
const judgement = /(?<="data-checked-on":\s*"[^"]*",\s*"studies":[^\]]*"overall":\s*")[A-Z_]+(?=")/g;

/** Completion requests at values after deleting their text, and at a new, incomplete key. */
export function completionProbes(text: string, positions: TextPositions, part: number): readonly Probe[] {
  const value = find(text, judgement, part);
  const key = find(text, /(?="study":)/g, part);
  const method = find(text, /RISK_OF_BIAS_2/g, 0);
  return [
    ...ifStretch(value, (place) =>
      probe(text, positions, { ...place, inserted: "" }, place.from, ["LOW", "HIGH"]),
    ),
    ...ifStretch(key, (place) =>
      probe(text, positions, { ...place, inserted: '"",' }, place.from + 1, ["footnotes", "report"]),
    ),
    ...ifStretch(method, (place) =>
      probe(text, positions, { ...place, inserted: "" }, place.from, ["RISK_OF_BIAS_1"]),
    ),
  ];
}

/** Hover requests at keys after typing into their values: of a group, of an analysis, and deep in an analysis. */
export function hoverProbes(text: string, positions: TextPositions, part: number): readonly Probe[] {
  const name = find(text, /(?<=")name(?=":\s*"[^"]*",\s*"outcome-type")/g, part);
  const total = find(text, /(?<=")total(?=":)/g, part);
  const groupName = find(text, /(?<=")name(?=":\s*"Drug )/g, part);
  return [
    ...ifStretch(name, (key) => {
      return probe(text, positions, typedIn(text, key), key.from + 2, ["outcome that is analysed"]);
    }),
    ...ifStretch(groupName, (key) => {
      return probe(text, positions, typedIn(text, key), key.from + 2, ["name of the group"]);
    }),
    ...ifStretch(total, (key) => {
      return probe(text, positions, typedIn(text, key), key.from + 2, ["number of participants"]);
    }),
  ];
}

/** Inserts a digit at the start of a key's string or number. */
function typedIn(text: string, key: Stretch): Splice {
  const at = key.to + text.slice(key.to, key.to + 10).search(/[\p{L}\d]/u);
  return { from: at, to: at, inserted: "1" };
}

/** @param at offset of the request: before the splice, or within the inserted text */
function probe(
  text: string,
  positions: TextPositions,
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

function ifStretch(place: Stretch | undefined, make: (place: Stretch) => Probe): readonly Probe[] {
  return place === undefined ? [] : [make(place)];
}
