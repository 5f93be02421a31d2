import type { Range } from "vscode-languageserver-types";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { BenchDocument, ExpectedProblem } from "../documents/benchDocument";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Splice, endOfInserted, rangeAfter } from "./splice";
import { type TypingRun, typingAt } from "./typing";

/** An expected problem: a diagnostic of it must touch one of the ranges. */
export interface ExpectedFinding {
  readonly code: DiagnosticCode;
  readonly ranges: readonly Range[];
}

/** The diagnostics that a server must report for a text. */
export interface Expectation {
  readonly findings: readonly ExpectedFinding[];
  /** Whether the server may report others: one wrong value can violate several rules. */
  readonly mayHaveMore: boolean;
}

/** One change to a document. */
export interface Step {
  readonly name: string;
  readonly change: { readonly range: Range; readonly text: string };
  readonly expected: Expectation;
}

/** The length of a trace. */
export interface TraceLength {
  /** Positions of edits as fractions of the text, from 0 to 1. */
  readonly editedAt: readonly number[];
  /** Maximum number of characters typed at one position. */
  readonly typed: number;
}

/**
 * Generates the changes for the servers, which respond to each before the next. They edit one position of
 * the document after another, and every episode restores the text.
 */
export function makeTrace(
  document: BenchDocument,
  positions: TextDocument,
  { editedAt, typed }: TraceLength,
): readonly Step[] {
  return editedAt
    .flatMap((part) => typingAt(document.text, part, typed))
    .flatMap((episode) => stepsOf(document, positions, episode));
}

/** Returns the expected diagnostics of the unchanged document. */
export function expectationOf({ problem }: BenchDocument, positions: TextDocument): Expectation {
  const untouched = { from: 0, to: 0, inserted: "" };
  return { findings: [expected(positions, untouched, problem)], mayHaveMore: false };
}

function stepsOf(
  document: BenchDocument,
  positions: TextDocument,
  { name, at, pieces, problemAfter }: TypingRun,
): readonly Step[] {
  const after = (count: number): Splice => ({ from: at, to: at, inserted: pieces.slice(0, count).join("") });
  const place = (count: number) => endOfInserted(positions, after(count));
  const typed = pieces.map((text, index): Step => {
    const range = { start: place(index), end: place(index) };
    const [splice, plant] = [after(index + 1), problemAfter(index + 1)];
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

function expected(
  positions: TextDocument,
  splice: Splice,
  { code, places }: ExpectedProblem,
): ExpectedFinding {
  return { code, ranges: places.map(({ from, to }) => rangeAfter(positions, splice, from, to)) };
}
