import type { ExpectedProblem } from "../documents/benchDocument";
import { find } from "../documents/find";

/** Typing at one position, followed by its undoing. */
export interface TypingRun {
  readonly name: string;
  /** A UTF-16 offset of the document's text. */
  readonly at: number;
  /** The texts to insert, each by a change of its own. */
  readonly pieces: readonly string[];
  /** The problem after typing the first `count` pieces. */
  readonly problemAfter: (count: number) => ExpectedProblem | undefined;
}

interface Typing {
  readonly name: string;
  /** Typing starts at the end of the match. */
  readonly after: RegExp;
  readonly text: string;
  /** The problem that the text has from its first character on. */
  readonly problem?: ExpectedProblem["code"];
}

const typings: readonly Typing[] = [
  {
    name: "an analysis's name",
    after: /"name":\s*"[^"]*(?=",\s*"outcome-type")/g,
    text: " (revised after the second search)",
  },
  { name: "a number of participants", after: /"total":\s*\d+/g, text: "75" },
  {
    name: "an invalid judgement",
    after: /"randomisation-process":\s*"[A-Z_]+/g,
    text: "EST",
    problem: "not-allowed-value",
  },
  { name: "a study's name", after: /"study":\s*"[^"]+/g, text: "abc" },
  {
    name: "a group's name",
    after: /"name":\s*"Drug \d+ versus placebo/g,
    text: " or no drug, beside usual care",
  },
];

/**
 * Generates typing, character by character, at the suitable positions nearest to a place in the text.
 * @param fraction the place, from 0 at the start of the text to 1 at its end
 * @param maxLength maximum number of characters
 */
export function typingAt(text: string, fraction: number, maxLength: number): readonly TypingRun[] {
  return typings.flatMap((typing): TypingRun[] => {
    const place = find(text, typing.after, fraction);
    if (place === undefined) return [];
    const { problem } = typing;
    return [
      {
        name: typing.name,
        at: place.to,
        pieces: Array.from(typing.text).slice(0, maxLength),
        problemAfter: (count) =>
          problem === undefined || count === 0 ? undefined : { code: problem, places: [place] },
      },
    ];
  });
}
