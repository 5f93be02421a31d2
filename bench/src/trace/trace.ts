import type { Range } from "vscode-languageserver-types";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { BenchDocument, ExpectedProblem } from "../documents/benchDocument";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Splice, endOfInserted, rangeAfter } from "./splice";
import { type TypingRun, typingAt } from "./typing";

/** A problem that a server must report: a diagnostic with its code must touch one of the ranges. */
export interface ExpectedFinding {
  readonly code: DiagnosticCode;
  readonly ranges: readonly Range[];
}

/** The diagnostics that a server must report for a text. */
export interface Expectation {
  readonly findings: readonly ExpectedFinding[];
  /** Whether the server may report further diagnostics: one wrong value can violate several rules. */
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
 * Generates the changes that are sent to the servers one by one: typing at one position of the document after another,
 * and after each typing a change that restores the text.
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
  return { findings: [expectedFinding(positions, untouched, problem)], mayHaveMore: false };
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
    const [splice, ownProblem] = [after(index + 1), problemAfter(index + 1)];
    const findings = [ownProblem, document.problem].flatMap((problem) =>
      problem === undefined ? [] : [expectedFinding(positions, splice, problem)],
    );
    return { name, change: { range, text }, expected: { findings, mayHaveMore: ownProblem !== undefined } };
  });
  const range = { start: place(0), end: place(pieces.length) };
  const undone = { range, text: "" };
  return [
    ...typed,
    { name: `${name}, undone`, change: undone, expected: expectationOf(document, positions) },
  ];
}

function expectedFinding(
  positions: TextDocument,
  splice: Splice,
  { code, places }: ExpectedProblem,
): ExpectedFinding {
  return { code, ranges: places.map(({ from, to }) => rangeAfter(positions, splice, from, to)) };
}
