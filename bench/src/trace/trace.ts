import type { Range } from "vscode-languageserver-types";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { BenchDocument, Plant } from "../documents/benchDocument";
import type { TextPositions } from "../documents/textPositions";
import type { Splice } from "./splice";
import { endOfInserted, rangeAfter } from "./splice";
import type { Episode } from "./typing";
import { typingAt } from "./typing";

/** A problem, and where: a finding of it has to touch one of the ranges. */
export interface ExpectedFinding {
  readonly code: DiagnosticCode;
  readonly ranges: readonly Range[];
}

/** What a server has to say about a text. */
export interface Expectation {
  readonly findings: readonly ExpectedFinding[];
  /** Whether there may be others: one wrong value is wrong in more ways than one. */
  readonly mayHaveMore: boolean;
}

/** One change to a document. */
export interface Step {
  readonly name: string;
  readonly change: { readonly range: Range; readonly text: string };
  readonly expected: Expectation;
}

/** How long a trace is. */
export interface TraceLength {
  /** The parts of the text where it edits, from 0 to 1. */
  readonly editedAt: readonly number[];
  /** How many characters are typed at one place, at most. */
  readonly typed: number;
}

/**
 * The changes that the servers get, each answered before the next. They go through the document from place
 * to place, and every episode leaves it as it was.
 */
export function makeTrace(
  document: BenchDocument,
  positions: TextPositions,
  { editedAt, typed }: TraceLength,
): readonly Step[] {
  return editedAt
    .flatMap((part) => typingAt(document.text, part, typed))
    .flatMap((episode) => stepsOf(document, positions, episode));
}

/** What has to be said about the document as it is. */
export function expectationOf({ problem }: BenchDocument, positions: TextPositions): Expectation {
  const untouched = { from: 0, to: 0, inserted: "" };
  return { findings: [expected(positions, untouched, problem)], mayHaveMore: false };
}

function stepsOf(
  document: BenchDocument,
  positions: TextPositions,
  { name, at, pieces, plantAfter }: Episode,
): readonly Step[] {
  const after = (count: number): Splice => ({ from: at, to: at, inserted: pieces.slice(0, count).join("") });
  const place = (count: number) => endOfInserted(positions, after(count));
  const typed = pieces.map((text, index): Step => {
    const range = { start: place(index), end: place(index) };
    const [splice, plant] = [after(index + 1), plantAfter(index + 1)];
    const findings = [plant, document.problem].flatMap((each) =>
      each === undefined ? [] : [expected(positions, splice, each)],
    );
    return { name, change: { range, text }, expected: { findings, mayHaveMore: plant !== undefined } };
  });
  const range = { start: place(0), end: place(pieces.length) };
  const undone = { range, text: "" };
  return [
    ...typed,
    { name: `${name}, undone`, change: undone, expected: expectationOf(document, positions) },
  ];
}

function expected(positions: TextPositions, splice: Splice, { code, places }: Plant): ExpectedFinding {
  return { code, ranges: places.map(({ from, to }) => rangeAfter(positions, splice, from, to)) };
}
