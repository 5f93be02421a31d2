/** What can be wrong with a text as JSON (RFC 8259). */
export type SyntaxProblemKind =
  | "brace-not-closed"
  | "brace-not-opened"
  | "bracket-not-closed"
  | "bracket-not-opened"
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
  | "key-expected"
  | "key-not-quoted"
  | "number-invalid"
  | "opener-extra"
  | "quotes-not-double"
  | "space-not-plain"
  | "string-not-closed"
  | "text-after-end"
  | "text-not-json"
  /** Something in it is wrong; it is too broken or too deep to say what. */
  | "unread"
  | "value-expected"
  | "word-not-json"
  | "word-not-quoted";

/** One thing wrong in the text; offsets are relative to the node that carries the problem. */
export interface SyntaxProblem {
  readonly kind: SyntaxProblemKind;
  readonly start: number;
  readonly end: number;
  /** The change that mends it, where there is one that is likely meant. */
  readonly repair?: TextRepair;
}

/** Replace the text between two offsets. */
export interface TextRepair {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
  /** Whether nothing else can have been meant, so that it may be done without asking. */
  readonly certain: boolean;
}

/** The problem with its places moved. */
export function shiftProblem(problem: SyntaxProblem, by: number): SyntaxProblem {
  const { kind, start, end, repair } = problem;
  const moved = { kind, start: start + by, end: end + by };
  if (repair === undefined) return moved;
  return { ...moved, repair: { ...repair, start: repair.start + by, end: repair.end + by } };
}
