import type { Plant } from "../documents/benchDocument";
import { find } from "../documents/find";

/** Typing at one position, followed by its undoing. */
export interface Episode {
  readonly name: string;
  /** A UTF-16 offset of the document's text. */
  readonly at: number;
  /** One change each. */
  readonly pieces: readonly string[];
  /** The problem after typing the first `count` pieces. */
  readonly plantAfter: (count: number) => Plant | undefined;
}

interface Typing {
  readonly name: string;
  /** Typing starts at the end of the match. */
  readonly behind: RegExp;
  readonly text: string;
  /** The problem from the first character on. */
  readonly problem?: Plant["code"];
}

const typings: readonly Typing[] = [
  {
    name: "an analysis's name",
    behind: /"name":\s*"[^"]*(?=",\s*"outcome-type")/g,
    text: " (revised after the second search)",
  },
  { name: "a number of participants", behind: /"total":\s*\d+/g, text: "75" },
  {
    name: "a judgement that is none",
    behind: /"randomisation-process":\s*"[A-Z_]+/g,
    text: "EST",
    problem: "not-allowed-value",
  },
  { name: "a study's name", behind: /"study":\s*"[^"]+/g, text: "abc" },
  {
    name: "a group's name",
    behind: /"name":\s*"Drug \d+ versus placebo/g,
    text: " or no drug, beside usual care",
  },
];

/**
 * Generates typing, character by character, at the nearest suitable positions.
 * @param longest maximum number of characters
 */
export function typingAt(text: string, part: number, longest: number): readonly Episode[] {
  return typings.flatMap((typing): Episode[] => {
    const place = find(text, typing.behind, part);
    if (place === undefined) return [];
    const { problem } = typing;
    return [
      {
        name: typing.name,
        at: place.to,
        pieces: Array.from(typing.text).slice(0, longest),
        plantAfter: (count) =>
          problem === undefined || count === 0 ? undefined : { code: problem, places: [place] },
      },
    ];
  });
}
