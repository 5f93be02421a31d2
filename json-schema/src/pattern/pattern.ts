import { type PatternTree, type PatternFault, readPattern } from "./readPattern";
import { writeProgram } from "./program";
import { Automaton, findMatch } from "./runProgram";
import { Work, WorkExceeded } from "../work";

/**
 * A regular expression of a schema. A separate engine, because a schema comes from the author of the
 * workspace and can make the native engine run for years: this engine never visits a state twice and counts
 * its work. The native engine runs only on short and harmless patterns and texts.
 */
export interface Pattern {
  /**
   * Whether the expression matches somewhere in the text.
   * @throws WorkExceeded
   */
  readonly matches: (text: string, work: Work) => boolean;
}

export type PatternCompilation =
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  | { readonly kind: "failed"; readonly fault: PatternFault };

/** Compiles a regular expression of ECMA-262 with the flag "u", including lookaround and backreferences. */
export function compilePattern(source: string): PatternCompilation {
  const reading = readPattern(source);
  if (reading.kind === "failed") return reading;
  const program = writeProgram(reading.tree, reading.groupNames);
  if (program === undefined) return { kind: "failed", fault: { kind: "too-large" } };
  const plain = plainExpression(source, reading.tree, program.fromStart);
  const automaton = Automaton.of(program);
  const matches = (text: string, work: Work) => {
    const cost = plain?.workFor(text.length) ?? Infinity;
    if (plain === undefined || cost === Infinity)
      return automaton?.findMatch(text, work) ?? findMatch(program, text, work);
    work.spend(cost);
    return plain.test(text);
  };
  return { kind: "pattern", pattern: { matches } };
}

/** Whether a text matches a schema's regular expression; true if the expression is invalid or needs too much work. */
export function mayFollowPattern(text: string, source: string): boolean {
  const compilation = compilePattern(source);
  if (compilation.kind === "failed") return true;
  try {
    return compilation.pattern.matches(text, new Work(100_000));
  } catch (error) {
    if (error instanceof WorkExceeded) return true;
    throw error;
  }
}

/** Maximum work of the native engine for one text, in steps of one or two nanoseconds. */
const mostSteps = 100_000;
const stepsOfWork = 10;

/** Maximum length of a text for the native engine. */
const longestText = 4096;

/** Maximum count of a repeated group with a finite cost estimate. */
const mostCounted = 8;

/**
 * The native RegExp of a pattern, for texts on which it cannot take long: many times faster than our
 * engine, above all before its code is compiled. The pattern determines its maximum cost: the number of
 * alternatives to try on a text of a given length, times their length.
 */
interface PlainExpression {
  readonly test: (text: string) => boolean;
  /** Maximum cost of testing a text of `length` UTF-16 units, in steps of `Work`; Infinity if it is too high. */
  readonly workFor: (length: number) => number;
}

/**
 * @param fromStart whether a match must start at the start of the text
 * @returns undefined if the native engine interprets the source differently, or may take long for any text
 */
function plainExpression(source: string, tree: PatternTree, fromStart: boolean): PlainExpression | undefined {
  const expression = expressionOf(source);
  if (expression === undefined || waysToRead(tree, 1) === Infinity) return undefined;
  const size = sizeOf(tree);
  const known: number[] = [];
  const reckon = (length: number): number => {
    const starts = fromStart ? 1 : length + 1;
    const steps = starts * (length + size) * waysToRead(tree, length);
    return steps > mostSteps ? Infinity : Math.ceil(steps / stepsOfWork);
  };
  return {
    test: (text) => expression.test(text),
    workFor: (length) => (length > longestText ? Infinity : (known[length] ??= reckon(length))),
  };
}

function expressionOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

/**
 * Maximum number of alternatives that an engine tries for a pattern at one offset.
 * @returns Infinity for parts without an estimate: lookarounds, backreferences, nested repetitions
 */
function waysToRead(tree: PatternTree, length: number): number {
  switch (tree.kind) {
    case "characters":
      return 1;
    case "position":
      // Node matches `\B` between the two halves of a surrogate pair; ECMA-262 does not.
      return tree.at === "no-word-boundary" ? Infinity : 1;
    case "capture":
      return waysToRead(tree.part, length);
    case "sequence":
      return tree.parts.reduce((ways, part) => ways * waysToRead(part, length), 1);
    case "choice":
      return tree.branches.reduce((ways, branch) => ways + waysToRead(branch, length), 0);
    case "repeat": {
      const { part, least, most } = tree;
      const ofPart = waysToRead(part, length);
      if (part.kind === "characters") return Math.min(most, Math.max(length, least)) - least + 1;
      if (most > mostCounted) return Infinity;
      return (most + 1) * ofPart ** most;
    }
    case "look":
    case "backreference":
      return Infinity;
  }
}

/** Number of consecutive elements that a pattern matches, including repetitions. */
function sizeOf(tree: PatternTree): number {
  switch (tree.kind) {
    case "sequence":
      return tree.parts.reduce((count, part) => count + sizeOf(part), 0);
    case "choice":
      return tree.branches.reduce((count, branch) => count + sizeOf(branch), 0);
    case "repeat":
      return (tree.most === Infinity ? Math.max(1, tree.least) : tree.most) * sizeOf(tree.part);
    case "capture":
    case "look":
      return sizeOf(tree.part);
    default:
      return 1;
  }
}
