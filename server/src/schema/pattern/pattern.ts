import { Work, WorkExceeded } from "../work";
import { readPattern } from "./readPattern";
import type { PatternFault } from "./readPattern";
import { findMatch } from "./runProgram";
import { writeProgram } from "./writeProgram";

/**
 * A regular expression of a schema. An engine of our own, because a schema comes from whoever wrote the
 * workspace and the platform's engine can be made to run for years: this one never goes the same way
 * twice and counts what it does.
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
  const matches = (text: string, work: Work) => findMatch(program, text, work);
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
