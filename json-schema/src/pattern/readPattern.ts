/** The syntax tree of a regular expression: only the parts that decide whether a text matches. */
export type PatternTree =
  | { readonly kind: "characters"; readonly has: CharacterTest }
  | { readonly kind: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternTree[] }
  /** `most` is Infinity without a limit. */
  | { readonly kind: "repeat"; readonly part: PatternTree; readonly least: number; readonly most: number }
  | { readonly kind: "backreference" }
  | { readonly kind: "position"; readonly at: PatternPosition }
  | {
      readonly kind: "look";
      readonly direction: "ahead" | "behind";
      readonly negative: boolean;
      readonly part: PatternTree;
    };

export type PatternPosition = "start" | "end" | "word-boundary" | "no-word-boundary";

/** Whether a set contains a character (a code point). */
type CharacterTest = (codePoint: number) => boolean;

/**
 * Returns the test of a class (`[^a-z]`), an escape (`\d`, `\p{Letter}`, `\u0061`) or `.`. Uses a native RegExp, which
 * cannot backtrack on one character.
 *
 * @returns undefined if the source is none of these
 */
function characterTest(source: string): CharacterTest | undefined {
  const expression = compile(source, "u");
  if (expression !== undefined) return rememberAscii((codePoint) => matches(expression, codePoint));
  // Without the "u" flag more is valid (`[\w-.]`, `\@`), but characters beyond U+FFFF are two, in no class but `[^…]`.
  const lenient = /^(?:\[|\\[^\da-zA-Z])/.test(source) ? compile(source, "") : undefined;
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

function rememberAscii(has: CharacterTest): CharacterTest {
  const known = new Uint8Array(128);
  return (codePoint) => {
    if (codePoint >= 128) return has(codePoint);
    if (known[codePoint] === unknown) known[codePoint] = has(codePoint) ? inside : outside;
    return known[codePoint] === inside;
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
  | { readonly kind: "too-complex" };

type PatternReading =
  | {
      readonly kind: "read";
      readonly tree: PatternTree;
      /** Whether the expression has backreferences. */
      readonly refersBack: boolean;
    }
  | { readonly kind: "failed"; readonly fault: PatternFault };

/**
 * Parses a regular expression of ECMA-262 with the flag "u" (JSON Schema core 2020-12, section 6.4).
 * Also accepts harmless and common deviations: `\-`, literal `{` and `]`, `[\w-.]`.
 */
export function readPattern(source: string): PatternReading {
  try {
    return { kind: "read", ...new PatternReader(source).read() };
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

const maxGroupDepth = 200;
const groupOpening = /\(\?(?:(<?[=!])|:|<([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)>)|\(/uy;
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d+)?)?\})\??/y;
/** An escape of one character (ECMA-262, CharacterEscape) or of a set (CharacterClassEscape). */
const characterEscape =
  /\\(?:[dDsSwW]|[pP]\{[^}]*\}|x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[tnvfr]|0(?!\d)|[^\da-zA-Z])/uy;
const classSource = /\[(?:[^\\\]]|\\[^])*\]/y;
/** Captures characters that need no escape; matches every escape, so that the second `\` of `\\` starts none. */
const escapeInClass = /\\(?:([!"#%&',:;<=>@`~ _])|[^])/g;
const backreference = /\\(?:([1-9]\d*)|k<([^>]+)>)/y;

class PatternReader {
  #at = 0;
  #groups = 0;
  #depth = 0;
  readonly #names = new Set<string>();
  readonly #references: { readonly source: string; readonly group: number | string }[] = [];

  constructor(private readonly source: string) {}

  read(): Pick<Extract<PatternReading, { kind: "read" }>, "tree" | "refersBack"> {
    const tree = this.#choice();
    if (this.#at < this.source.length) throw new Fault({ kind: "group-not-opened" });
    for (const { source, group } of this.#references) {
      const exists = typeof group === "number" ? group <= this.#groups : this.#names.has(group);
      if (!exists) throw new Fault({ kind: "escape-unknown", source });
    }
    return { tree, refersBack: this.#references.length > 0 };
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
    if (source.startsWith("*")) return { kind: "repeat", part, least: 0, most: Infinity };
    if (source.startsWith("+")) return { kind: "repeat", part, least: 1, most: Infinity };
    if (source.startsWith("?")) return { kind: "repeat", part, least: 0, most: 1 };
    const from = Number(least);
    const to = comma === undefined ? from : Number(most ?? Infinity);
    if (to < from) throw new Fault({ kind: "repeat-out-of-order", source });
    return { kind: "repeat", part, least: from, most: to };
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
        return this.#class();
      case ".":
        this.#at++;
        return this.#characters(".");
      case "\\":
        return this.#escape();
    }
    const repeat = this.#take(quantifier);
    if (repeat !== undefined) throw new Fault({ kind: "nothing-to-repeat", source: repeat[0] });
    const character = source.codePointAt(this.#at) ?? 0;
    this.#at += character > 0xffff ? 2 : 1;
    return { kind: "characters", has: (other) => other === character };
  }

  #group(): PatternTree {
    const match = this.#take(groupOpening);
    const [opening, look, name] = match ?? [];
    if (opening === undefined || (opening === "(" && this.source[this.#at] === "?"))
      throw new Fault({ kind: "group-unknown", source: this.source.slice(this.#at - 1, this.#at + 2) });
    if (++this.#depth > maxGroupDepth) throw new Fault({ kind: "too-complex" });
    if (opening === "(" || name !== undefined) this.#groups++;
    if (name !== undefined) {
      if (this.#names.has(name)) throw new Fault({ kind: "group-twice", name });
      this.#names.add(name);
    }
    const part = this.#choice();
    if (this.source[this.#at] !== ")") throw new Fault({ kind: "group-not-closed" });
    this.#at++;
    this.#depth--;
    if (look === undefined) return part;
    const direction = look.startsWith("<") ? "behind" : "ahead";
    return { kind: "look", direction, negative: look.endsWith("!"), part };
  }

  #class(): PatternTree {
    const source = this.#take(classSource)?.[0];
    if (source === undefined) throw new Fault({ kind: "class-invalid", source: this.source.slice(this.#at) });
    return this.#characters(
      source.replace(escapeInClass, (escape: string, needless?: string) => needless ?? escape),
    );
  }

  #escape(): PatternTree {
    const second = this.source[this.#at + 1];
    if (second === "b" || second === "B") {
      this.#at += 2;
      return { kind: "position", at: second === "b" ? "word-boundary" : "no-word-boundary" };
    }
    const reference = this.#take(backreference);
    if (reference !== undefined) {
      const [source, number, name] = reference;
      this.#references.push({ source, group: name ?? Number(number) });
      return { kind: "backreference" };
    }
    const character = this.#take(characterEscape)?.[0];
    if (character === undefined)
      throw new Fault({ kind: "escape-unknown", source: this.source.slice(this.#at, this.#at + 2) });
    return this.#characters(character);
  }

  #characters(source: string): PatternTree {
    const has = characterTest(source);
    if (has !== undefined) return { kind: "characters", has };
    throw new Fault({ kind: source.startsWith("[") ? "class-invalid" : "escape-unknown", source });
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.source) ?? undefined;
    if (match !== undefined) this.#at = expression.lastIndex;
    return match;
  }
}
