import type { Range } from "vscode-languageserver-types";
import type { DiagnosticCode } from "../../../protocol/src/diagnosticCodes";
import type { BenchDocument, Plant } from "../documents/benchDocument";
import type { TextPositions } from "../documents/textPositions";
import { breakingAt, typedPropertyAt, wholeItemsAt } from "./breaking";
import type { Episode } from "./episode";
import { spliceAfter } from "./episode";
import type { Splice } from "./splice";
import { endOfInserted, rangeAfter } from "./splice";
import { typingAt } from "./typing";

/** A problem, and where: a finding of it has to touch one of the ranges. */
export interface ExpectedFinding {
  readonly code: DiagnosticCode;
  readonly ranges: readonly Range[];
}

/** What a server has to say about a text. */
export interface Expectation {
  readonly findings: readonly ExpectedFinding[];
  /** Whether there may be others: broken syntax is read in more ways than one. */
  readonly mayHaveMore: boolean;
}

/** One change to a document. */
export interface Step {
  readonly name: string;
  readonly kind: Episode["kind"];
  readonly change: { readonly range: Range; readonly text: string };
  readonly expected: Expectation;
}

/** How long a trace is. */
export interface TraceLength {
  /** The parts of the text where it edits, from 0 to 1. */
  readonly editedAt: readonly number[];
  /** How many characters are typed at one place, at most. */
  readonly typed: number;
  /** Whether a whole property is typed too, broken until its last character. */
  readonly hasTypedProperty: boolean;
}

/**
 * The changes that the servers get, each answered before the next. They go through the document from place
 * to place, and every episode leaves it as it was.
 */
export function makeTrace(
  document: BenchDocument,
  positions: TextPositions,
  { editedAt, typed, hasTypedProperty }: TraceLength,
): readonly Step[] {
  const { text } = document;
  return editedAt
    .flatMap((part, index) => [
      ...typingAt(text, part, typed),
      ...breakingAt(text, part),
      ...wholeItemsAt(text, part),
      ...(hasTypedProperty && index === 0 ? typedPropertyAt(text, part) : []),
    ])
    .flatMap((episode) => stepsOf(document, positions, episode));
}

/** What has to be said about the document as it is. */
export function expectationOf({ problem }: BenchDocument, positions: TextPositions): Expectation {
  const untouched = { from: 0, to: 0, inserted: "" };
  return { findings: [expected(positions, untouched, problem)], mayHaveMore: false };
}

function stepsOf(document: BenchDocument, positions: TextPositions, episode: Episode): readonly Step[] {
  const { name, kind, from, to, pieces, plantAfter } = episode;
  const start = positions.positionAt(from);
  const typed = pieces.map((piece, index): Step => {
    const before = endOfInserted(positions, spliceAfter(episode, index));
    const range = index === 0 ? { start, end: positions.positionAt(to) } : { start: before, end: before };
    const after = spliceAfter(episode, index + 1);
    const expected = expectationAfter(document, positions, after, plantAfter(index + 1));
    return { name, kind, change: { range, text: piece }, expected };
  });
  const end = endOfInserted(positions, spliceAfter(episode, pieces.length));
  const undo: Step = {
    name: `${name}, undone`,
    kind,
    change: { range: { start, end }, text: document.text.slice(from, to) },
    expected: expectationOf(document, positions),
  };
  return [...typed, undo];
}

function expectationAfter(
  { problem }: BenchDocument,
  positions: TextPositions,
  splice: Splice,
  plant: Plant | undefined,
): Expectation {
  const own = expected(positions, splice, problem);
  if (plant === undefined) return { findings: [own], mayHaveMore: false };
  const planted = expected(positions, splice, plant);
  return { findings: plant.code === "syntax" ? [planted] : [planted, own], mayHaveMore: true };
}

function expected(positions: TextPositions, splice: Splice, { code, places }: Plant): ExpectedFinding {
  return { code, ranges: places.map(({ from, to }) => rangeAfter(positions, splice, from, to)) };
}
