/** The syntax tree of a regular expression. */
export type PatternTree =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternTree[] }
  /** `most` is Infinity without a limit. Lazy repetitions try the fewest first. */
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

function oneCharacter(codePoint: number): CharacterSet {
  return { has: (other) => other === codePoint };
}

/**
 * Returns the set of a class (`[^a-z]`), an escape (`\d`, `\p{Letter}`) or `.`. Tests membership with a native
 * RegExp, which cannot backtrack on one character.
 *
 * @returns undefined if the source is none of these
 */
function characterSet(source: string): CharacterSet | undefined {
  const expression = compile(source, "u");
  if (expression !== undefined) return rememberAscii((codePoint) => matches(expression, codePoint));
  // Without the "u" flag more is valid (`[\w-.]`), but characters beyond U+FFFF count as two.
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

/** Why a text is not a regular expression. */
export type PatternFault =
  | { readonly kind: "group-not-closed" }
  | { readonly kind: "group-not-opened" }
  | { readonly kind: "group-unknown"; readonly source: string }
  | { readonly kind: "group-twice"; readonly name: string }
  | { readonly kind: "class-invalid"; readonly source: string }
  | { readonly kind: "escape-unknown"; readonly source: string }
  | { readonly kind: "nothing-to-repeat"; readonly source: string }
  | { readonly kind: "repeat-out-of-order"; readonly source: string }
  | { readonly kind: "too-large" };

type PatternReading =
  | {
      readonly kind: "read";
      readonly tree: PatternTree;
      /** The numbers of the named groups. */
      readonly groupNames: ReadonlyMap<string, number>;
    }
  | { readonly kind: "failed"; readonly fault: PatternFault };

/**
 * Parses a regular expression of ECMA-262 with the flag "u" (JSON Schema core 2020-12, section 6.4).
 * Also accepts harmless and common deviations: `\-`, literal `{` and `]`, `[\w-.]`.
 */
export function readPattern(source: string): PatternReading {
  try {
    return new PatternReader(source).read();
  } catch (error) {
    if (error instanceof Fault) return { kind: "failed", fault: error.fault };
    throw error;
  }
}

class Fault extends Error {
  constructor(readonly fault: PatternFault) {
    super(fault.kind);
  }
}

const deepestGroup = 200;
const groupOpening = /\(\?(?:(<?[=!])|:|<([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)>)|\(/uy;
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d+)?)?\})\??/y;
const setEscape = /\\(?:[dDsSwW]|[pP]\{[^}]*\})/y;
const classSource = /\[(?:[^\\\]]|\\[^])*\]/y;
/** Matches every escape, so that the second backslash of `\\` does not start one. */
const escapeInClass = /\\(?:([!"#%&',:;<=>@`~ _])|[^])/g;
const backreference = /\\(?:([1-9]\d*)|k<([^>]+)>)/y;

class PatternReader {
  #at = 0;
  #groups = 0;
  #depth = 0;
  readonly #names = new Map<string, number>();
  readonly #references: { readonly source: string; readonly group: number | string }[] = [];

  constructor(private readonly source: string) {}

  read(): PatternReading {
    const tree = this.#choice();
    if (this.#at < this.source.length) throw new Fault({ kind: "group-not-opened" });
    for (const { source, group } of this.#references) {
      const exists = typeof group === "number" ? group <= this.#groups : this.#names.has(group);
      if (!exists) throw new Fault({ kind: "escape-unknown", source });
    }
    return { kind: "read", tree, groupNames: this.#names };
  }

  #choice(): PatternTree {
    const branches = [this.#sequence()];
    while (this.source[this.#at] === "|") {
      this.#at++;
      branches.push(this.#sequence());
    }
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (this.#at < this.source.length && !"|)".includes(this.source[this.#at] ?? "")) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: "sequence", parts };
  }

  #repeated(part: PatternTree): PatternTree {
    const match = this.#take(quantifier);
    if (match === undefined) return part;
    const [source, least = "0", comma, most] = match;
    const lazy = source.length > 1 && source.endsWith("?");
    if (source.startsWith("*")) return { kind: "repeat", part, least: 0, most: Infinity, lazy };
    if (source.startsWith("+")) return { kind: "repeat", part, least: 1, most: Infinity, lazy };
    if (source.startsWith("?")) return { kind: "repeat", part, least: 0, most: 1, lazy };
    const from = Number(least);
    const to = comma === undefined ? from : Number(most ?? Infinity);
    if (to < from) throw new Fault({ kind: "repeat-out-of-order", source });
    return { kind: "repeat", part, least: from, most: to, lazy };
  }

  #atom(): PatternTree {
    const { source } = this;
    switch (source.charAt(this.#at)) {
      case "^":
        this.#at++;
        return { kind: "position", at: "start" };
      case "$":
        this.#at++;
        return { kind: "position", at: "end" };
      case "(":
        return this.#group();
      case "[":
        return this.#characters(this.#class());
      case ".":
        this.#at++;
        return this.#characters(characterSet("."));
      case "\\":
        return this.#escape();
    }
    const repeat = this.#take(quantifier);
    if (repeat !== undefined) throw new Fault({ kind: "nothing-to-repeat", source: repeat[0] });
    const character = source.codePointAt(this.#at) ?? 0;
    this.#at += character > 0xffff ? 2 : 1;
    return this.#characters(oneCharacter(character));
  }

  #group(): PatternTree {
    const match = this.#take(groupOpening);
    const [opening, look, name] = match ?? [];
    if (opening === undefined || (opening === "(" && this.source[this.#at] === "?"))
      throw new Fault({ kind: "group-unknown", source: this.source.slice(this.#at - 1, this.#at + 2) });
    if (++this.#depth > deepestGroup) throw new Fault({ kind: "too-large" });
    const number = opening === "(" || name !== undefined ? ++this.#groups : undefined;
    if (name !== undefined && number !== undefined) {
      if (this.#names.has(name)) throw new Fault({ kind: "group-twice", name });
      this.#names.set(name, number);
    }
    const part = this.#choice();
    if (this.source[this.#at] !== ")") throw new Fault({ kind: "group-not-closed" });
    this.#at++;
    this.#depth--;
    if (look !== undefined) {
      const direction = look.startsWith("<") ? "behind" : "ahead";
      return { kind: "look", direction, negative: look.endsWith("!"), part };
    }
    if (number === undefined) return part;
    return { kind: "capture", number, part };
  }

  #class(): CharacterSet | undefined {
    const source = this.#take(classSource)?.[0];
    if (source === undefined) throw new Fault({ kind: "class-invalid", source: this.source.slice(this.#at) });
    const set = characterSet(
      source.replace(escapeInClass, (escape: string, needless?: string) => needless ?? escape),
    );
    if (set === undefined) throw new Fault({ kind: "class-invalid", source });
    return set;
  }

  #escape(): PatternTree {
    const set = this.#take(setEscape)?.[0];
    if (set !== undefined) {
      const characters = characterSet(set);
      if (characters === undefined) throw new Fault({ kind: "escape-unknown", source: set });
      return this.#characters(characters);
    }
    const second = this.source[this.#at + 1];
    if (second === "b" || second === "B") {
      this.#at += 2;
      return { kind: "position", at: second === "b" ? "word-boundary" : "no-word-boundary" };
    }
    const reference = this.#take(backreference);
    if (reference !== undefined) {
      const [source, number, name] = reference;
      const group = name ?? Number(number);
      this.#references.push({ source, group });
      return { kind: "backreference", group };
    }
    const character = readEscapedCharacter(this.source, this.#at);
    if (character === undefined)
      throw new Fault({ kind: "escape-unknown", source: this.source.slice(this.#at, this.#at + 2) });
    this.#at = character.end;
    return this.#characters(oneCharacter(character.codePoint));
  }

  #characters(set: CharacterSet | undefined): PatternTree {
    if (set === undefined) throw new Fault({ kind: "class-invalid", source: this.source });
    return { kind: "characters", set };
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.source) ?? undefined;
    if (match !== undefined) this.#at = expression.lastIndex;
    return match;
  }
}

/** A character and the end offset of its notation. */
interface EscapedCharacter {
  readonly codePoint: number;
  readonly end: number;
}

const control: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };
const hex = "[\\da-fA-F]";
const highSurrogate = `[dD][89abAB]${hex}{2}`;
const lowSurrogate = `[dD][c-fC-F]${hex}{2}`;
const notation = new RegExp(
  [
    `x(${hex}{2})`,
    `u\\{0*(${hex}{1,6})\\}`,
    `u(${highSurrogate})\\\\u(${lowSurrogate})`,
    `u(${hex}{4})`,
    "c([a-zA-Z])",
    "([tnvfr]|0(?!\\d))",
    "([^\\da-zA-Z])",
  ]
    .map((form) => `\\\\${form}`)
    .join("|"),
  "uy",
);

/**
 * Reads an escape of one character (ECMA-262, CharacterEscape), at a backslash.
 *
 * @returns undefined if there is none
 */
function readEscapedCharacter(source: string, at: number): EscapedCharacter | undefined {
  notation.lastIndex = at;
  const match = notation.exec(source);
  if (match === null) return undefined;
  const codePoint = codePointOf(match);
  return codePoint > 0x10ffff ? undefined : { codePoint, end: notation.lastIndex };
}

function codePointOf([, byte, braces, high, low, unit, letter, short, itself]: RegExpExecArray): number {
  const hexadecimal = byte ?? braces ?? unit;
  if (hexadecimal !== undefined) return parseInt(hexadecimal, 16);
  if (high !== undefined && low !== undefined)
    return 0x10000 + ((parseInt(high, 16) & 0x3ff) << 10) + (parseInt(low, 16) & 0x3ff);
  if (letter !== undefined) return letter.charCodeAt(0) & 31;
  return (short === undefined ? itself?.codePointAt(0) : control[short]) ?? 0;
}
