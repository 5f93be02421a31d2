/**
 * The source of a regular expression for a JSON string. Repeats no group for each character: the engine needs memory
 * for each repetition of a group, and fails at about ten million.
 */
export const stringPattern = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;

/** UTF-16 units with a meaning in JSON (RFC 8259, section 2) or in text that resembles it. */
export const Char = {
  End: -1,
  Tab: 0x09,
  LineFeed: 0x0a,
  CarriageReturn: 0x0d,
  Space: 0x20,
  Quote: 0x22,
  Hash: 0x23,
  Dollar: 0x24,
  Apostrophe: 0x27,
  ArabicComma: 0x60c,
  OpenParenthesis: 0x28,
  CloseParenthesis: 0x29,
  Asterisk: 0x2a,
  Plus: 0x2b,
  Comma: 0x2c,
  Minus: 0x2d,
  Dot: 0x2e,
  Slash: 0x2f,
  Zero: 0x30,
  Nine: 0x39,
  Colon: 0x3a,
  Semicolon: 0x3b,
  Less: 0x3c,
  Equals: 0x3d,
  Greater: 0x3e,
  UpperA: 0x41,
  UpperZ: 0x5a,
  OpenBracket: 0x5b,
  Backslash: 0x5c,
  CloseBracket: 0x5d,
  Underscore: 0x5f,
  LowerA: 0x61,
  LowerF: 0x66,
  LowerT: 0x74,
  LowerU: 0x75,
  LowerZ: 0x7a,
  OpenBrace: 0x7b,
  Bar: 0x7c,
  CloseBrace: 0x7d,
  ByteOrderMark: 0xfeff,
  WideComma: 0xff0c,
  WideColon: 0xff1a,
  WideSemicolon: 0xff1b,
} as const;

export function isSpace(code: number): boolean {
  return code === Char.Space || code === Char.LineFeed || code === Char.CarriageReturn || code === Char.Tab;
}

/** Whether a UTF-16 unit is space in other notations and word processors, but not in JSON. */
export function isForeignSpace(code: number): boolean {
  return (
    code === 0x0b ||
    code === 0x0c ||
    code === 0x85 ||
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x3000 ||
    code === Char.ByteOrderMark
  );
}

/** Whether a unit is space within a line, in JSON or elsewhere. */
export function isInlineSpace(code: number): boolean {
  return code === Char.Space || code === Char.Tab || isForeignSpace(code);
}

/** Whether a unit replaces a comma in other languages and scripts. */
export function isLikeComma(code: number): boolean {
  return (
    code === Char.Semicolon ||
    code === Char.WideComma ||
    code === Char.WideSemicolon ||
    code === Char.ArabicComma
  );
}

/** Whether a unit replaces a colon in other languages and scripts, or by a slip of the Shift key. */
export function isLikeColon(code: number): boolean {
  return code === Char.Equals || code === Char.WideColon || code === Char.Semicolon;
}

export function isLineEnd(code: number): boolean {
  return code === Char.LineFeed || code === Char.CarriageReturn || code === Char.End;
}

export function isDigit(code: number): boolean {
  return code >= Char.Zero && code <= Char.Nine;
}

export function startsWord(code: number): boolean {
  return (
    (code >= Char.LowerA && code <= Char.LowerZ) ||
    (code >= Char.UpperA && code <= Char.UpperZ) ||
    code === Char.Underscore ||
    code === Char.Dollar ||
    (code >= 0xc0 && !isForeignSpace(code) && !isOtherPunctuation(code))
  );
}

function isOtherPunctuation(code: number): boolean {
  return code === Char.WideColon || (isLikeComma(code) && code !== Char.Semicolon);
}

export function continuesWord(code: number): boolean {
  return startsWord(code) || isDigit(code) || code === Char.Minus;
}

/** Whether a bracket opens an object or an array. */
export function isOpener(code: number): boolean {
  return code === Char.OpenBrace || code === Char.OpenBracket;
}

export function isCloser(code: number): boolean {
  return code === Char.CloseBrace || code === Char.CloseBracket;
}

/** Whether a unit ends unquoted text: a bracket, comma or colon (of any script), a quote or the end of the text. */
export function isStructural(code: number): boolean {
  return (
    code === Char.Comma ||
    code === Char.Colon ||
    code === Char.OpenBrace ||
    code === Char.CloseBrace ||
    code === Char.OpenBracket ||
    code === Char.CloseBracket ||
    code === Char.Quote ||
    code === Char.End ||
    isOtherPunctuation(code)
  );
}
