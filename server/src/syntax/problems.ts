/** What can be wrong with a text as JSON (RFC 8259). */
export type SyntaxProblemKind =
  | "byte-order-mark"
  | "colon-missing"
  | "comma-missing"
  | "comma-extra"
  | "comment"
  | "brace-not-opened"
  | "brace-not-closed"
  | "bracket-not-opened"
  | "bracket-not-closed"
  | "closer-extra"
  | "control-character"
  | "document-empty"
  | "escape-invalid"
  | "key-expected"
  | "key-not-quoted"
  | "number-invalid"
  | "quotes-not-double"
  | "string-not-closed"
  | "text-after-end"
  | "value-expected"
  | "word-not-quoted"
  | "word-not-json";

/** One thing wrong in the text; offsets are relative to the node that carries the problem. */
export interface SyntaxProblem {
  readonly kind: SyntaxProblemKind;
  readonly start: number;
  readonly end: number;
  /** The change that mends it for certain, where there is one. */
  readonly repair?: TextRepair;
}

/** Replace the text between two offsets. */
export interface TextRepair {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}
