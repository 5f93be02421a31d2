/** Kinds of JSON syntax problems (RFC 8259). */
export type SyntaxProblemKind =
  | "brace-not-closed"
  | "brace-not-opened"
  | "bracket-not-closed"
  | "closer-extra"
  | "closer-wrong"
  | "colon-extra"
  | "colon-missing"
  | "comma-extra"
  | "comma-missing"
  | "comment"
  | "control-character"
  | "decimal-comma"
  | "document-empty"
  | "escape-invalid"
  /** JSON escaped as in a string, with a backslash before each quote. */
  | "escaped"
  | "key-expected"
  | "key-not-quoted"
  /** A redundant quote next to a text, a character like a comma before a comma, or words before the document. */
  | "leftover"
  /** The version-control system left both sides of a conflict in the text. */
  | "merge-conflict"
  /** Text in place of a member or an element, which the parser skips. */
  | "not-json"
  | "number-invalid"
  /** The rest of a merge conflict: another marker, and the sides that the parser skips. */
  | "other-side"
  | "quote-in-text"
  | "quotes-not-double"
  | "space-not-plain"
  | "string-not-closed"
  | "text-after-end"
  | "text-not-json"
  /** A text too broken or too deeply nested for an exact problem. */
  | "unread"
  | "value-expected"
  | "word-not-json"
  | "word-not-quoted";

/** Kinds that diagnostics report; "merge-conflict" covers "other-side". */
export type ReportedProblemKind = Exclude<SyntaxProblemKind, "other-side">;

/** A syntax problem; offsets are relative to the start of its node or, outside the root, to that of the text. */
export interface SyntaxProblem {
  readonly kind: SyntaxProblemKind;
  readonly start: number;
  readonly end: number;
  /** The likely correction, if there is one. */
  readonly repair?: TextRepair;
}

/** A replacement of the text between two offsets. */
export interface TextRepair {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
  /** Whether no other correction is possible, so that a tool may apply it without confirmation. */
  readonly certain: boolean;
}

/** Moves a problem's offsets. */
export function shiftProblem(problem: SyntaxProblem, by: number): SyntaxProblem {
  const { kind, start, end, repair } = problem;
  const moved = { kind, start: start + by, end: end + by };
  if (repair === undefined) return moved;
  return { ...moved, repair: { ...repair, start: repair.start + by, end: repair.end + by } };
}

/**
 * Whether a problem is text that stands where a value should, such as `1,5` or `yes`; `readingsOf` returns the values
 * that the text may mean.
 */
export function isScrap(kind: SyntaxProblemKind): boolean {
  return (
    kind === "decimal-comma" ||
    kind === "number-invalid" ||
    kind === "text-not-json" ||
    kind === "word-not-json" ||
    kind === "word-not-quoted"
  );
}

/** Whether a problem concerns only its own characters, and does not indicate a missing or an extra bracket. */
export function isHarmless(kind: SyntaxProblemKind): boolean {
  return (
    kind === "comma-extra" ||
    kind === "comment" ||
    kind === "control-character" ||
    kind === "escape-invalid" ||
    kind === "key-not-quoted" ||
    kind === "leftover" ||
    kind === "quotes-not-double" ||
    kind === "space-not-plain"
  );
}

/** Whether a problem indicates a missing or an extra bracket: after it, the nesting is a guess. */
export function isBracketGuess(kind: SyntaxProblemKind): boolean {
  return (
    kind === "brace-not-closed" ||
    kind === "brace-not-opened" ||
    kind === "bracket-not-closed" ||
    kind === "closer-extra" ||
    kind === "closer-wrong" ||
    kind === "key-expected" ||
    kind === "escaped" ||
    kind === "not-json"
  );
}

/** A problem whose repair replaces its text. */
export function replacing(
  kind: SyntaxProblemKind,
  start: number,
  end: number,
  newText: string,
  certain = false,
): SyntaxProblem {
  return { kind, start, end, repair: { start, end, newText, certain } };
}

/** A problem whose repair inserts a text at an offset. */
export function inserting(
  kind: SyntaxProblemKind,
  start: number,
  end: number,
  at: number,
  newText: string,
): SyntaxProblem {
  return { kind, start, end, repair: { start: at, end: at, newText, certain: false } };
}

/** The problem of an object without its opening brace. */
export function unopenedObject(start: number): SyntaxProblem {
  return inserting("brace-not-opened", start, start + 1, start, "{");
}
