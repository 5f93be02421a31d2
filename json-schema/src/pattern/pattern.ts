import { isFromStart, matchesByPositions } from "./positions";
import { type PatternTree, type PatternFault, readPattern } from "./readPattern";
import { Work, WorkExceeded } from "../work";

/**
 * A regular expression of a schema. A separate engine, because a schema comes from the author of the workspace and can
 * make the native engine run for years: this engine tries nothing twice and counts its work. The native engine runs
 * only if an estimate shows that it cannot take long.
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

/**
 * Compiles a regular expression of ECMA-262 with the flag "u", including lookaround. Compiles an expression with
 * backreferences only if the native engine can match it in limited time.
 */
export function compilePattern(source: string): PatternCompilation {
  const reading = readPattern(source);
  if (reading.kind === "failed") return reading;
  const { tree, refersBack } = reading;
  const native = nativePattern(source, tree);
  if (refersBack && native === undefined) return { kind: "failed", fault: { kind: "too-complex" } };
  const matches = (text: string, work: Work) => {
    const steps = native?.stepsFor(text.length) ?? Infinity;
    if (native === undefined || (steps > maxSteps && !refersBack))
      return matchesByPositions(tree, text, work);
    work.spend(Math.ceil(steps / stepsPerUnit));
    return native.test(text);
  };
  return { kind: "pattern", pattern: { matches } };
}

/** Whether a text matches a schema's regular expression; true if the expression is invalid or needs too much work. */
export function mayFollowPattern(text: string, source: string): boolean {
  const compilation = compilePattern(source);
  return compilation.kind === "failed" || mayMatch(compilation.pattern, text);
}

/** Whether a text matches; true if the decision needs too much work. */
export function mayMatch(pattern: Pattern, text: string): boolean {
  try {
    return pattern.matches(text, new Work(100_000));
  } catch (error) {
    if (error instanceof WorkExceeded) return true;
    throw error;
  }
}

/** Maximum work of the native engine for one text, in steps of one or two nanoseconds. */
const maxSteps = 100_000;
/** Steps of the native engine that count as one unit of work. */
const stepsPerUnit = 10;

/** A group that may repeat more often has no finite estimate of alternatives. */
const maxCounted = 8;

/**
 * The native RegExp of a pattern, for texts on which it cannot take long: many times faster than our engine, above all
 * before the code of our engine is compiled. The pattern determines the maximum cost: the number of alternatives to try
 * on a text of a given length, times their length.
 */
interface NativePattern {
  readonly test: (text: string) => boolean;
  /** Maximum number of steps for a text of `length` UTF-16 units. */
  readonly stepsFor: (length: number) => number;
}

/** @returns undefined if the native engine rejects the source, or may take long for any text */
function nativePattern(source: string, tree: PatternTree): NativePattern | undefined {
  const expression = expressionOf(source);
  if (expression === undefined || alternativesIn(tree, 1) === Infinity) return undefined;
  const known = new Map<number, number>();
  const estimate = (length: number): number => {
    const starts = isFromStart(tree) ? 1 : length + 1;
    return starts * (length + source.length) * alternativesIn(tree, length);
  };
  return {
    test: (text) => expression.test(text),
    stepsFor: (length) => {
      const steps = known.get(length) ?? estimate(length);
      known.set(length, steps);
      return steps;
    },
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
 *
 * @returns Infinity for parts without an estimate: groups repeated more than `maxCounted` times
 */
function alternativesIn(tree: PatternTree, length: number): number {
  switch (tree.kind) {
    case "sequence":
      return tree.parts.reduce((count, part) => count * alternativesIn(part, length), 1);
    case "choice":
      return tree.branches.reduce((count, branch) => count + alternativesIn(branch, length), 0);
    case "look":
      return alternativesIn(tree.part, length);
    case "repeat": {
      const { part, least, most } = tree;
      if (part.kind === "characters") return Math.min(most, Math.max(length, least)) - least + 1;
      return most > maxCounted ? Infinity : (most + 1) * alternativesIn(part, length) ** most;
    }
    default:
      return 1;
  }
}
