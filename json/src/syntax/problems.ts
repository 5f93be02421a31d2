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
  /** JSON as it stands in a text, with a backslash before each quote. */
  | "escaped"
  | "key-expected"
  | "key-not-quoted"
  /** A quote too many right at a text, or words before the document. */
  | "leftover"
  /** The version-control system left both sides of a conflict in the text. */
  | "merge-conflict"
  /** Text where a member or an element should stand: nothing in it is read. */
  | "not-json"
  | "number-invalid"
  /** The rest of a merge conflict: another marker, and the sides that are not read. */
  | "other-side"
  | "quote-in-text"
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

/** The rest of a merge conflict is reported with its beginning. */
export type ReportedProblemKind = Exclude<SyntaxProblemKind, "other-side">;

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

/** Problems of text that stands where a value should: `readingsOf` says what may be meant. */
export function isScrap(kind: SyntaxProblemKind): boolean {
  return (
    kind === "decimal-comma" ||
    kind === "number-invalid" ||
    kind === "text-not-json" ||
    kind === "word-not-json" ||
    kind === "word-not-quoted"
  );
}

/** Problems of single characters, which say nothing about the brackets around them. */
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

/** Problems that show a missing or an extra bracket: after them, the nesting is a guess. */
export function isBracketGuess({ kind }: SyntaxProblem): boolean {
  return (
    kind === "brace-not-closed" ||
    kind === "brace-not-opened" ||
    kind === "bracket-not-closed" ||
    kind === "bracket-not-opened" ||
    kind === "closer-extra" ||
    kind === "closer-wrong" ||
    kind === "key-expected" ||
    kind === "escaped" ||
    kind === "not-json"
  );
}

/*
 * Punctuation that is missing, extra or another character, and the change that mends it.
 */

export function extraComma(at: number, certain = true): SyntaxProblem {
  return { kind: "comma-extra", start: at, end: at + 1, repair: removal(at, certain) };
}

/** @param certain - Whether whole members or elements stand on both sides. */
export function missingComma(end: number, certain: boolean): SyntaxProblem {
  const repair = { start: end, end, newText: ",", certain };
  return { kind: "comma-missing", start: end - 1, end, repair };
}

/** Another sign stands for a comma, as a semicolon in many languages. */
export function otherComma(at: number): SyntaxProblem {
  return { kind: "comma-missing", start: at, end: at + 1, repair: replacement(at, ",") };
}

export function missingColon(end: number, certain: boolean): SyntaxProblem {
  const repair = { start: end, end, newText: ":", certain };
  return { kind: "colon-missing", start: end - 1, end, repair };
}

/** Another sign stands for a colon, as in `a = 1` and `a => 1`. */
export function otherColon(at: number, end: number): SyntaxProblem {
  const repair = { start: at, end, newText: ":", certain: false };
  return { kind: "colon-missing", start: at, end, repair };
}

export function extraColon(at: number, certain: boolean): SyntaxProblem {
  return { kind: "colon-extra", start: at, end: at + 1, repair: removal(at, certain) };
}

export function leftover(start: number, end: number): SyntaxProblem {
  return { kind: "leftover", start, end, repair: { start, end, newText: "", certain: false } };
}

export function extraCloser(at: number): SyntaxProblem {
  return { kind: "closer-extra", start: at, end: at + 1, repair: removal(at, false) };
}

/** @param behind - The end of the colon that the brace belongs behind, where it does not belong before its first key. */
export function unopenedObject(start: number, behind?: number): SyntaxProblem {
  const at = behind ?? start;
  const repair = { start: at, end: at, newText: behind === undefined ? "{" : " {", certain: false };
  return { kind: "brace-not-opened", start, end: start + 1, repair };
}

export function unopenedArray(start: number): SyntaxProblem {
  const repair = { start, end: start, newText: "[", certain: false };
  return { kind: "bracket-not-opened", start, end: start + 1, repair };
}

export function removal(at: number, certain = true): TextRepair {
  return { start: at, end: at + 1, newText: "", certain };
}

export function replacement(at: number, newText: string): TextRepair {
  return { start: at, end: at + 1, newText, certain: false };
}
