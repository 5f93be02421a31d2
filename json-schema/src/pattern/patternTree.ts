/** A regular expression as it was read. */
export type PatternTree =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternTree[] }
  /** `most` is Infinity where there is no limit. Lazy ones try the fewest first. */
  | {
      readonly kind: "repeat";
      readonly part: PatternTree;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  /** `number` counts capturing groups from 1, in the order of their opening parentheses. */
  | { readonly kind: "capture"; readonly number: number; readonly part: PatternTree }
  | { readonly kind: "backreference"; readonly group: number | string }
  | { readonly kind: "position"; readonly at: PatternPosition }
  | {
      readonly kind: "look";
      readonly direction: "ahead" | "behind";
      readonly negative: boolean;
      readonly part: PatternTree;
    };

export type PatternPosition = "start" | "end" | "word-boundary" | "no-word-boundary";

/** A set of characters (code points). */
export interface CharacterSet {
  readonly has: (codePoint: number) => boolean;
}

export function oneCharacter(codePoint: number): CharacterSet {
  return { has: (other) => other === codePoint };
}

/**
 * The set that a class (`[^a-z]`), an escape (`\d`, `\p{Letter}`) or `.` stands for. The platform's own
 * regular expressions say what is in it: on one character they cannot backtrack.
 *
 * @returns undefined if the source is none of these
 */
export function characterSet(source: string): CharacterSet | undefined {
  const expression = compile(source, "u");
  if (expression !== undefined) return rememberAscii((codePoint) => matches(expression, codePoint));
  // Without Unicode rules more is allowed (`[\w-.]`), but characters beyond U+FFFF count as two.
  const lenient = compile(source, "");
  if (lenient === undefined) return undefined;
  const isNegative = source.startsWith("[^");
  return rememberAscii((codePoint) => (codePoint > 0xffff ? isNegative : matches(lenient, codePoint)));
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^${source}$`, flags);
  } catch {
    return undefined;
  }
}

function matches(expression: RegExp, codePoint: number): boolean {
  return expression.test(String.fromCodePoint(codePoint));
}

const unknown = 0;
const inside = 1;
const outside = 2;

function rememberAscii(has: (codePoint: number) => boolean): CharacterSet {
  const known = new Uint8Array(128);
  return {
    has: (codePoint) => {
      if (codePoint >= 128) return has(codePoint);
      if (known[codePoint] === unknown) known[codePoint] = has(codePoint) ? inside : outside;
      return known[codePoint] === inside;
    },
  };
}
