import { Work, WorkExceeded } from "../work";
import { plainExpression } from "./plainExpression";
import { readPattern } from "./readPattern";
import type { PatternFault } from "./readPattern";
import { findMatch } from "./runProgram";
import { writeProgram } from "./writeProgram";

/**
 * A regular expression of a schema. An engine of our own, because a schema comes from whoever wrote the
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
  const matches = (text: string, work: Work) => {
    const cost = plain?.workFor(text.length) ?? Infinity;
    if (plain === undefined || cost === Infinity) return findMatch(program, text, work);
    work.spend(cost);
    return plain.test(text);
  };
  return { kind: "pattern", pattern: { matches } };
}

/** Whether a text matches, where a guess will do: what is no pattern or takes long counts as a match. */
export function seemsToMatch(source: string, text: string): boolean {
  const compilation = compilePattern(source);
  if (compilation.kind === "failed") return true;
  try {
    return compilation.pattern.matches(text, new Work(100_000));
  } catch (error) {
    if (error instanceof WorkExceeded) return true;
    throw error;
  }
}
