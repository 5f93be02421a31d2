/** A character and where its notation ends. */
export interface EscapedCharacter {
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
 * Reads an escape that stands for one character (ECMA-262, CharacterEscape), at a backslash.
 *
 * @returns undefined if it is none
 */
export function readEscapedCharacter(source: string, at: number): EscapedCharacter | undefined {
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
