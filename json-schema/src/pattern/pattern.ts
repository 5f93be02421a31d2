import type { PatternTree, PatternFault } from "./readPattern";
import { writeProgram } from "./program";
import { readPattern } from "./readPattern";
import { Automaton, findMatch } from "./runProgram";
import { Work, WorkExceeded } from "../work";

/**
 * A regular expression of a schema. An engine of our own, because a schema comes from the author of the
 * workspace and the platform's engine can be made to run for years: this one never goes the same way
 * twice and counts what it does. The platform's serves where pattern and text are short and harmless.
 */
export interface Pattern {
  /**
   * Whether it matches somewhere in the text.
   * @throws WorkExceeded
   */
  readonly matches: (text: string, work: Work) => boolean;
}

export type PatternCompilation =
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  | { readonly kind: "failed"; readonly fault: PatternFault };

/** Reads a regular expression as ECMA-262 means it with the flag "u": lookaround and backreferences too. */
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

/** Whether a text follows a regular expression of a schema, as far as a little work can tell; else it is said to. */
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

/** What the platform's engine may take for one text, in steps of a nanosecond or two. */
const mostSteps = 100_000;
const stepsOfWork = 10;

/** Longer texts are left to the engine of our own. */
const longestText = 4096;

/** Counted repetitions are counted one by one up to here. */
const mostCounted = 8;

/**
 * The platform's own expression of a pattern, for the texts on which it cannot take long: many times
 * quicker than an engine of our own, above all before that has been compiled. What it may cost is reckoned
 * from the pattern: how many ways there are to try on a text of that length, and how long they are.
 */
interface PlainExpression {
  readonly test: (text: string) => boolean;
  /** What a test of a text of so many UTF-16 units costs at most, as `Work` counts; Infinity for too much. */
  readonly workFor: (length: number) => number;
}

/**
 * @param fromStart whether only the start of the text can match
 * @returns undefined where the platform reads the source otherwise, or can always take long
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
 * In how many ways a pattern can be tried from one place of a text, at most.
 * @returns Infinity where it has what is not reckoned: lookarounds, backreferences, nested repetitions
 */
function waysToRead(tree: PatternTree, length: number): number {
  switch (tree.kind) {
    case "characters":
      return 1;
    case "position":
      // Node finds `\B` between the two halves of a character; ECMA-262 does not.
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

/** How many characters and the like a pattern reads one after the other, repetitions counted as they are. */
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
